import * as z from 'zod';
import { createChangesOne } from './writing.ts';

export type ChannelName = 'discord' | 'telegram';

/** An aggregate without any row is NULL. */
const rows = z.array(z.object({ round: z.int().nullable() }));

export interface ChannelTellings {
  /** Claims a round's message before it is sent. True for only one caller, who may then send the message. */
  claim(channel: ChannelName, round: number): Promise<boolean>;
  /**
   * Notes how the sending ended. `waiting`: the channel was busy and did not take the message, which may be claimed
   * again from `notBefore` on.
   */
  settle(channel: ChannelName, round: number, outcome: Outcome): Promise<void>;
  /**
   * The round with which the channel's failures began: the first claimed round after the newest one whose message the
   * channel took. Only rounds up to `round` count. `round` itself if it is not claimed, or if the channel took it.
   */
  failingSince(channel: ChannelName, round: number): Promise<number>;
}

/** `notBefore` is unix milliseconds. */
export type Outcome =
  | { readonly state: 'taken' | 'failed' }
  | { readonly state: 'waiting'; readonly notBefore: number };

/** The tellings in D1. `now` is unix milliseconds. */
export function createChannelTellings(db: D1Database, now: () => number): ChannelTellings {
  const changesOne = createChangesOne(db);
  return {
    claim: (channel, round) =>
      changesOne(
        `INSERT INTO channel_tellings (channel, round, state, not_before, updated_at) VALUES (?1, ?2, 'sending', 0, ?3)
         ON CONFLICT (channel, round) DO UPDATE SET state = 'sending', updated_at = ?3
         WHERE channel_tellings.state = 'waiting' AND channel_tellings.not_before <= ?3`,
        [channel, round, now()],
      ),
    async settle(channel, round, outcome) {
      await changesOne(
        `UPDATE channel_tellings SET state = ?3, not_before = ?4, updated_at = ?5
         WHERE channel = ?1 AND round = ?2 AND state = 'sending'`,
        [channel, round, outcome.state, outcome.state === 'waiting' ? outcome.notBefore : 0, now()],
      );
    },
    async failingSince(channel, round) {
      const { results } = await db
        .prepare(
          `SELECT min(round) AS round FROM channel_tellings WHERE channel = ?1 AND round <= ?2 AND round >
             coalesce((SELECT round FROM channel_tellings WHERE channel = ?1 AND round <= ?2 AND state = 'taken'
                       ORDER BY round DESC LIMIT 1), 0)`,
        )
        .bind(channel, round)
        .all();
      return rows.parse(results)[0]?.round ?? round;
    },
  };
}
