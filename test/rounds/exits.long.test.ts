import '../world/quietBindings.ts';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operations } from '../../src/contract/operations.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { expectPaidOnce } from './chainFacts.ts';
import { type ExitAnswer, exit as exitOf, holdAtDraw } from './heldAtDraw.ts';
import { paidByHand, payByHand } from './payCommand.ts';
import { type Lottery, wake, withLottery } from './startLottery.ts';

const SCHEDULE = { roundSeconds: 26, entryLockSeconds: 20 };

let world: World;
beforeAll(async () => {
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'exits' });
});
afterAll(() => world.stop());

describe.concurrent('a held round', () => {
  it('is released once its record is mended, and paid exactly once; until then a release is refused', async () => {
    await withLottery({ world, ...SCHEDULE }, async (lottery) => {
      const mend = await holdAtDraw(lottery);
      expect(await heldRounds(lottery)).toMatchObject([
        { roundNumber: 1, hold: 'record-mismatch', exits: ['release', 'close', 'shelve'], shelved: null },
      ]);
      expect(await exit(lottery, 'release')).toMatchObject({ status: 409, code: 'EXIT_REFUSED' });
      // Committed in time, and not paid: it is owed.
      expect(await exit(lottery, 'close')).toMatchObject({ status: 409, code: 'EXIT_REFUSED' });
      expect(await exit(lottery, 'shelve')).toMatchObject({ status: 200 });
      expect(await heldRounds(lottery)).toMatchObject([{ exits: ['release', 'close'], shelved: { by: 'local' } }]);
      await mend();
      expect(await release(lottery)).toMatchObject({ status: 200 });
      await expectPaidOnce(world, lottery.pool.publicKey, await lottery.until(1, ['paid']));
      const { actions } = await operations(lottery);
      expect(actions.map(({ action, subject }) => [action, subject])).toEqual([
        ['release', 'round 1'],
        ['shelve', 'round 1'],
      ]);
    });
  });

  it('that a person has paid with the mark is never paid again: a release is refused, and a close by the payment’s signature ends it as paid', async () => {
    await withLottery({ world, ...SCHEDULE }, async (lottery) => {
      const mend = await holdAtDraw(lottery);
      await mend();
      const signature = await paidByHand(command(lottery));
      // A second payment is refused, from any payer.
      await expect(payByHand(command(lottery))).rejects.toThrow('its hour was paid');
      expect(await release(lottery)).toMatchObject({ status: 409, code: 'EXIT_REFUSED' });
      expect(await exit(lottery, 'close', signature)).toMatchObject({ status: 200 });
      const proof = await lottery.until(1, ['paid']);
      expect(proof.payout?.signature).toBe(signature);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
      // The reconciler does not stop the rounds for it.
      await wake(lottery.worker);
      expect(await operations(lottery)).toMatchObject({ pause: null, outflows: [] });
    });
  });

  it('is not paid by plain transfers to its winners: they make no mark, and a close by such a transfer is refused', async () => {
    await withLottery({ world, ...SCHEDULE }, async (lottery) => {
      const mend = await holdAtDraw(lottery);
      await mend();
      const transfers = (await winnersByPay(lottery)).map(({ address, lamports }) =>
        SystemProgram.transfer({ fromPubkey: lottery.pool.publicKey, toPubkey: new PublicKey(address), lamports }),
      );
      const signature = await sendTransaction(world.runtime.connection, transfers, [lottery.pool]);
      expect(await exit(lottery, 'close', signature)).toMatchObject({ status: 409, code: 'EXIT_REFUSED' });
      // The round is still owed, and its real payment still makes the mark.
      const paid = await paidByHand(command(lottery));
      expect(await exit(lottery, 'close', paid)).toMatchObject({ status: 200 });
      expect((await lottery.until(1, ['paid'])).payout?.signature).toBe(paid);
    });
  });
});

const exit = (lottery: Lottery, wanted: 'release' | 'close' | 'shelve', signature: string | null = null) =>
  exitOf(lottery, world.adminKey, wanted, signature);

/** Releases round 1 once the round has ended that was under way when the rounds were paused. */
async function release(lottery: Lottery): Promise<ExitAnswer> {
  const running = (await operations(lottery)).rounds.filter(({ state }) => state !== 'held');
  for (const { roundNumber } of running) await lottery.until(roundNumber, ['paid', 'rolled-over', 'held']);
  return exit(lottery, 'release');
}

async function operations(lottery: Lottery): Promise<Operations> {
  const response = await fetch(`${lottery.url}/api/admin/operations`, { headers: { 'x-admin-key': world.adminKey } });
  const { data } = (await response.json()) as { data: Operations };
  // The pause that the test itself makes is left out of the changes that it checks.
  return {
    ...data,
    pause: data.pause?.by === 'local' ? null : data.pause,
    actions: data.actions.filter(({ action }) => action !== 'pause'),
  };
}

const heldRounds = async (lottery: Lottery) =>
  (await operations(lottery)).rounds.filter(({ state }) => state === 'held');

const command = (lottery: Lottery) => ({ lottery });

/** The winners as the command shows them before it asks. */
async function winnersByPay(lottery: Lottery): Promise<readonly { address: string; lamports: bigint }[]> {
  const { stdout } = await payByHand(command(lottery), false).catch((error: { stdout: string }) => error);
  return [...stdout.matchAll(/^ {2}\d\. (\S+) {2}([\d.]+) SOL$/gm)].map(([, address = '', sol = '0']) => ({
    address,
    lamports: lamportsOf(sol),
  }));
}

function lamportsOf(sol: string): bigint {
  const [whole = '0', part = ''] = sol.split('.');
  return BigInt(whole + part.padEnd(9, '0'));
}
