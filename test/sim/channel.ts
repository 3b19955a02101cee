import type { Dice } from './dice.ts';
import type { Atom, AtomOf } from './faults/atoms.ts';

/** Where alerts are sent, and what is told each minute that all is well. */
export const CHANNEL_URL = 'https://channel.sim';
export const HEART_URL = 'https://heart.sim';

/** One alert of a message, as its receiver reads it. */
export interface ToldAlert {
  readonly id: string;
  readonly key: string;
  readonly event: 'raised' | 'reminder' | 'over';
  readonly message: string;
  /** When it began, or when it was over, by the sender's clock. */
  readonly raisedAt: string;
}

/** A message as it came to the channel. */
export interface Post {
  /** Milliseconds since the world's start. */
  readonly at: number;
  readonly id: string;
  readonly body: string;
  /** Empty in a short text. */
  readonly alerts: readonly ToldAlert[];
  /** Whether a person sees it, and whether its sender is told so at once. */
  readonly isTaken: boolean;
  readonly isAnswered: boolean;
}

/** What the sender hears: a status and a text, after so many milliseconds; null: nothing. */
export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

export interface ChannelInput {
  readonly dice: Dice;
  readonly troubles: readonly AtomOf<'channel'>[];
  readonly isOn: (atom: AtomOf<'channel'>) => boolean;
  /** Milliseconds since the world's start. */
  readonly since: () => number;
  readonly onUse: (atom: Atom, question: string, how: string) => void;
  readonly onPost: (post: Post) => void;
}

const STATUS = { error: 500, busy: 429, refuses: 400 } as const;

/** The one channel of a world: a webhook, which is read by people. */
export function createChannel({
  dice,
  troubles,
  isOn,
  since,
  onUse,
  onPost,
}: ChannelInput): (init: RequestInit | undefined) => Reply | null {
  return (init) => {
    const body = String(init?.body);
    const { id, alerts } = JSON.parse(body) as Pick<Post, 'id' | 'alerts'>;
    const trouble = troubles.find((atom) => isOn(atom) && dice.chance('channel trouble', atom.rate));
    const how = trouble?.how === 'refuses' && alerts.length === 0 ? undefined : trouble?.how;
    if (trouble !== undefined && how !== undefined) onUse(trouble, 'channel', how);
    const isTaken = how === undefined || how === 'mute' || how === 'slow';
    onPost({ at: since(), id, body, alerts, isTaken, isAnswered: how === undefined });
    const ms = dice.between('channel', 10, 200);
    if (how === 'deaf' || how === 'mute') return null;
    if (how === 'slow') return { status: 200, body: 'ok', ms: dice.between('channel slow', 500, 9_000) };
    if (how === 'says no') return { status: 200, body: '{"ok":false}', ms };
    return how === undefined ? { status: 200, body: 'ok', ms } : { status: STATUS[how], body: '', ms };
  };
}
