import { Buffer } from 'node:buffer';
import { type Keypair, PublicKey } from '@solana/web3.js';
import type { Proof } from '../../src/contract/round.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { drawSeed, drawWinners } from '../../src/protocol/v1/drawWinners.ts';
import { ELIGIBLE_GOD } from '../world/holderAmounts.ts';
import type { World } from '../world/startWorld.ts';
import { type ChainTransaction, expectPaidOnce, payoutMarkOf, payoutsOf, transactionsOf } from './chainFacts.ts';
import type { Lottery } from './startLottery.ts';

/** Apart from prizes and rent, both transactions of a round together cost less than this. */
const MAX_COSTS = 400_000n;

export interface Played {
  readonly lottery: Lottery;
  readonly proof: Proof;
  /** What the pool held before the round. */
  readonly poolLamports: bigint;
}

/** The owners in the draw of a world in which nobody trades, with their base units, in draw order. */
function trueEntries(world: World): { readonly owners: string[]; readonly amounts: string[] } {
  const { ordinary, special } = world.holders;
  const amounts = new Map(ordinary.map((holder) => [holder.owner.toBase58(), holder.amount]));
  for (const key of [special.twoAccounts, special.programOwned]) {
    const held = world.holders.holdings.filter((each) => each.owner.equals(key));
    amounts.set(
      key.toBase58(),
      held.reduce((sum, each) => sum + each.amount, 0n),
    );
  }
  const entries = [...amounts]
    .filter(([, amount]) => amount >= ELIGIBLE_GOD)
    .sort(([a], [b]) => Buffer.compare(new PublicKey(a).toBuffer(), new PublicKey(b).toBuffer()));
  return { owners: entries.map(([owner]) => owner), amounts: entries.map(([, amount]) => `${amount}`) };
}

/**
 * Throws unless everything about a paid round is true, in a world in which nobody trades: its entries, its winners, and
 * its prizes to the lamport. They were paid once, and the pool has lost nothing else.
 */
export async function expectTruth(world: World, { lottery, proof, poolLamports }: Played): Promise<void> {
  const { round, root, randomness } = drawnFacts(proof);
  const { owners, amounts } = trueEntries(world);
  equal('entries', proof.snapshot?.entries, owners);
  equal('amounts', proof.snapshot?.amounts, amounts);
  const prizes = protocolOf(1).splitPrize(lamports(poolLamports)).places;
  const drawn = drawWinners(owners, drawSeed(round, root, randomness), prizes.length);
  const winners = drawn.map((owner, i) => [owner, `${prizes[i]}`]);
  equal(
    'winners',
    proof.winners?.map(({ address, lamports: won }) => [address, won]),
    winners,
  );
  const pool = lottery.pool.publicKey;
  await expectPaidOnce(world, pool, proof);
  const [payout] = await payoutsOf(world, pool, round);
  const rent = BigInt(await world.runtime.connection.getMinimumBalanceForRentExemption(1));
  equal('the mark', payout?.changes.get((await payoutMarkOf(pool, proof)).toBase58()), rent);
  // The next round may be on chain by now, so the list of transactions and the balance have to be read at the same
  // moment.
  const { sent, left } = await spendingOf(world, pool);
  const commitments = sent.filter(({ memo }) => memo.includes('GOD1 commit '));
  const later = sent.filter(({ memo }) => memo.includes('GOD1 payout ') && !memo.includes(` round=${round} `));
  const prizesAndMarks = (each: ChainTransaction) => -(each.changes.get(pool.toBase58()) ?? 0n);
  const costs =
    poolLamports -
    prizes.reduce((sum, prize) => sum + prize, 0n) -
    (1n + BigInt(commitments.length)) * rent -
    later.map(prizesAndMarks).reduce((sum, lost) => sum + lost, 0n) -
    left;
  if (costs < 0n || costs > MAX_COSTS) throw new Error(`the pool has lost ${costs} lamports beside prizes and rents`);
}

/** Everything that the pool wallet has signed, and its balance after exactly these transactions. */
async function spendingOf(world: World, pool: PublicKey) {
  const list = () => transactionsOf(world, pool, '');
  for (let sent = await list(); ; ) {
    const left = BigInt(await world.runtime.connection.getBalance(pool, 'confirmed'));
    const after = await list();
    if (after.length === sent.length) return { sent, left };
    sent = after;
  }
}

/** Throws when the pool wallet has sent anything since it was funded with `poolLamports`, or has less. */
export async function expectUntouched(world: World, pool: Keypair, poolLamports: bigint): Promise<void> {
  const left = BigInt(await world.runtime.connection.getBalance(pool.publicKey, 'confirmed'));
  equal('the pool', left, poolLamports);
}

function drawnFacts({ roundNumber, snapshot, beacon }: Proof): { round: number; root: string; randomness: string } {
  const [root, randomness] = [snapshot?.root, beacon?.randomness];
  if (root === undefined || randomness === undefined || randomness === null)
    throw new Error(`round ${roundNumber} has not been drawn`);
  return { round: roundNumber, root, randomness };
}

function equal(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [found, expected].map((value) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)),
  );
  if (a !== b) throw new Error(`${what}: ${a}\nthe truth: ${b}`);
}
