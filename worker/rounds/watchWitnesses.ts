import { protocolOf } from '../../src/protocol/protocolOf.ts';
import type { LockRecord } from '../../src/protocol/terms/lock.ts';
import { roundAt, roundLocksAt } from '../../src/round/clock.ts';
import { type ChosenTestimony, chooseTestimony } from '../../src/witness/chooseTestimony.ts';
import { readWitnessMemo } from '../../src/witness/witnessMemo.ts';
import type { Rpc } from '../chain/rpc.ts';
import { RpcError } from '../chain/rpcError.ts';
import { createSearchMemos, type SearchMemos } from '../chain/searchMemos.ts';
import type { RaiseAlert } from '../engine/raiseAlerts.ts';
import type { Settings, Witness } from '../settings/Settings.ts';
import type { RoundStore } from '../store/rounds.ts';
import { expectWitnesses, saveTestimony, type TestimonyRow } from '../store/testimonies.ts';

export interface WatchWitnessesInput {
  readonly db: D1Database;
  readonly rpc: Rpc;
  readonly rounds: Pick<RoundStore, 'get'>;
  readonly settings: Pick<Settings, 'witnesses' | 'clock'>;
  readonly raiseAlert: RaiseAlert;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The watchers' wallets are read at most so often. */
const LOOK_MS = 3_000;
/** What is in time has been seen by then; one look after it, and a round is left alone. */
const SETTLED_SECONDS = 10;
const LATEST_SECONDS = 120;
/** How far before a round's start a testimony is looked for: as for a commitment. */
const SLACK_SECONDS = 600;

interface Search {
  readonly witness: Witness;
  readonly searchMemos: SearchMemos;
}

/**
 * Reads what the watchers say on chain about the round that is locked, stores it, and alerts when one saw another list.
 * Beside the rounds: no round waits for it. Returns whether something new was stored. Throws an RpcError.
 */
export function createWatchWitnesses(input: WatchWitnessesInput): () => Promise<boolean> {
  const { db, rpc, rounds, settings, raiseAlert, now } = input;
  const searches = settings.witnesses.map(
    (witness): Search => ({ witness, searchMemos: createSearchMemos({ rpc, wallet: witness.address, now }) }),
  );
  /** Rounds up to here are left alone. */
  let settled = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** The lock that is looked at, with what is stored about its watchers: read once, and again after a testimony. */
  let known: { readonly lock: LockRecord; readonly expected: readonly TestimonyRow[] } | null = null;

  /** The round that the clock is in, or the one before it for a while; null when neither is to be looked at. */
  async function locked(): Promise<LockRecord | null> {
    const current = roundAt(settings.clock, now() / 1000);
    const mayBeLocked = (round: number) => now() / 1000 >= roundLocksAt(settings.clock, round);
    for (const round of [current - 1, current].filter((each) => each > settled && mayBeLocked(each))) {
      const lock = known?.lock.round === round ? known.lock : ((await rounds.get(round))?.lock ?? null);
      if (lock !== null && now() / 1000 < lock.endsAt + LATEST_SECONDS) return lock;
      if (round < current) settled = round;
    }
    return null;
  }

  async function expectedOf(lock: LockRecord): Promise<readonly TestimonyRow[]> {
    if (known?.lock === lock) return known.expected;
    const expected = await expectWitnesses(db, lock.round, settings.witnesses);
    known = { lock, expected };
    return expected;
  }

  async function look(lock: LockRecord): Promise<boolean> {
    const expected = await expectedOf(lock);
    const isOver = now() / 1000 >= lock.endsAt + SETTLED_SECONDS;
    const open = expected.filter(({ said }) => isOver || said === null).map(({ address }) => address);
    let isNews = false;
    for (const { witness, searchMemos } of searches) {
      if (!open.includes(witness.address)) continue;
      const said = await testimonyOf(searchMemos, witness, { lock, roundSeconds: settings.clock.roundSeconds });
      if (said === null) continue;
      known = null;
      // Before it is stored: what is stored is not told again.
      if (said.testimony.root !== lock.root) await raiseAlert(...alertOf(lock, witness, said));
      if (await saveTestimony(db, witness.address, said)) isNews = true;
    }
    if (isOver) settled = lock.round;
    return isNews;
  }

  return async () => {
    if (searches.length === 0 || now() - lookedAt < LOOK_MS) return false;
    lookedAt = now();
    const lock = await locked();
    return lock === null ? false : look(lock);
  };
}

/** Null while a watcher has said nothing that the nodes agree on; also when its wallet cannot be read now. */
async function testimonyOf(
  searchMemos: SearchMemos,
  witness: Witness,
  { lock, roundSeconds }: { readonly lock: LockRecord; readonly roundSeconds: number },
): Promise<ChosenTestimony | null> {
  const { round, endsAt, root } = lock;
  const beaconAt = protocolOf(lock.rules).beaconTime(lock.beacon, lock.beaconRound);
  try {
    const { memos } = await searchMemos({
      about: `the testimony of ${witness.address} for round ${round}`,
      since: endsAt - roundSeconds - SLACK_SECONDS,
      seenUntil: 0,
      isDecisive: false,
      matches: (text) => readWitnessMemo(text)?.round === round,
    });
    const agreed = memos.filter(({ isAgreed }) => isAgreed);
    return chooseTestimony(agreed, { round, endsAt, root, beaconAt });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    console.warn(error.message);
    return null;
  }
}

function alertOf(lock: LockRecord, witness: Witness, { testimony, signature }: ChosenTestimony): [string, string] {
  return [
    `witness:${lock.round}:${witness.address}`,
    `The watcher ${witness.name} saw another list of round ${lock.round}: root ${testimony.root} of ${testimony.entries} entries, and ${lock.root} of ${lock.entries} is published. It says so in ${signature}.`,
  ];
}
