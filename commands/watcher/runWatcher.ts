import type { Keypair } from '@solana/web3.js';
import { address } from '../../src/address/address.ts';
import { errorText } from '../../src/errorText.ts';
import { type RoundClock, roundAt, roundLocksAt } from '../../src/round/clock.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { AppError, askApp, type ConfigRead } from './askApp.ts';
import type { RoundReport } from './reportText.ts';
import { type WatcherParts, watchRound } from './watchRound.ts';

export interface WatcherInput extends Pick<FollowInput, 'rounds' | 'onReport' | 'onStatus' | 'signal'> {
  readonly app: string;
  readonly rpc: string;
  readonly key: Keypair | null;
}

/** Watches a running lottery; resolves when the wanted rounds are over, or soon after `signal` is aborted. */
export async function runWatcher({ app, rpc: url, key, signal, ...told }: WatcherInput): Promise<void> {
  const now = () => Date.now();
  const rpc = createRpc({ urls: [url], fetch, now });
  await follow({
    ...{ app: askApp(app, fetch), rpc, key, signal, now },
    wait: (ms) => waitFor(ms, signal),
    ...told,
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(new Error('ended'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

interface FollowInput extends WatcherParts {
  /** How many rounds to watch; null: until somebody ends the watcher. */
  readonly rounds: number | null;
  /** Called with the report of each round. */
  readonly onReport: (report: RoundReport) => void;
  /** Called with a sentence: what the watcher waits for, or what does not work. */
  readonly onStatus: (status: string) => void;
  readonly signal: AbortSignal;
}

/** A round's first reading begins this long before its lock; in a short round, in the middle of its open time. */
const LEAD_SECONDS = 15;
const OPEN_PART = 2;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Watches round after round. Whatever does not answer is asked again. Returns when `rounds` rounds are watched. When
 * `signal` is aborted, `wait` must reject. Then this function returns, or throws the error of `wait`.
 */
export async function follow(input: FollowInput): Promise<void> {
  const { rounds, onReport, onStatus, signal, now, wait } = input;
  let retryMs = FIRST_RETRY_MS;
  for (let watched = 0; !signal.aborted && (rounds === null || watched < rounds); ) {
    try {
      const timetable = await input.app.config();
      const round = nextToWatch(clockOf(timetable), now() / 1000);
      const startsAt = readingAt(clockOf(timetable), round) * 1000;
      onStatus(`waiting for the lock of round ${round}`);
      await wait(Math.max(0, startsAt - now()));
      onReport(await watchRound(input, { round, clock: clockOf(timetable), mint: address(timetable.mint) }));
      [retryMs, watched] = [FIRST_RETRY_MS, watched + 1];
    } catch (error) {
      if (signal.aborted) return;
      const why = errorText(error);
      onStatus(error instanceof AppError ? why : `something went wrong and is tried again: ${why}`);
      await wait(retryMs);
      retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2);
    }
  }
}

function clockOf({ genesisTime, roundSeconds, entryLockSeconds }: ConfigRead): RoundClock {
  return { genesisTime: Date.parse(genesisTime) / 1000, roundSeconds, entryLockSeconds };
}

/** When a round's first reading begins, unix seconds. */
function readingAt(clock: RoundClock, round: number): number {
  const openSeconds = clock.roundSeconds - clock.entryLockSeconds;
  return roundLocksAt(clock, round) - Math.min(LEAD_SECONDS, openSeconds / OPEN_PART);
}

/** The first round for which there is still time to take the reading before its lock. */
function nextToWatch(clock: RoundClock, unix: number): number {
  const current = roundAt(clock, unix);
  return unix <= readingAt(clock, current) + 1 ? current : current + 1;
}
