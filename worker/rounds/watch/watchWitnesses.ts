import { type MarkAsked, markOf } from '../../../src/marks/readForm.ts';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import type { LockRecord } from '../../../src/protocol/terms/lock.ts';
import { roundAt, roundLocksAt } from '../../../src/round/clock.ts';
import { isRecent } from '../../../src/round/isRecent.ts';
import type { Terms } from '../../../src/terms/Terms.ts';
import { otherTestimony, readWitnessMemo, type WitnessedHour, witnessSeed } from '../../../src/witness/witnessMemo.ts';
import { readMarks } from '../../chain/accounts/readChain.ts';
import { findMaker } from '../../chain/ledger/findMaker.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { RpcError } from '../../chain/node/rpcError.ts';
import type { RaiseAlert } from '../../engine/raiseAlerts.ts';
import type { Settings } from '../../settings/Settings.ts';
import type { RoundStore } from '../../store/rounds/rounds.ts';
import { expectWitnesses, saveTestimony } from '../../store/rounds/saveTestimony.ts';
import type { SaidTestimony, TestimonyRow } from '../../store/views/rounds/testimonies.ts';
import type { TermsBook } from '../../terms/TermsBook.ts';

export interface WatchWitnessesInput {
  readonly db: D1Database;
  readonly rpc: Rpc;
  readonly rounds: Pick<RoundStore, 'get'>;
  readonly terms: Pick<TermsBook, 'known' | 'all'>;
  readonly settings: Pick<Settings, 'clock'>;
  readonly raiseAlert: RaiseAlert;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The least time between two looks at the watchers' marks. */
const LOOK_MS = 3_000;
/**
 * This long after a round's end, every testimony that was made in time is final: looks after that are enough if they
 * read all marks, each from another node, until enough nodes have shown them.
 */
const SETTLED_SECONDS = 30;
/** This long after its end, a round is not looked at any more, even if no look has succeeded. */
const LATEST_SECONDS = 120;

/** A locked round with its watchers, as they are stored. */
interface Watched {
  readonly lock: LockRecord;
  readonly hour: WitnessedHour;
  readonly expected: readonly TestimonyRow[];
  /** Watchers whose mark was made by something else than a testimony about this hour. */
  readonly spent: Set<string>;
  /** The nodes that have shown all marks at looks later than `SETTLED_SECONDS` after the end. */
  readonly over: Set<string>;
}

/**
 * Returns a function that reads the testimonies about the locked round, of the watchers that its terms name. It stores
 * them, and raises an alert when a watcher saw another list or was shown none. It returns true when something new was
 * stored. No round waits for it.
 */
export function createWatchWitnesses(input: WatchWitnessesInput): () => Promise<boolean> {
  const { db, rpc, rounds, terms, settings, raiseAlert, now } = input;
  /**
   * Rounds up to `round` are not looked at any more, since `at`. If `at` is in the future, a clock was wrong, and this
   * note does not count.
   */
  let settled = { round: 0, at: Number.NEGATIVE_INFINITY };
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looks = 0;
  /** The lock that is looked at, and its watchers as they are stored. Read again after each new testimony. */
  let known: Watched | null = null;

  function settle(round: number): void {
    settled = { round, at: now() };
  }

  /** The watchers that a round's terms name; none when its terms are not known here. */
  function watchersOf(round: number): Terms['watchers'] {
    const inForce = terms.known(round);
    return inForce.kind === 'terms' ? inForce.terms.watchers : [];
  }

  /**
   * The lock to look at: that of the previous round, until two minutes after its end or until `settled` includes it;
   * then that of the current round. Null when neither is to be looked at.
   */
  async function locked(): Promise<LockRecord | null> {
    const current = roundAt(settings.clock, now() / 1000);
    const mayBeLocked = (round: number) => now() / 1000 >= roundLocksAt(settings.clock, round);
    const isSettled = (round: number) => settled.at <= now() && round <= settled.round;
    const isWatched = (round: number) => watchersOf(round).length > 0;
    const wanted = [current - 1, current].filter((each) => !isSettled(each) && mayBeLocked(each) && isWatched(each));
    for (const round of wanted) {
      const lock = known?.lock.round === round ? known.lock : ((await rounds.get(round))?.lock ?? null);
      if (lock !== null && now() / 1000 < lock.endsAt + LATEST_SECONDS) return lock;
      if (round < current) settle(round);
    }
    return null;
  }

  /** A locked round with its watchers; null for a round that nobody is known to watch. */
  async function watchedOf(lock: LockRecord): Promise<Watched | null> {
    if (known?.lock.round === lock.round) return known;
    const { round, endsAt } = lock;
    const watchers = watchersOf(round).map(([wallet, name, operator]) => ({ address: wallet, name, operator }));
    const lottery = terms.all().counted[0]?.said.hash;
    if (watchers.length === 0 || lottery === undefined) return null;
    const expected = await expectWitnesses(db, round, watchers);
    const beaconAt = protocolOf(lock.rules).beaconTime(lock.beacon, lock.beaconRound);
    known = { lock, hour: { lottery, round, endsAt, beaconAt }, expected, spent: new Set(), over: new Set() };
    return known;
  }

  async function look(watched: Watched): Promise<boolean> {
    const { lock, hour, spent } = watched;
    const isOver = now() / 1000 >= lock.endsAt + SETTLED_SECONDS;
    const silent = watched.expected.filter(({ said, address: wallet }) => said === null && !spent.has(wallet));
    if (silent.length === 0) {
      if (isOver) settle(lock.round);
      return false;
    }
    const asked = silent.map((one): MarkAsked => ({ base: one.address, seed: witnessSeed(hour.endsAt, hour.lottery) }));
    // One node's answer is enough to begin a search; enough nodes must agree on what made a mark. Each look asks
    // another node first, because one node could hide a mark. The minute counts too, since a new instance begins at 0.
    const turn = looks++ + Math.floor(now() / 60_000);
    const [answering, made] = await rpc.read(
      async (node) => [node.label, await readMarks(node, asked.map(markOf), 0)] as const,
      turn,
    );
    let [isNews, isRead] = [false, true];
    for (const [index, one] of silent.entries()) {
      const mark = asked[index];
      if (mark === undefined || !made[index]) continue;
      const said = await testimonyOf(rpc, mark, hour);
      if (said === null) isRead = false;
      if (said === 'spent') spent.add(one.address);
      if (said === null || said === 'spent') continue;
      // The alert is raised before the testimony is stored: a stored testimony is not looked at again, so a lost alert
      // would not be raised later.
      if (said.seen?.root !== lock.root) await raiseAlert(...alertOf(lock, one, said));
      if (await saveTestimony(db, one, said)) isNews = true;
      known = null;
    }
    if (isOver && isRead) watched.over.add(answering);
    // Then no single node has hidden a mark from all looks.
    if (watched.over.size >= rpc.enough) settle(lock.round);
    return isNews;
  }

  return async () => {
    if (isRecent(lookedAt, now(), LOOK_MS)) return false;
    lookedAt = now();
    const lock = await locked();
    const watched = lock && (await watchedOf(lock));
    if (watched === null) return false;
    try {
      return await look(watched);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      console.warn(error.message);
      return false;
    }
  };
}

/**
 * The testimony that made a watcher's mark; `spent` if something else made the mark; null while too few nodes show what
 * made it.
 */
async function testimonyOf(rpc: Rpc, mark: MarkAsked, hour: WitnessedHour): Promise<SaidTestimony | 'spent' | null> {
  const found = await findMaker(rpc, mark);
  if (found.kind === 'no maker') return null;
  const { made, signature, slot, blockTime } = found;
  if (made.kind === 'other' || otherTestimony(made, blockTime, hour) !== null) return 'spent';
  return { seen: readWitnessMemo(made.memo)?.seen ?? null, signature, slot, blockTime };
}

function alertOf(
  lock: LockRecord,
  witness: Pick<TestimonyRow, 'name' | 'address'>,
  { seen, signature }: SaidTestimony,
): [string, string] {
  const what =
    seen === null
      ? `was shown no list of round ${lock.round}`
      : `saw another list of round ${lock.round}: root ${seen.root} of ${seen.entries} entries`;
  return [
    `witness:${lock.round}:${witness.address}`,
    `The watcher ${witness.name} ${what}. The published list has root ${lock.root} of ${lock.entries} entries. The watcher's testimony is ${signature}.`,
  ];
}
