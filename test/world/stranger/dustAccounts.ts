import { randomBytes } from 'node:crypto';
import { TOKEN_2022_PROGRAM_ID } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import type { Runtime } from '../startRuntime.ts';
import { tokenAccountBytes } from '../tokenAccountBytes.ts';

export interface Dust {
  readonly mint: PublicKey;
  readonly count: number;
  /** Base units in each; 0 for empty accounts. */
  readonly amount: bigint;
  /**
   * The account that the GOD is taken from, so that all amounts still add up to the supply; nobody else may change it
   * meanwhile. Null when no GOD is needed.
   */
  readonly from: PublicKey | null;
}

const PLAIN_ACCOUNT_BYTES = 178;
const AMOUNT_AT = 64;
/** Calls in flight. The node serves one after the other, so more calls would only fill its queue. */
const PARALLEL = 16;

/**
 * Writes token accounts of owners that never existed straight into the chain's state, about a thousand a second. The accounts are
 * returned. Throws a RangeError when `from` holds too little, before anything is written.
 */
export async function dustAccounts(runtime: Runtime, dust: Dust): Promise<PublicKey[]> {
  const { mint, count, amount, from } = dust;
  if (from !== null) await takeFrom(runtime, from, amount * BigInt(count));
  const lamports = BigInt(await runtime.connection.getMinimumBalanceForRentExemption(PLAIN_ACCOUNT_BYTES));
  const accounts = Array.from({ length: count }, () => new PublicKey(randomBytes(32)));
  const queue = accounts.values();
  const write = async (): Promise<void> => {
    for (const account of queue) {
      const data = tokenAccountBytes({ mint, owner: new PublicKey(randomBytes(32)), amount, associated: false });
      await runtime.setAccount(account, { lamports, owner: TOKEN_2022_PROGRAM_ID, data });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, write));
  return accounts;
}

async function takeFrom(runtime: Runtime, account: PublicKey, amount: bigint): Promise<void> {
  const before = await runtime.connection.getAccountInfo(account, 'processed');
  const data = Buffer.from(before?.data ?? []);
  const held = data.length < AMOUNT_AT + 8 ? 0n : data.readBigUInt64LE(AMOUNT_AT);
  if (before === null || held < amount) throw new RangeError(`${account} holds ${held}, less than ${amount}`);
  data.writeBigUInt64LE(held - amount, AMOUNT_AT);
  await runtime.setAccount(account, { lamports: BigInt(before.lamports), owner: TOKEN_2022_PROGRAM_ID, data });
}
