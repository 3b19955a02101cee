import type { PaidWin } from '../store/views/rounds/paidWins.ts';

/** What a visitor may want to be told, as bits of `kinds`. */
export const PUSH_KINDS = { win: 1, below: 2, soon: 4 } as const;

/** A browser that may be told, by its push subscription: RFC 8030 and RFC 8291. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface NewSubscription extends PushTarget {
  readonly address: string;
  readonly kinds: number;
}

/**
 * `full`: the shard takes no more browsers. `unknown`: the push service does not know this browser, or refuses our
 * messages. `silent`: the push service is busy, or did not answer. `stolen`: the endpoint is stored already, with other
 * keys, so it belongs to another browser.
 */
export type Kept = 'kept' | 'full' | 'unknown' | 'silent' | 'stolen';

/**
 * Whether a wallet is in the draw. Null when that is not known, or when the wallet is out for another reason than its
 * amount. `below`: the wallet holds less than this amount, which the draw asks for; GOD base units, decimal.
 */
export type InDraw = true | { readonly below: string } | null;

/** What the minute's cron gives every shard. Plain JSON. */
export interface PushNews {
  /** The wins of rounds that ended within the last day and whose payment is final, oldest first. */
  readonly wins: readonly PaidWin[];
  readonly isPaused: boolean;
}
