import type { Reveal } from '../clock/revealTimeline.ts';
import type { Slip } from '../round/slip.ts';

/** A sound of the draw, with its vibration. */
export type Cue =
  | { readonly kind: 'seal' }
  /** One of the last ten seconds begins, with `left` seconds to the draw. */
  | { readonly kind: 'second'; readonly left: number }
  /** A winner's name is printed. The last place comes first: its `order` is 1. */
  | { readonly kind: 'name'; readonly order: number }
  /** The first place gets its crown. `mine`: the visitor is among the winners. */
  | { readonly kind: 'crown'; readonly mine: boolean };

/** The ticket's state at one moment, as far as it decides about sounds. */
export interface Moment extends Pick<Reveal, 'printed' | 'crowned'> {
  readonly slip: Slip['kind'];
  readonly isNew: boolean;
  readonly left: number;
  readonly mine: boolean;
}

/** During this many seconds before the draw, each second has a sound, and the ticket shows the reel. */
export const LAST_SECONDS = 10;

/** The sound of a change from one moment to the next; null when the change has none. */
export function cueBetween(before: Moment, now: Moment): Cue | null {
  if (now.slip === 'sealed') {
    if (before.slip !== 'sealed') return { kind: 'seal' };
    const isNext = now.left < before.left && now.left <= LAST_SECONDS && now.left > 0;
    return isNext ? { kind: 'second', left: now.left } : null;
  }
  // A result that has just come has no sound yet: only the names and the crown that follow have one.
  if (!now.isNew || !before.isNew) return null;
  if (now.crowned && !before.crowned) return { kind: 'crown', mine: now.mine };
  return now.printed > before.printed ? { kind: 'name', order: now.printed } : null;
}
