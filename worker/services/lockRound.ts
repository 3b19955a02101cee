import { PLACES } from '../../src/draw/drawWinners.ts';
import { fixRound, joinLeaves } from '../../src/draw/fixRound.ts';
import { lamports } from '../../src/money/lamports.ts';
import { checkLimits } from '../../src/payout/checkLimits.ts';
import { splitPrize } from '../../src/payout/splitPrize.ts';
import { isLockWindow, roundEndsAt, roundLocksAt } from '../../src/round/clock.ts';
import type { RollOverReason } from '../../src/round/state.ts';
import { ELIGIBILITY_THRESHOLD } from '../../src/token/god.ts';
import { readBalance, readBlockTime, readNewestBlockTime, readRentMinimum } from '../chain/readChain.ts';
import { RpcError } from '../chain/rpcError.ts';
import type { RpcNode } from '../chain/rpcNode.ts';
import { MAX_FEE_LAMPORTS } from '../chain/transactions.ts';
import { isPausedAt, pausesSince } from '../store/pauses.ts';
import { owedByHeldRounds, prizesSince } from '../store/winners.ts';
import { AGAIN, type RoundContext, type Step, waitFor } from './context.ts';
import { publishedExclusions } from './readEntries.ts';

/** A node whose newest block is older or newer than this is not trusted with a lock. */
const MAX_CLOCK_SKEW_SECONDS = 10;
/** Finality takes about 13 s on mainnet; much more is a stalled view. */
const MAX_SNAPSHOT_AGE_SECONDS = 45;
const RETRY_MS = 1_000;
const DAY_SECONDS = 86_400;
const GUARD_BYTES = 1;

/** A node answered, but what it said cannot be the whole and current truth. The next node is asked. */
class UnreliableSnapshot extends RpcError {}

/** Why the last attempt to lock a round failed: the reason it will get if none succeeds. Memory only; lost means `missed`. */
export interface LockProblem {
  readonly round: number;
  readonly reason: Extract<RollOverReason, 'missed' | 'snapshot-unreliable'>;
}

/**
 * The lock: reads holders, pool and rent from one node, fixes entries, exclusions and prizes, and stores them. Every limit is
 * checked here, before anything is committed.
 */
export function createLockRound(context: RoundContext) {
  const { settings, rounds, rpc, readEntries, now, newId, db } = context;
  let problem: LockProblem | null = null;

  async function lock(round: number): Promise<Step> {
    const unix = Math.floor(now() / 1000);
    if (!isLockWindow(settings.clock, round, unix)) {
      const next =
        unix < roundLocksAt(settings.clock, round)
          ? roundLocksAt(settings.clock, round)
          : roundEndsAt(settings.clock, round);
      return { kind: 'wait', until: next * 1000 };
    }
    if (isPausedAt(await pausesSince(db, now()), now())) return waitFor(context, RETRY_MS);
    try {
      await rpc.read((node) => lockAt(node, round));
      return AGAIN;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (error instanceof UnreliableSnapshot) problem = { round, reason: 'snapshot-unreliable' };
      console.warn(`round ${round}: cannot lock yet: ${error.message}`);
      return waitFor(context, RETRY_MS, error.summary);
    }
  }

  async function lockAt(node: RpcNode, round: number): Promise<void> {
    const endsAt = roundEndsAt(settings.clock, round);
    const skew = (await readNewestBlockTime(node)) - now() / 1000;
    if (Math.abs(skew) > MAX_CLOCK_SKEW_SECONDS) {
      throw new UnreliableSnapshot(
        node.label,
        'getBlockTime',
        `the newest block is ${skew.toFixed(0)} s off our clock`,
      );
    }
    const [read, pool, rentMinimum, guardRent] = await Promise.all([
      readEntries(node, 'finalized'),
      readBalance(node, settings.pool.address, 'finalized'),
      readRentMinimum(node, 0),
      readRentMinimum(node, GUARD_BYTES),
    ]);
    if (!read.snapshot.isComplete) {
      throw new UnreliableSnapshot(node.label, 'getProgramAccounts', 'the holders do not add up to the supply');
    }
    await mustBeFresh(node, round, Math.min(read.snapshot.slot, pool.slot));
    const takenAt = now();
    const reason =
      read.entries.length === 0
        ? 'no-eligible-wallets'
        : checkLimits(splitPrize(pool.lamports), Math.min(PLACES, read.entries.length), {
            pool: pool.lamports,
            rentMinimum,
            costs: lamports(2n * MAX_FEE_LAMPORTS + guardRent + (await owedByHeldRounds(db))),
            paidLastDay: settings.maxDailyPayout === null ? 0n : await prizesSince(db, endsAt - DAY_SECONDS),
            dailyCap: settings.maxDailyPayout,
          });
    // Reading took time: the window may have closed meanwhile, and a lock in the last seconds cannot be committed.
    if (!isLockWindow(settings.clock, round, Math.floor(now() / 1000))) return;
    if (reason !== null) {
      await rounds.insertUnlocked([{ round, endsAt, state: 'rolled-over', reason }]);
      return;
    }
    const documents = {
      leaves: joinLeaves(read.entries),
      rules: {
        rules: 1 as const,
        mint: settings.mint,
        threshold: ELIGIBILITY_THRESHOLD.toString(),
        top: settings.drawTopHolders,
        excluded: publishedExclusions(read.excluded),
      },
    };
    const fixed = fixRound({
      round,
      endsAt,
      wallet: settings.pool.address,
      slot: read.snapshot.slot,
      takenAt,
      leaves: documents.leaves,
      rules: documents.rules,
      pool: pool.lamports,
      beacon: settings.beacon,
    });
    await rounds.insertLock(fixed, documents, newId());
  }

  /** Finality may stall behind a living head, and a node may not know our last payment yet: both would be the wrong list or pool. */
  async function mustBeFresh(node: RpcNode, round: number, slot: number): Promise<void> {
    const age = now() / 1000 - (await readBlockTime(node, slot));
    if (age > MAX_SNAPSHOT_AGE_SECONDS) {
      throw new UnreliableSnapshot(
        node.label,
        'getProgramAccounts',
        `its finalized view for round ${round} is ${age.toFixed(0)} s old`,
      );
    }
    if (slot < (await rounds.newestPayoutSlot())) {
      throw new UnreliableSnapshot(node.label, 'getBalance', 'its finalized view is older than our last payment');
    }
  }

  return { lock, problemOf: (round: number) => (problem?.round === round ? problem.reason : 'missed') };
}
export type LockRound = ReturnType<typeof createLockRound>;
