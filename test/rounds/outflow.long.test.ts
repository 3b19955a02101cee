import { Keypair, type PublicKey, SystemProgram } from '@solana/web3.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operations } from '../../src/contract/operations.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { expectPaidOnce } from './chainFacts.ts';
import { eventually } from './eventually.ts';
import { type Lottery, startLottery, wake } from './startLottery.ts';

const SOL = 1_000_000_000n;

let world: World;
let lottery: Lottery;
beforeAll(async () => {
  world = await startWorld({ slotMs: 200, worldSeed: 'outflow' });
  // The first lock is 40 s away: time for an outflow between rounds.
  const genesisTime = () => Math.ceil(Date.now() / 1000);
  lottery = await startLottery({ world, genesisTime, roundSeconds: 60, entryLockSeconds: 20 });
});
afterAll(async () => {
  await lottery?.stop();
  await world?.stop();
});

it('an outflow by hand pauses the rounds; once it is acknowledged they go on and stay on, and the next one is paid', async () => {
  const stored = async () => {
    const database = await lottery.worker.database();
    return database.prepare('SELECT lamports FROM checkpoints').first<string>('lamports');
  };
  const checkpoint = async () => {
    await wake(lottery.worker);
    return stored();
  };
  await eventually(checkpoint, (lamports) => lamports === `${100n * SOL}`);
  // As an operator does who pays a winner of a held round by hand.
  const signature = await payByHand(Keypair.generate().publicKey);
  const listed = await eventually(
    async () => {
      await wake(lottery.worker);
      return (await readOperations()).outflows;
    },
    (outflows) => outflows.length > 0,
  );
  expect(listed.map((outflow) => outflow.signature)).toEqual([signature]);
  expect((await lottery.stats()).currentRound.phase).toBe('paused');

  expect((await resume([])).status).toBe(409);
  expect((await lottery.stats()).currentRound.phase).toBe('paused');
  expect((await resume([signature])).status).toBe(200);
  // The resume itself has the pool looked at: a round that is locked before the next minute's look is not missed.
  await eventually(stored, (lamports) => BigInt(lamports ?? 0) < 100n * SOL);
  // The looks of two minutes: the pause does not come back, and the outflow is before the checkpoint.
  for (let looks = 0; looks < 2; looks++) {
    expect(await eventually(checkpoint, (lamports) => BigInt(lamports ?? 0) < 100n * SOL)).toBeTruthy();
    expect((await readOperations()).pause).toBeNull();
  }
  // The round that was open, or the next one where this took longer.
  const round = (await lottery.stats()).currentRound.roundNumber;
  const ended = await lottery.until(round, ['paid', 'rolled-over', 'held']);
  const proof = ended.state === 'paid' ? ended : await lottery.until(round + 1, ['paid']);
  await expectPaidOnce(world, lottery.pool.publicKey, proof);
  await wake(lottery.worker);
  expect(await readOperations()).toMatchObject({ pause: null, outflows: [] });
});

async function readOperations(): Promise<Operations> {
  const response = await fetch(`${lottery.url}/api/admin/operations`, { headers: { 'x-admin-key': world.adminKey } });
  return ((await response.json()) as { data: Operations }).data;
}

function resume(acknowledge: readonly string[]): Promise<Response> {
  return fetch(`${lottery.url}/api/admin/operations/resume`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-key': world.adminKey },
    body: JSON.stringify({ reason: 'paid by hand', acknowledge }),
  });
}

/** One SOL from the pool, signed with its key outside of the lottery; returns the signature once the chain has it. */
function payByHand(to: PublicKey): Promise<string> {
  const transfer = SystemProgram.transfer({ fromPubkey: lottery.pool.publicKey, toPubkey: to, lamports: SOL });
  return sendTransaction(world.runtime.connection, [transfer], [lottery.pool]);
}
