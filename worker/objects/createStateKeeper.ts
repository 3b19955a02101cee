import { isRecent } from '../../src/round/isRecent.ts';
import type { StoredState } from '../answers/state/publicState.ts';

/** While the newest closed round has no row yet, the database is read at most this often. */
const LEAST_AGE_MS = 200;

export interface StateKeeperInput {
  readonly read: () => Promise<StoredState>;
  readonly closedRounds: () => number;
  readonly now: () => number;
}

/**
 * The stored part of the public state. It is read again after a run that may have changed it, and while the newest
 * closed round has no row. All who ask during a read share it.
 */
export function createStateKeeper({ read, closedRounds, now }: StateKeeperInput) {
  let state: StoredState | null = null;
  let isOld = true;
  let reading: Promise<StoredState> | null = null;

  async function readAnew(): Promise<StoredState> {
    // Set before the read: if a run ends meanwhile, `isOld` becomes true again.
    isOld = false;
    try {
      state = await read();
      return state;
    } catch (error) {
      isOld = true;
      throw error;
    } finally {
      reading = null;
    }
  }

  return {
    /** The state as it was last read, however old; null before the first reading. */
    known: () => state,
    outdate: () => {
      isOld = true;
    },
    async get(): Promise<StoredState> {
      if (state !== null && !isOld) {
        const closed = closedRounds();
        const isCurrent = closed === 0 || state.lastRound?.round === closed;
        if (isCurrent || isRecent(state.builtAt, now(), LEAST_AGE_MS)) return state;
      }
      reading ??= readAnew();
      return reading;
    },
  };
}
