import '../world/quietBindings.ts';
import {
  Connection,
  Keypair,
  NonceAccount,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTransaction } from '../world/sendTransaction.ts';
import { type Runtime, startRuntime } from '../world/startRuntime.ts';

const SOL = 1_000_000_000n;
/** The rent of the largest account here, and more. */
const RENT = 2_000_000;
const NONCE_BYTES = 80;
const SYSTEM = SystemProgram.programId;
const SEED = 'commit:1692806364';

let runtime: Runtime;
beforeAll(async () => {
  runtime = await startRuntime({ slotMs: 20 });
});
afterAll(() => runtime.stop());

/** A pool wallet, its mark, and what it can do to it. */
async function startPool() {
  const pool = Keypair.generate();
  const connection = new Connection(runtime.rpcUrl, 'confirmed');
  await runtime.fundSol(pool.publicKey, 10n * SOL);
  const mark = await PublicKey.createWithSeed(pool.publicKey, SEED, SYSTEM);
  const base = { basePubkey: pool.publicKey, seed: SEED };
  return {
    pool,
    mark,
    connection,
    allocation: (space: number) => SystemProgram.allocate({ accountPubkey: mark, ...base, space, programId: SYSTEM }),
    rent: SystemProgram.transfer({ fromPubkey: pool.publicKey, toPubkey: mark, lamports: RENT }),
    send: (...instructions: TransactionInstruction[]) => sendTransaction(connection, instructions, [pool]),
    bytes: async () => (await connection.getAccountInfo(mark))?.data.length ?? null,
  };
}

describe.concurrent('the account of a mark', () => {
  it('is still free after an allocation of no byte, which leaves its lamports there', async () => {
    const { allocation, rent, send, bytes } = await startPool();
    await send(rent, allocation(0));
    expect(await bytes()).toBe(0);
    await send(rent, allocation(1));
    expect(await bytes()).toBe(1);
  });

  it('can go away and come back as long as it has the bytes of a nonce account', async () => {
    const { pool, mark, connection, allocation, rent, send, bytes } = await startPool();
    const authorized = { noncePubkey: mark, authorizedPubkey: pool.publicKey };
    await send(rent, allocation(NONCE_BYTES), SystemProgram.nonceInitialize(authorized));
    expect(await bytes()).toBe(NONCE_BYTES);
    const { nonce } = NonceAccount.fromAccountData((await connection.getAccountInfo(mark))?.data ?? Buffer.alloc(0));
    await expect.poll(async () => (await connection.getLatestBlockhash()).blockhash).not.toBe(nonce);
    await send(SystemProgram.nonceWithdraw({ ...authorized, toPubkey: pool.publicKey, lamports: RENT }));
    expect(await bytes()).toBeNull();
    await send(rent, allocation(1));
    expect(await bytes()).toBe(1);
  });

  it('stays for good with one byte: it can be no nonce account, and nothing takes its lamports', async () => {
    const { pool, mark, allocation, rent, send, bytes } = await startPool();
    await send(rent, allocation(1));
    const authorized = { noncePubkey: mark, authorizedPubkey: pool.publicKey };
    const base = { basePubkey: pool.publicKey, seed: SEED };
    const move = { fromPubkey: mark, toPubkey: pool.publicKey, lamports: RENT, ...base, programId: SYSTEM };
    for (const tried of [
      SystemProgram.nonceInitialize(authorized),
      SystemProgram.nonceWithdraw({ ...authorized, toPubkey: pool.publicKey, lamports: RENT }),
      SystemProgram.transfer(move),
      SystemProgram.assign({ accountPubkey: mark, ...base, programId: pool.publicKey }),
      allocation(0),
      allocation(NONCE_BYTES),
    ])
      await expect(send(tried)).rejects.toThrow();
    expect(await bytes()).toBe(1);
  });
});
