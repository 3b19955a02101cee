import { TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { MAX_WALLETS } from '../../src/distribution/wallet.ts';
import { HARVEST_ACCOUNTS } from '../../worker/chain/signing/taxTransactions.ts';
import { tokenAccountBytes } from '../world/tokenAccountBytes.ts';
import { newWallet, type TaxLottery } from './startTax.ts';

/** The most that one cycle harvests, in transactions. */
const MOST_HARVESTS = 40;
/** Holders that a world needs for it. */
export const HOLDERS = MOST_HARVESTS * HARVEST_ACCOUNTS + 10;
const FEE_PERCENT = 1n;

/** Makes the next cycle the largest there can be: fees withheld in the accounts of all holders, and 200 receivers. */
export async function makeLargest(tax: TaxLottery): Promise<void> {
  const { runtime, holders, mint } = tax.world;
  const lamports = BigInt(await runtime.connection.getMinimumBalanceForRentExemption(182));
  for (const holder of holders.ordinary) {
    const fee = (holder.amount * FEE_PERCENT) / 100n;
    const data = Buffer.from(tokenAccountBytes({ ...holder, mint, amount: holder.amount - fee, associated: true }));
    // The last extension is the withheld fee. It gets what a transfer of this amount would have left there.
    data.writeBigUInt64LE(fee, data.length - 8);
    await runtime.setAccount(holder.tokenAccount, { lamports, owner: TOKEN_2022_PROGRAM_ID, data });
  }
  const extra = Array.from({ length: MAX_WALLETS - 2 }, (_, i) => newWallet(i, 0.5));
  for (const { address } of extra) await runtime.fundSol(new PublicKey(address), 1_000_000_000n);
  await tax.configure(({ wallets }) => [...wallets.map((wallet) => ({ ...wallet, percentage: 0.5 })), ...extra]);
}
