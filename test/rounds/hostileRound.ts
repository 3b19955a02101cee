import { Keypair, PublicKey } from '@solana/web3.js';
import type { Proof } from '../../src/contract/round.ts';
import { ELIGIBLE_GOD } from '../world/holderAmounts.ts';
import type { Mark } from '../world/nodes/lie.ts';
import { type Node, startNode } from '../world/nodes/startNode.ts';
import type { ProxyRule } from '../world/startProxy.ts';
import type { World } from '../world/startWorld.ts';
import { payoutsOf } from './chainFacts.ts';
import { eventually } from './eventually.ts';
import { expectTruth, expectUntouched } from './expectTruth.ts';
import { isTooSlow, type Lottery, MOST_TRIES, startLottery, TooSlow, wake } from './startLottery.ts';

export interface HostileRound {
  /** What one node does, given what it knows of the lottery. */
  readonly behaviour: (mark: Mark) => ProxyRule | Promise<ProxyRule>;
  /**
   * When it begins: from the start, before the lock (after it was honest about a first checkpoint), or from the
   * commitment on.
   */
  readonly from?: 'start' | 'lock' | 'commitment';
  /** The number of honest nodes. */
  readonly honest?: number;
  /** How each honest node behaves meanwhile, by its number from 0, because an honest node may fail as well. */
  readonly beside?: (number: number) => ProxyRule;
  /** The hostile node's place in RPC_URLS; the first node is asked first. */
  readonly place?: number;
  /**
   * `paid`: the round is paid rightly during the lie. `rolled-over`: the truth cannot be decided, and nothing leaves
   * the pool. `safe`: either of the two, or the round is owed during the lie and is paid rightly afterwards.
   */
  readonly expected: 'paid' | 'rolled-over' | 'safe';
  /**
   * Whether the round may also be missed, because the lie may keep the terms from being read until it is too late to
   * lock.
   */
  readonly mayMiss?: boolean;
  /**
   * What an alert must say. It may come in a later round, because a node whose answer was not waited for has said
   * nothing yet.
   */
  readonly named?: RegExp;
}

export interface HostileOutcome {
  readonly proof: Proof;
  /** True when the round ended only after the behaviour did. */
  readonly hasWaited: boolean;
}

const POOL_LAMPORTS = 100_000_000_000n;
const SCHEDULE = { roundSeconds: 30, entryLockSeconds: 20 };
/** Added to the time of a start: enough for a first checkpoint before the lock. */
const CHECKPOINT_SECONDS = 5;
/** How long the result is waited for after the round's end; and how long a lie lasts that may delay what is owed. */
const PATIENCE_SECONDS = { paid: 150, 'rolled-over': 150, safe: 8 } as const;
const SETTLED = ['paid', 'rolled-over', 'held'] as const;
/** Reasons that mean that too few nodes agreed: about the terms, at the lock, or before anything could be signed. */
const UNDECIDED = ['missed', 'nodes-disagree', 'nodes-silent', 'commitment-late'];
const MORE_SECONDS = 25;

/**
 * Plays the first round of a lottery of its own with several nodes, one of them hostile, and throws unless it ends as
 * it must. A busy machine may keep a node from answering within its time limit, and the round from its lock: then
 * another lottery plays, with more time. An ending that the hostile node itself causes happens there as well.
 */
export async function playHostileRound(world: World, round: HostileRound): Promise<HostileOutcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await playOnce(world, round, (tries - 1) * MORE_SECONDS);
    } catch (error) {
      if (!(error instanceof TooSlow) || tries === MOST_TRIES) throw error;
      console.warn(`Played again: ${error.message}`);
    }
  }
}

