import type { AdminRound, Attempt } from '../../../src/contract/adminRounds.ts';
import type { RoundsPage } from '../../../src/contract/round.ts';
import type { RoundClock } from '../../../src/round/clock.ts';
import { attemptsOfRound, roundBySignature, type StoredAttempt } from '../../store/views/console/attempts.ts';
import { roundOperation } from '../../store/views/console/operations.ts';
import { isoOfMs } from '../isoTime.ts';
import { createReadRounds } from '../rounds/readRounds.ts';
import { parseSought } from './parseSought.ts';
import { composeHold } from './readOperations.ts';

export interface AdminRoundsInput {
  readonly db: D1Database;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const NOTHING: RoundsPage = { rounds: [], nextCursor: null };
/** What an operator is told of a round that has no row in D1. */
const NOT_HELD = { detail: null, hold: null, reason: null, exits: [], shelved: null, promisedLamports: null };

/** Reads rounds as operators see them: their present state, with what waits for a person. */
export function createReadAdminRounds({ db, clock, now }: AdminRoundsInput) {
  const rounds = createReadRounds({ db, clock, now });
  const only = async (round: number): Promise<RoundsPage> => {
    const { rounds: found } = await rounds.page({ cursor: round, limit: 1 });
    return { rounds: found.filter(({ roundNumber }) => roundNumber === round), nextCursor: null };
  };
  return {
    /**
     * A page of rounds, newest first. `q`: a number, a day, a wallet or a signature; any other text finds no round, and
     * null finds all.
     */
    async page(q: string | null, page: { readonly cursor?: number | undefined; readonly limit: number }) {
      if (q === null) return rounds.page(page);
      const sought = parseSought(q);
      switch (sought.kind) {
        case 'round':
          return only(sought.round);
        case 'day':
          return rounds.page({ ...page, day: sought.day });
        case 'address':
          return rounds.page({ ...page, address: sought.address });
        case 'signature': {
          const round = await roundBySignature(db, sought.signature);
          return round === null ? NOTHING : only(round);
        }
        case 'text':
          return NOTHING;
      }
    },

    /** Null for a round that the clock has not reached. */
    async round(number: number): Promise<AdminRound | null> {
      const [round, row, attempts] = await Promise.all([
        rounds.detail(number),
        roundOperation(db, number),
        attemptsOfRound(db, number),
      ]);
      if (round === null) return null;
      const held = row === null ? NOT_HELD : { ...composeHold(row), promisedLamports: row.promised_lamports };
      return { round, ...held, attempts: attempts.map(composeAttempt) };
    },
  };
}

/** An attempt as operators see it. */
export function composeAttempt({ signedAt, ...attempt }: StoredAttempt): Attempt {
  return { ...attempt, signedAt: isoOfMs(signedAt) };
}
