import '../world/quietBindings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRpc } from '../world/callRpc.ts';
import { startProxy } from '../world/startProxy.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { expectPaidOnce, transactionsOf } from './chainFacts.ts';
import { firstPaid } from './lotteryFacts.ts';
import { type Lottery, withLottery } from './startLottery.ts';

const TAKEN = { status: 200, json: { jsonrpc: '2.0', id: 1, result: 'taken' } };

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 20, worldSeed: 'two commitments' });
});
afterAll(() => world.stop());

async function attemptsOf(lottery: Lottery, round: number) {
  const { results } = await (await lottery.worker.database())
    .prepare('SELECT attempt, state, signature, bytes, proof FROM journal WHERE key = ? ORDER BY attempt')
    .bind(`commit:${round}`)
    .all<{ attempt: number; state: string; signature: string; bytes: string; proof: string | null }>();
  return results;
}

describe.concurrent('a commitment that nobody has seen for five seconds', () => {
  it('gets a second transaction with the same text, which lands when every node has dropped the first one', async () => {
    const proxy = await startProxy(world.rpcUrl);
    let dropped: unknown = null;
    proxy.setRule((method, [bytes]) => {
      if (method !== 'sendTransaction') return null;
      dropped ??= bytes;
      return bytes === dropped ? TAKEN : null;
    });
    await withLottery({ world, overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      const proof = await firstPaid(lottery);
      const [first, second, ...more] = await attemptsOf(lottery, proof.roundNumber);
      expect([first?.bytes, first?.state, more]).toEqual([dropped, 'failed', []]);
      expect([second?.state, second?.signature]).toEqual(['finalized', proof.commitment?.signature]);
      expect(await transactionsOf(world, lottery.pool.publicKey, `round=${proof.roundNumber} `)).toHaveLength(2);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
    await proxy.stop();
  });

  it('counts once when both transactions reach the chain: the mark exists already, so one of them fails', async () => {
    const proxy = await startProxy(world.rpcUrl);
    let held: unknown = null;
    let isLate = false;
    proxy.setRule(async (method, [bytes], forward) => {
      if (method !== 'sendTransaction') return null;
      held ??= bytes;
      if (bytes === held) return isLate ? null : TAKEN;
      if (isLate) return null;
      // The second one arrives, and the first right behind it.
      isLate = true;
      await forward();
      await callRpc(world.rpcUrl, 'sendTransaction', [held, { encoding: 'base64', skipPreflight: true }]);
      return TAKEN;
    });
    await withLottery({ world, overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      const { pool } = lottery;
      const proof = await firstPaid(lottery);
      const attempts = await attemptsOf(lottery, proof.roundNumber);
      expect(attempts.map(({ state }) => state).toSorted()).toEqual(['failed', 'finalized']);
      const commitments = await transactionsOf(world, pool.publicKey, `GOD1 commit round=${proof.roundNumber} `);
      expect(commitments.map(({ signature }) => signature)).toEqual([proof.commitment?.signature]);
      const other = attempts.find(({ signature }) => signature !== proof.commitment?.signature)?.signature ?? '';
      const { connection } = world.runtime;
      const { value } = await connection.getSignatureStatus(other, { searchTransactionHistory: true });
      expect(value?.err).toEqual({ InstructionError: [3, { Custom: 0 }] });
      await expectPaidOnce(world, pool.publicKey, proof);
      // The reconciler finds nothing that the journal does not explain.
      await lottery.until(proof.roundNumber + 1, ['paid', 'rolled-over']);
      const { results } = await (await lottery.worker.database()).prepare('SELECT signature FROM outflows').all();
      expect(results).toEqual([]);
    });
    await proxy.stop();
  });
});