async function playOnce(world: World, round: HostileRound, moreSeconds: number): Promise<HostileOutcome> {
  const nodes = await Promise.all(Array.from({ length: 1 + (round.honest ?? 1) }, () => startNode(world.rpcUrl)));
  const pool = Keypair.generate();
  await world.runtime.fundSol(pool.publicKey, POOL_LAMPORTS);
  const behave = behaviourOf(world, nodes, round);
  if (round.from === 'start') await behave(pool.publicKey, 0);
  const lottery = await startLottery({
    world,
    pool,
    roundSeconds: SCHEDULE.roundSeconds + moreSeconds,
    entryLockSeconds: SCHEDULE.entryLockSeconds + moreSeconds,
    genesisTime: (startSeconds) => Math.ceil(Date.now() / 1000) + startSeconds + CHECKPOINT_SECONDS + moreSeconds - 10,
    overrides: { RPC_URLS: nodes.map((node) => node.url).join(',') },
    beforeWaking: ({ announced }) => untilFinal(world, announced.signature),
  });
  try {
    const outcome = await play(world, lottery, { ...round, behave, endAll: () => endAll(nodes) });
    await expectNothingBuriedAlive(world, lottery);
    return outcome;
  } finally {
    await lottery.stop();
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

type Behave = (pool: PublicKey, endsAt: number) => Promise<void>;

/** Begins the hostile behaviour, and with it the faults of the other nodes. */
function behaviourOf(world: World, nodes: readonly Node[], { behaviour, beside, place = 0 }: HostileRound): Behave {
  return async (pool, endsAt) => {
    nodes[place]?.behave(await behaviour(await markOf(world, pool, endsAt)));
    for (const [number, node] of nodes.filter((_, i) => i !== place).entries()) node.behave(beside?.(number) ?? null);
  };
}

function endAll(nodes: readonly Node[]): void {
  for (const node of nodes) node.behave(null);
}

interface Playing extends HostileRound {
  readonly behave: Behave;
  readonly endAll: () => void;
}

async function play(world: World, lottery: Lottery, round: Playing): Promise<HostileOutcome> {
  if (round.from !== 'start') {
    await untilReady(lottery);
    if (round.from === 'commitment') await lottery.until(1, ['committed', 'drawn', 'paid']);
    await round.behave(lottery.pool.publicKey, lottery.endsAt(1));
  }
  const inTime = lottery.endsAt(1) - Date.now() / 1000 + PATIENCE_SECONDS[round.expected];
  let proof = await lottery.until(1, SETTLED, inTime).catch(() => null);
  const hasWaited = proof === null;
  if (hasWaited) {
    if (round.expected !== 'safe')
      throw new Error(`not ${round.expected} in time: ${lottery.logs.slice(-20).join('\n')}`);
    const before = await payoutsOf(world, lottery.pool.publicKey, 1);
    if (before.length > 1) throw new Error('paid twice');
    round.endAll();
    proof = await lottery.until(1, SETTLED);
  }
  if (proof === null) throw new Error('the round has no end');
  // The lock was missed; or a node gave no answer in time and no node lied.
  const isSilent = round.expected === 'paid' && lottery.logs.some((line) => line.includes('no answer within'));
  if ((proof.reason === 'missed' && round.mayMiss !== true) || (isSilent && isTooSlow(proof)))
    throw new TooSlow(`${proof.reason}\n${lottery.logs.slice(-20).join('\n')}`);
  if (round.expected !== 'safe' && proof.state !== round.expected)
    throw new Error(`${proof.state} ${proof.reason ?? ''}\n${lottery.logs.slice(-20).join('\n')}`);
  await expectRight(world, lottery, { proof, hasWaited });
  const { named } = round;
  if (named !== undefined) {
    await eventually(
      () => messagesOf(lottery),
      (messages) => messages.some((message) => named.test(message)),
    );
  }
  return { proof, hasWaited };
}

async function expectRight(world: World, lottery: Lottery, { proof, hasWaited }: HostileOutcome): Promise<void> {
  if (proof.state === 'paid') return expectTruth(world, { lottery, proof, poolLamports: POOL_LAMPORTS });
  if (proof.state !== 'rolled-over' || !UNDECIDED.some((reason) => reason === proof.reason))
    throw new Error(`${proof.state} ${proof.reason ?? ''}\n${lottery.logs.slice(-20).join('\n')}`);
  // A round that could not be settled during the lie ends while later rounds are paid.
  if (!hasWaited) return expectUntouched(world, lottery.pool, POOL_LAMPORTS);
  const payouts = await payoutsOf(world, lottery.pool.publicKey, 1);
  if (payouts.length > 0) throw new Error('paid, and rolled over');
}

/**
 * Throws when an attempt counts as expired although it has landed, because the next attempt would pay a second time.
 */
export async function expectNothingBuriedAlive(world: World, lottery: Lottery): Promise<void> {
  const { results } = await (await lottery.worker.database())
    .prepare("SELECT signature FROM journal WHERE state IN ('expired', 'failed')")
    .all<{ signature: string }>();
  if (results.length === 0) return;
  const buried = results.map((row) => row.signature);
  const { value } = await world.runtime.connection.getSignatureStatuses(buried, { searchTransactionHistory: true });
  const alive = buried.filter((_, i) => value[i] && value[i].err === null);
  if (alive.length > 0) throw new Error(`counted as dead, and landed: ${alive.join(', ')}`);
}

/** Alerts that call a node a liar or say that nodes contradict each other; a slow machine makes nodes silent, never that. */
export async function accusationsOf(lottery: Lottery): Promise<string[]> {
  const database = await lottery.worker.database();
  const { results } = await database
    .prepare("SELECT message FROM alerts WHERE key LIKE 'node-lied:%' OR key LIKE 'nodes-disagree:%'")
    .all<{ message: string }>();
  return results.map((row) => row.message);
}

export async function messagesOf(lottery: Lottery): Promise<string[]> {
  const database = await lottery.worker.database();
  const { results } = await database.prepare('SELECT message FROM alerts').all<{ message: string }>();
  return results.map((row) => row.message);
}

/** What a lying node knows about the first round of a lottery; `endsAt` is in unix seconds. */
export async function markOf(world: World, pool: PublicKey, endsAt: number): Promise<Mark> {
  const [from, to] = world.holders.ordinary
    .filter((holder) => holder.amount >= 2n * ELIGIBLE_GOD)
    .map(({ owner, tokenAccount, amount }) => ({ owner, tokenAccount, amount }));
  const frozen = world.holders.holdings.find((each) => each.owner.equals(world.holders.special.frozen));
  if (from === undefined || to === undefined || frozen === undefined) throw new Error('this world has too few holders');
  const system = new PublicKey('11111111111111111111111111111111');
  return {
    mint: world.mint,
    pool,
    taxWallet: world.taxWallet.publicKey,
    holders: [from, to],
    frozen: frozen.tokenAccount,
    payoutMark: await PublicKey.createWithSeed(pool, `payout:${endsAt}`, system),
    round: 1,
    endsAt,
  };
}

/** Until then no look at the terms finds them, and the next look that would is the one at the lock. */
async function untilFinal({ runtime: { connection } }: World, signature: string): Promise<void> {
  await eventually(
    async () => (await connection.getSignatureStatuses([signature])).value[0]?.confirmationStatus,
    (status) => status === 'finalized',
  );
}

/**
 * Waits until the terms are known, and for the first checkpoint of the pool's balance. From then on, a balance that is
 * too low is detected. A lie that keeps the terms from being read keeps the lottery from beginning.
 */
async function untilReady(lottery: Lottery): Promise<void> {
  const database = await lottery.worker.database();
  await eventually(
    async () => {
      await wake(lottery.worker);
      return database
        .prepare('SELECT lamports FROM checkpoints WHERE EXISTS (SELECT 1 FROM terms)')
        .first<string>('lamports');
    },
    (lamports) => lamports !== null,
  );
  if (Date.now() / 1000 > lottery.locksAt(1)) throw new TooSlow('no checkpoint before the lock');
}
