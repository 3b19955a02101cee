import { base58 } from '@scure/base';
import { Keypair, SystemProgram } from '@solana/web3.js';
import type { Address } from '../../src/address/address.ts';
import { address } from '../../src/address/address.ts';
import { markInstructions, prizeInstructions, signTransaction } from '../../worker/chain/signing/transactions.ts';
import { writeCheckpoint } from '../../worker/store/rounds/checkpoints.ts';
import { createRoundStore } from '../../worker/store/rounds/rounds.ts';
import { createTaxStore } from '../../worker/store/tax/taxCycles.ts';
import { ADMIN, POOL as POOL_WALLET } from '../domain/distributionWallets.ts';
import { databaseWithConfig } from './databaseWithConfig.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from './honestRound.ts';
import { CONFIG, wholeCycle } from './wholeTaxCycle.ts';

/** The pool whose month it is: its transactions are really signed. */
const KEY = Keypair.fromSeed(new Uint8Array(32).fill(42));
export const POOL: Address = address(KEY.publicKey.toBase58());

/** Unix seconds of 1 November 2026 and 1 December 2026. */
export const NOVEMBER = Date.UTC(2026, 10, 1) / 1000;
export const DECEMBER = Date.UTC(2026, 11, 1) / 1000;
export const RENT = 897_840n;
/** 250,000 units at 0.3 micro-lamports and so on: the fee is rounded up by the chain. */
export const PRICES = [300_001, 1_000_000, 100_000] as const;
const UNITS = 250_000n;

/** The network fee for one signature and a compute price, computed by hand. */
export const feeAt = (price: number) => 5_000n + (UNITS * BigInt(price) + 999_999n) / 1_000_000n;
/** What one round pays, and what the pool gets of one cycle. */
export const PRIZES = WINNERS_1000.reduce((sum, { lamports }) => sum + lamports, 0n);
export const POOL_SHARE = 14_000n;
export const OPENING = 50_000_000_000n;

/** A database whose lottery pays its tax to `POOL`. */
export async function monthDatabase(): Promise<D1Database> {
  return databaseWithConfig({ version: CONFIG.version, wallets: [{ ...POOL_WALLET, address: POOL }, ADMIN] });
}

let made = 0;

/** Signs as the pool and writes it down as landed in a slot, or as `state` says. */
export async function journalled(
  db: D1Database,
  given: {
    readonly key: string;
    readonly price: number;
    readonly slot: number;
    readonly state?: 'finalized' | 'failed';
    readonly proof?: string;
    readonly attempt?: number;
  },
): Promise<string> {
  const { key, price, slot, state = 'finalized', proof = null, attempt = 0 } = given;
  const isPayout = key.startsWith('payout:');
  const seed = `mark ${++made}`;
  const blockhash = base58.encode(new Uint8Array(32).fill(made));
  const instructions = [
    ...markInstructions(KEY.publicKey, seed, RENT),
    ...(isPayout ? prizeInstructions(KEY.publicKey, WINNERS_1000) : []),
    // To its own address, so that no money leaves.
    SystemProgram.transfer({ fromPubkey: KEY.publicKey, toPubkey: KEY.publicKey, lamports: 1_000_000n }),
  ];
  const signed = signTransaction(KEY, {
    blockhash: { blockhash, lastValidBlockHeight: 1, slot },
    computePrice: price,
    instructions,
  });
  await db
    .prepare(
      `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, slot, proof)
       VALUES (?1, ?2, ?3, ?4, ?5, '', 1, ?6, 1, ?7, ?8)`,
    )
    .bind(key, attempt, state, signed.bytes, signed.signature, slot - 2, state === 'failed' ? null : slot, proof)
    .run();
  return signed.signature;
}

/** A round that ended at a unix second and was paid in a slot, by the pool or by hand. */
export async function paidRound(
  db: D1Database,
  {
    round,
    endsAt,
    slot,
    signature,
  }: { readonly round: number; readonly endsAt: number; readonly slot: number; readonly signature: string },
): Promise<void> {
  const rounds = createRoundStore(db, () => endsAt * 1000 + 900);
  await rounds.insertLock({ ...lockOf(round, DOCUMENTS, endsAt), wallet: POOL }, DOCUMENTS, `lock-${round}`);
  const commitment = { ...COMMITMENT, signature: `${COMMITMENT.signature}-${round}`, blockTime: endsAt - 30 };
  await rounds.commit(round, { ...commitment, final: true });
  await rounds.draw(round, BEACON_1000, WINNERS_1000);
  await rounds.pay(round, signature, slot);
}

/** A cycle that began at a unix second, which is its id, and paid in a slot; null: the journal has lost it. */
export async function paidCycle(db: D1Database, id: number, slot: number | null): Promise<void> {
  await wholeCycle(
    createTaxStore(db, () => id * 1000),
    id,
  );
  await db.batch([
    db.prepare(`UPDATE tax_lines SET address = ? WHERE cycle = ? AND address = ?`).bind(POOL, id, POOL_WALLET.address),
    db.prepare(`UPDATE tax_steps SET signature = name || '-' || part || '-' || cycle WHERE cycle = ?`).bind(id),
  ]);
  if (slot === null) return;
  await db
    .prepare(
      `INSERT INTO journal (key, attempt, state, bytes, signature, blockhash, last_valid_block_height, signed_slot, signed_at, slot)
       VALUES (?1, 0, 'finalized', '', ?2, '', 1, ?3, 1, ?3)`,
    )
    .bind(`tax:${id}:distribute:0`, `distribute-0-${id}`, slot)
    .run();
}

/** What the reconciler notes: the pool's balance at a slot. */
export const noted = (db: D1Database, at: number, slot: number, lamports: bigint) =>
  writeCheckpoint(db, { wallet: POOL, slot, takenAt: at * 1000, lamports });
