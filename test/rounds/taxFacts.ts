import { Keypair, SystemProgram } from '@solana/web3.js';
import { expect } from 'vitest';
import type { TaxCycleAnswer } from '../../src/contract/tax.ts';
import { associatedAccount } from '../world/associatedAccount.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { transactionsOf } from './chainFacts.ts';
import type { TaxLottery } from './startTax.ts';

export const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
export const stepUnits = (cycle: TaxCycleAnswer, name: string) =>
  sum(cycle.steps.filter((step) => step.name === name).map((step) => BigInt(step.units)));
export const lineUnits = (cycle: TaxCycleAnswer) => sum(cycle.lines.map((line) => BigInt(line.units)));

/** Rent of the tax wallet's token account, made in its first cycle. */
export async function rentOfOurAccount({ world }: TaxLottery): Promise<bigint> {
  return BigInt(await world.runtime.connection.getMinimumBalanceForRentExemption(182));
}

/** Takes SOL from the tax wallet until `lamports` are left. */
export async function leave(tax: TaxLottery, lamports: bigint): Promise<void> {
  const { taxWallet, runtime } = tax.world;
  const surplus = (await tax.sol(taxWallet.publicKey)) - lamports - 5_000n;
  const transfer = { fromPubkey: taxWallet.publicKey, toPubkey: Keypair.generate().publicKey, lamports: surplus };
  await sendTransaction(runtime.connection, [SystemProgram.transfer(transfer)], [taxWallet]);
}

/** Throws unless the chain has exactly one swap and one distribution of the only cycle. */
export async function expectOnce(tax: TaxLottery): Promise<void> {
  const wallet = tax.world.taxWallet.publicKey;
  expect(await transactionsOf(tax.world, wallet, 'GOD1 tax cycle=')).toHaveLength(1);
  const { connection } = tax.world.runtime;
  const account = associatedAccount(tax.world.mint, wallet);
  const touched = await connection.getSignaturesForAddress(account, { limit: 100 }, 'confirmed');
  const sales = await Promise.all(
    touched
      .filter((row) => row.err === null)
      .map(async ({ signature }) => {
        const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
        const meta = (await connection.getTransaction(signature, options))?.meta;
        const held = (
          balances: typeof meta extends null | undefined ? never : NonNullable<typeof meta>['preTokenBalances'],
        ) => BigInt(balances?.find((each) => each.owner === wallet.toBase58())?.uiTokenAmount.amount ?? 0);
        return held(meta?.postTokenBalances) < held(meta?.preTokenBalances);
      }),
  );
  expect(sales.filter(Boolean)).toHaveLength(1);
}
