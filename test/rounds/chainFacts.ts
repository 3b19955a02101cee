import { PublicKey, SystemProgram } from '@solana/web3.js';
import type { Proof } from '../../src/contract/round.ts';
import type { World } from '../world/startWorld.ts';

/** A successful transaction that a wallet signed, as the chain shows it. */
export interface ChainTransaction {
  readonly signature: string;
  readonly memo: string;
  /** Account → lamports gained (negative: lost). */
  readonly changes: ReadonlyMap<string, bigint>;
  /**
   * Lamports that the network kept, computed from all balances, because the local node's own figure leaves priority
   * fees out.
   */
  readonly cost: bigint;
}

/**
 * Every successful transaction that `wallet` signed and whose memo contains `memo`, newest first; look-alikes of
 * strangers are left out. An empty `memo` finds all transactions, also those without a memo.
 */
export async function transactionsOf(world: World, wallet: PublicKey, memo: string): Promise<ChainTransaction[]> {
  const { connection } = world.runtime;
  const listed = await connection.getSignaturesForAddress(wallet, { limit: 1000 }, 'confirmed');
  const found = listed.filter((row) => row.err === null && (row.memo ?? '').includes(memo));
  const read = await Promise.all(
    found.map(async (row) => {
      const transaction = await connection.getTransaction(row.signature, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: 1,
      });
      if (!transaction?.meta) throw new Error(`${row.signature} is listed and cannot be read`);
      const { preBalances, postBalances } = transaction.meta;
      const { staticAccountKeys: keys, header } = transaction.transaction.message;
      if (!keys.slice(0, header.numRequiredSignatures).some((key) => key.equals(wallet))) return null;
      const changes = keys.map(
        (key, i) => [key.toBase58(), BigInt(postBalances[i] ?? 0) - BigInt(preBalances[i] ?? 0)] as const,
      );
      return {
        signature: row.signature,
        memo: row.memo ?? '',
        changes: new Map(changes),
        cost: total(preBalances) - total(postBalances),
      };
    }),
  );
  return read.filter((transaction) => transaction !== null);
}

const total = (lamports: readonly number[]): bigint => lamports.reduce((sum, each) => sum + BigInt(each), 0n);

/** Payouts of a round that the pool wallet signed, found by their memo, whoever sent them. */
export function payoutsOf(world: World, pool: PublicKey, round: number): Promise<ChainTransaction[]> {
  return transactionsOf(world, pool, `GOD1 payout round=${round} `);
}

/**
 * Throws unless the chain holds exactly one payout of the round, and it gives each winner of the proof exactly its prize, the mark
 * its rent, and nobody else anything.
 */
export async function expectPaidOnce(world: World, pool: PublicKey, proof: Proof): Promise<void> {
  const payouts = await payoutsOf(world, pool, proof.roundNumber);
  const [payout] = payouts;
  if (payouts.length !== 1 || payout === undefined)
    throw new Error(`round ${proof.roundNumber} has ${payouts.length} payouts on chain`);
  if (payout.signature !== proof.payout?.signature)
    throw new Error(`the proof names ${proof.payout?.signature}, the chain has ${payout.signature}`);
  const mark = (await payoutMarkOf(pool, proof)).toBase58();
  const gained = [...payout.changes].filter(([account, change]) => change > 0n && account !== mark);
  const stated = (proof.winners ?? []).map((winner) => [winner.address, BigInt(winner.lamports)] as const);
  const text = (rows: readonly (readonly [string, bigint])[]) =>
    rows
      .map(([account, change]) => `${account} ${change}`)
      .sort()
      .join('\n');
  if (stated.length === 0 || text(gained) !== text(stated))
    throw new Error(`chain:\n${text(gained)}\nproof:\n${text(stated)}`);
}

/** Throws when a transaction of the pool has given anybody a lamport, except for the marks of commitments and terms. */
export async function expectNothingPaid(world: World, pool: PublicKey): Promise<void> {
  const rent = BigInt(await world.runtime.connection.getMinimumBalanceForRentExemption(1));
  for (const { signature, memo, changes } of await transactionsOf(world, pool, '')) {
    const gains = [...changes].filter(([, change]) => change > 0n);
    const isMark = /GOD1 (?:commit|terms) /.test(memo) && gains.length === 1 && gains[0]?.[1] === rent;
    const gained = (isMark ? [] : gains).map(([account, change]) => `${account} ${change}`);
    if (gained.length > 0) throw new Error(`${signature} paid ${gained.join(', ')}`);
  }
}

/** The address that marks the round's hour as paid. */
export function payoutMarkOf(pool: PublicKey, proof: Proof): Promise<PublicKey> {
  return PublicKey.createWithSeed(pool, `payout:${Date.parse(proof.endsAt) / 1000}`, SystemProgram.programId);
}

/** Unix seconds of the chain's newest block. */
export async function chainTime(world: World): Promise<number> {
  const { connection } = world.runtime;
  return (await connection.getBlockTime(await connection.getSlot('confirmed'))) ?? 0;
}
