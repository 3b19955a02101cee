import { lamports } from '../../src/money/lamports.ts';
import { CURRENT_PROTOCOL } from '../../src/protocol/protocolOf.ts';
import { PLACES } from '../../src/protocol/versions.ts';
import { checkLimits } from '../../src/round/checkLimits.ts';
import { isLockWindow, roundEndsAt, roundLocksAt } from '../../src/round/clock.ts';
import type { RollOverReason } from '../../src/round/state.ts';
import type { Answer } from '../chain/agree.ts';
import { type Balance, isSameBalance } from '../chain/agreeOnBalance.ts';
import { agreeOnRent } from '../chain/readChain.ts';
import { Implausible, NodesDisagree, RpcError, TooFast } from '../chain/rpcError.ts';
import { TooManyHolders } from '../chain/tooManyHolders.ts';
import { MAX_FEE_LAMPORTS } from '../chain/transactions.ts';
import { AGAIN, type Step, waitFor } from '../engine/step.ts';
import { isPausedAt, pausesSince } from '../store/pauses.ts';
import { owedByHeldRounds, prizesSince } from '../store/winners.ts';
import type { RoundContext } from './context.ts';
import { isSameDraw } from './isSameDraw.ts';
import { type LeastBalance, leastBalance } from './leastBalance.ts';
import { type EntriesRead, publishedExclusions } from './readEntries.ts';
import { type LockFacts, readLockFacts } from './readLockFacts.ts';

const RETRY_MS = 1_000;
/** Rounds whose last problem is remembered. */
const MOST_PROBLEMS = 100;
const DAY_SECONDS = 86_400;
const GUARD_BYTES = 1;

/**
 * Why the last attempt to lock a round failed: the reason it will get if none succeeds. Memory only; lost means
 * `missed`.
 */
export interface LockProblem {
  readonly round: number;
  readonly reason: Extract<RollOverReason, 'missed' | 'snapshot-unreliable' | 'nodes-disagree'>;
  /** What the last attempt failed on, for operators; null when nothing was tried. */
  readonly detail: string | null;
}

/** What the nodes agree on. */
interface AgreedFacts {
  readonly read: EntriesRead;
  readonly pool: Balance;
  /** Rent of an empty account and of the guard, lamports. */
  readonly rentMinimum: bigint;
  readonly guardRent: bigint;
}

/**
 * The lock: reads holders, pool and rent from all nodes, fixes entries, exclusions and prizes, and stores them. Every
 * limit is checked here, before anything is committed.
 */
export function createLockRound(context: RoundContext) {
  const { settings, rounds, now, newId, db } = context;
  const problems = new Map<number, LockProblem>();

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
      await store(round, await agreeOnFacts(context));
      return AGAIN;
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (error instanceof TooManyHolders) await context.raiseAlert(`too-many-holders:${round}`, `${error.summary}.`);
      // An attempt that got no answer at all says less than one before it that did.
      const reason = reasonOf(error) ?? problemOf(round).reason;
      if (problems.size >= MOST_PROBLEMS) problems.clear();
      problems.set(round, { round, reason, detail: error.summary });
      console.warn(`round ${round}: cannot lock yet: ${error.message}`);
      return waitFor(context, RETRY_MS, error.summary);
    }
  }

  function problemOf(round: number): LockProblem {
    return problems.get(round) ?? { round, reason: 'missed', detail: null };
  }

  async function store(round: number, { read, pool, rentMinimum, guardRent }: AgreedFacts): Promise<void> {
    const endsAt = roundEndsAt(settings.clock, round);
    const takenAt = now();
    const reason =
      read.entries.length === 0
        ? 'no-eligible-wallets'
        : checkLimits(CURRENT_PROTOCOL.splitPrize(pool.lamports), Math.min(PLACES, read.entries.length), {
            pool: pool.lamports,
            rentMinimum: lamports(rentMinimum),
            costs: lamports(2n * MAX_FEE_LAMPORTS + guardRent + (await owedByHeldRounds(db))),
            paidLastDay: settings.maxDailyPayout === null ? 0n : await prizesSince(db, endsAt - DAY_SECONDS),
            dailyCap: settings.maxDailyPayout,
          });
    // Reading took time: the window may have closed meanwhile, and a lock in the last seconds cannot be committed.
    if (!isLockWindow(settings.clock, round, Math.floor(now() / 1000))) return;
    if (reason !== null) {
      await rounds.insertUnlocked([{ round, endsAt, state: 'rolled-over', reason, detail: limitText(pool, read) }]);
      return;
    }
    const documents = {
      leaves: CURRENT_PROTOCOL.joinLeaves(read.entries),
      rules: {
        rules: CURRENT_PROTOCOL.version,
        mint: settings.mint,
        threshold: CURRENT_PROTOCOL.threshold.toString(),
        top: settings.drawTopHolders,
        excluded: publishedExclusions(read.excluded),
      },
    };
    const fixed = CURRENT_PROTOCOL.fixRound({
      round,
      endsAt,
      takenAt,
      wallet: settings.pool.address,
      slot: read.snapshot.slot,
      leaves: documents.leaves,
      rules: documents.rules,
      pool: pool.lamports,
      beacon: settings.beacon,
    });
    await rounds.insertLock(fixed, documents, newId());
  }

  return { lock, problemOf };
}

