import '../world/quietBindings.ts';
import { base58 } from '@scure/base';
import { Connection, Keypair, SystemProgram } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startProxy } from '../world/startProxy.ts';
import { type Runtime, startRuntime } from '../world/startRuntime.ts';
import { eventually } from './eventually.ts';

const SOL = 1_000_000_000n;
/** A signature follows the count of signatures, one byte. */
const SIGNATURE = [1, 65] as const;

let runtime: Runtime;
beforeAll(async () => {
  // 150 blocks, the life of a blockhash, pass in some three seconds.
  runtime = await startRuntime({ slotMs: 20 });
});
afterAll(() => runtime.stop());

describe.concurrent('a sender of the world', () => {
  it('signs anew when the chain refuses an old blockhash, and what it sends lands once', async () => {
    const { connection } = runtime;
    const old = await connection.getLatestBlockhash('confirmed');
    await eventually(
      async () => (await connection.isBlockhashValid(old.blockhash)).value,
      (isValid) => !isValid,
    );
    const proxy = await startProxy(runtime.rpcUrl);
    let asked = 0;
    proxy.setRule((method) => {
      if (method !== 'getLatestBlockhash' || asked++ > 0) return null;
      const result = { context: { slot: 1 }, value: old };
      return { status: 200, json: { jsonrpc: '2.0', id: '1', result } };
    });
    await expectOneTransfer(proxy.url);
    // On a slow machine the next one may be old as well when it arrives.
    expect(asked).toBeGreaterThanOrEqual(2);
    await proxy.stop();
  });

  it('signs anew when a transaction never arrived, once it can no longer land', async () => {
    const proxy = await startProxy(runtime.rpcUrl);
    const swallowed: string[] = [];
    proxy.setRule((method, [bytes]) => {
      if (method !== 'sendTransaction' || swallowed.length > 0) return null;
      const signature = base58.encode(Buffer.from(String(bytes), 'base64').subarray(...SIGNATURE));
      swallowed.push(signature);
      return { status: 200, json: { jsonrpc: '2.0', id: '1', result: signature } };
    });
    const landed = await expectOneTransfer(proxy.url);
    expect(swallowed).toHaveLength(1);
    expect(swallowed).not.toContain(landed);
    await proxy.stop();
  });
});

/** Sends one SOL through a node; the receiver has to have exactly that afterwards. Returns the signature. */
async function expectOneTransfer(rpcUrl: string): Promise<string> {
  const [payer, receiver] = [Keypair.generate(), Keypair.generate().publicKey];
  await runtime.fundSol(payer.publicKey, 10n * SOL);
  const transfer = { fromPubkey: payer.publicKey, toPubkey: receiver, lamports: SOL };
  const signature = await sendTransaction(
    new Connection(rpcUrl, 'confirmed'),
    [SystemProgram.transfer(transfer)],
    [payer],
  );
  expect(BigInt(await runtime.connection.getBalance(receiver, 'confirmed'))).toBe(SOL);
  return signature;
}
