import type { Reveal } from '../clock/revealTimeline.ts';
import type { Slip } from '../round/slip.ts';

/** What can be heard and felt during a draw. */
export type Cue =
  | { readonly kind: 'seal' }
  /** One of the last ten seconds begins; `left` seconds remain to the draw. */
  | { readonly kind: 'second'; readonly left: number }
  /** A name is printed. `order` counts from 1, which is the name of the last place. */
  | { readonly kind: 'name'; readonly order: number }
  /** The first place has its crown; `mine`: the visitor has won. */
  | { readonly kind: 'crown'; readonly mine: boolean };

/** The part of the ticket's state at one moment that can be heard. */
export interface Moment extends Pick<Reveal, 'printed' | 'crowned'> {
  readonly slip: Slip['kind'];
  /** Whether the result is just being revealed. */
  readonly isNew: boolean;
  /** Whole seconds to the draw. */
  readonly left: number;
  readonly mine: boolean;
}

/** In this many last seconds before the draw, each second has a sound, and the ticket shows the reel. */
export const LAST_SECONDS = 10;

/** What is heard when the ticket changes from one moment to another; null most of the time. */
export function cueBetween(before: Moment, now: Moment): Cue | null {
  if (now.slip === 'sealed') {
    if (before.slip !== 'sealed') return { kind: 'seal' };
    const isNext = now.left < before.left && now.left <= LAST_SECONDS && now.left > 0;
    return isNext ? { kind: 'second', left: now.left } : null;
  }
  // The coming of a result is silent: only what its reveal prints afterwards is heard.
  if (!now.isNew || !before.isNew) return null;
  if (now.crowned && !before.crowned) return { kind: 'crown', mine: now.mine };
  return now.printed > before.printed ? { kind: 'name', order: now.printed } : null;
}