/** The figures that a limit was checked against, for operators. */
const limitText = (pool: Balance, read: EntriesRead) =>
  `the pool held ${pool.lamports} lamports at slot ${pool.slot}, with ${read.entries.length} wallets in the draw`;

/**
 * No single node decides who is in the draw or what the prizes are. Throws an RpcError while the nodes do not agree.
 */
async function agreeOnFacts(context: RoundContext): Promise<AgreedFacts> {
  const { rpc, settings, rounds, db } = context;
  const [rentMinimum, guardRent] = await Promise.all([agreeOnRent(rpc, 0), agreeOnRent(rpc, GUARD_BYTES)]);
  const [least, newestPayoutSlot] = await Promise.all([leastBalance(db, guardRent), rounds.newestPayoutSlot()]);
  const answers = withoutTooLow(
    rpc,
    await rpc.gather('the holders and the pool', (node) => readLockFacts(context, node, newestPayoutSlot)),
    least,
  );
  const reads = answers.map(({ node, value }) => ({ node, value: value.read }));
  const pools = answers.map(({ node, value }) => ({ node, value: value.pool }));
  const read = await rpc.weigh({ about: 'the holders', isSame: (a, b) => isSameDraw(settings.mint, a, b) }, reads);
  const pool = await rpc.weigh(
    { about: "the pool's balance", isSame: (a, b) => isSameBalance(settings.pool.address, a, b) },
    pools,
  );
  return { read, pool, rentMinimum, guardRent };
}

/**
 * A pool that holds less than checkpoint and journal leave is a lie when another node shows more. When all show it,
 * it is an outflow that nobody journaled: nothing is locked, and the reconciler tells a person.
 */
function withoutTooLow(
  rpc: RoundContext['rpc'],
  answers: readonly Answer<LockFacts>[],
  least: LeastBalance | null,
): readonly Answer<LockFacts>[] {
  const isLow = ({ value: { pool } }: Answer<LockFacts>) =>
    least !== null && pool.slot > least.afterSlot && pool.lamports < least.lamports;
  const high = answers.filter((answer) => !isLow(answer));
  const [first] = answers;
  if (high.length === 0 && first !== undefined)
    throw new Implausible(first.node.label, 'getBalance', 'the pool holds less than the journal leaves');
  for (const { node } of answers.filter(isLow))
    rpc.distrust(node, "the pool's balance", 'it is less than the journal leaves');
  return high;
}

/** What a failed attempt says of the round; null when it says nothing but that no node answered. */
function reasonOf(error: RpcError): LockProblem['reason'] | null {
  if (error instanceof NodesDisagree) return 'nodes-disagree';
  const isUnreliable = [Implausible, TooFast, TooManyHolders].some((kind) => error instanceof kind);
  return isUnreliable ? 'snapshot-unreliable' : null;
}
