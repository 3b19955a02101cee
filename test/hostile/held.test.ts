import '../world/quietBindings.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoundDetail } from '../../src/contract/round.ts';
import type { RoundExit } from '../../src/round/exits.ts';
import type { HoldReason } from '../../src/round/state.ts';
import { findChromium, NO_CHROMIUM } from '../browser/findChromium.ts';
import { launchBrowser } from '../browser/launchBrowser.ts';
import { expectNothingPaid, expectPaidOnce, payoutsOf, transactionsOf } from '../rounds/chainFacts.ts';
import { untilUnix } from '../rounds/eventually.ts';
import { paidByHand, payByHand } from '../rounds/payCommand.ts';
import { type Lottery, type LotteryOptions, startLottery, wake } from '../rounds/startLottery.ts';
import { startBeacon } from '../world/startBeacon.ts';
import { startProxy } from '../world/startProxy.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { type HeldConsole, openConsole } from './heldConsole.ts';
import { holds } from './holds.ts';
import { startFork } from './startFork.ts';

const SCHEDULE = { roundSeconds: 40, entryLockSeconds: 30 };
/** The shortest rounds that are possible, because the worker stays off for 24 of them. */
const SHORT = { roundSeconds: 20, entryLockSeconds: 16 };
const SLEEP_MS = 900_000;

const chromium = findChromium();
if (chromium === null && process.env.CI) throw new Error(NO_CHROMIUM);

let world: World;
let browser: Browser;
const stories = chromium === null ? describe.skip : describe.concurrent;

stories('a held round in the console, and on chain:', () => {
  beforeAll(async () => {
    world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'held rounds' });
    browser = await launchBrowser(chromium ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  it('commitment-lost is held again after a release while it is gone, and closed without a payment', async () => {
    const fork = await startFork(world.rpcUrl);
    await play({ overrides: { RPC_URLS: fork.url } }, async (lottery) => {
      await holds.droppedFork(lottery, fork);
      const desk = await deskOf(lottery, 'commitment-lost');
      expect(await desk.exitsAt('commitment-lost')).toEqual(['release', 'close', 'shelve']);
      // Before its end it has no beacon, and is not released without.
      await untilUnix(lottery.endsAt(1));
      await desk.take('release');
      await lottery.until(1, ['held']);
      expect(await desk.exitsAt('commitment-lost')).toEqual(['release', 'close', 'shelve']);
      await desk.take('close');
      await isEmpty(lottery, desk);
      await desk.picture('closed');
      expect(await publicly(lottery)).toMatchObject({ state: 'rolled-over', reason: 'commitment-late' });
      // Not even the commitment is on chain.
      expect(await transactionsOf(world, lottery.pool.publicKey, 'GOD1 commit ')).toEqual([]);
    });
    await fork.stop();
  });

  it('mark-without-record, when the entries of a commitment are lost: no release, no payment by hand; shelving keeps its prizes set aside', async () => {
    const proxy = await startProxy(world.rpcUrl);
    await play({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      const { prize } = await holds.lostEntries(lottery, proxy);
      const desk = await deskOf(lottery, 'mark-without-record');
      expect(await desk.exitsAt('mark-without-record')).toEqual(['close', 'shelve']);
      const { text } = await desk.refused('close');
      expect(text).toContain('it is owed. Bring its entries back with "npm run recover", or shelve it.');
      expect(await byRoute(lottery, 'release')).toMatch(/cannot be released: its entries are not stored here/);
      const byHand = payByHand({ lottery });
      await expect(byHand).rejects.toThrow('its record is not stored');
      await desk.take('shelve');
      expect(await isShelved(lottery, desk)).toEqual(['close']);
      await desk.picture('shelved');
      const shelved = (await publicly(lottery)) as RoundDetail;
      expect(shelved).toMatchObject({ state: 'held', owedSince: expect.any(String) });
      const database = await lottery.worker.database();
      const promised = database.prepare('SELECT promised_lamports FROM rounds WHERE round = 1');
      expect(await promised.first('promised_lamports')).toBe(prize?.totalLamports);
      await expectNothingPaid(world, lottery.pool.publicKey);
    });
    await proxy.stop();
  });

  it('mark-without-record, when the rows of a payment are lost: it is closed by that payment', async () => {
    await play({}, async (lottery) => {
      const paid = await holds.lostPayment(lottery);
      const desk = await deskOf(lottery, 'mark-without-record');
      expect(await desk.exitsAt('mark-without-record')).toEqual(['close', 'shelve']);
      expect(await byRoute(lottery, 'release')).toMatch(/cannot be released: its entries are not stored here/);
      await desk.take('close');
      await isEmpty(lottery, desk);
      await desk.picture('closed');
      const database = await lottery.worker.database();
      const kept = database.prepare('SELECT payout_signature FROM rounds WHERE round = 1');
      expect(await kept.first('payout_signature')).toBe(paid.payout?.signature);
      expect(await publicly(lottery)).toMatchObject({ state: 'held', closedAt: expect.any(String) });
      // Compared with what was published before the rows were lost.
      await expectPaidOnce(world, lottery.pool.publicKey, paid);
    });
  });

  it('mark-without-record, when a restored database does not know the payment: a release is refused, and it is closed as paid', async () => {
    await play({}, async (lottery) => {
      const paid = await holds.restored(lottery);
      const desk = await deskOf(lottery, 'mark-without-record');
      expect(await desk.exitsAt('mark-without-record')).toEqual(['release', 'close', 'shelve']);
      expect(await desk.violations()).toEqual([]);
      const { text } = await desk.refused('release');
      expect(text).toContain('so that the chain refuses a second payment');
      await expect(payByHand({ lottery })).rejects.toThrow('its hour was paid');
      await desk.take('close');
      await isEmpty(lottery, desk);
      await desk.picture('closed');
      const proof = await lottery.until(1, ['paid']);
      expect([proof.payout?.signature, proof.winners]).toEqual([paid.payout?.signature, paid.winners]);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
  });

  it('payout-rejected is released once the pool can pay again, and paid once', async () => {
    await play({}, async (lottery) => {
      const mend = await holds.drainedPool(lottery, world);
      const desk = await deskOf(lottery, 'payout-rejected');
      expect(await desk.exitsAt('payout-rejected')).toEqual(['release', 'close', 'shelve']);
      const { text } = await desk.refused('close');
      expect(text).toContain(
        'it is owed. Release it, or pay it with "npm run pay -- 1" and close it then, or shelve it.',
      );
      expect(await payoutsOf(world, lottery.pool.publicKey, 1)).toEqual([]);
      await mend();
      await desk.take('release', 'keyboard');
      const proof = await lottery.until(1, ['paid']);
      await isEmpty(lottery, desk);
      await desk.picture('released');
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
  });

  it('record-mismatch is released from the shelf once its record is mended, and paid once', async () => {
    const proxy = await startProxy(world.rpcUrl);
    await play({ overrides: { RPC_URLS: proxy.url } }, async (lottery) => {
      const mend = await holds.exchangedWinner(lottery, proxy);
      const desk = await deskOf(lottery, 'record-mismatch');
      expect(await desk.exitsAt('record-mismatch')).toEqual(['release', 'close', 'shelve']);
      const { text } = await desk.refused('release');
      expect(text).toContain('Its stored winners are not the drawn ones. Restore them first.');
      expect((await desk.refused('close')).text).toContain('it is owed');
      await desk.take('shelve');
      expect(await isShelved(lottery, desk)).toEqual(['release', 'close']);
      await mend();
      await desk.take('release');
      const proof = await lottery.until(1, ['paid']);
      await isEmpty(lottery, desk);
      await desk.picture('released');
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
    await proxy.stop();
  });

  it('overdue cannot be released without its beacon, is paid by hand, and closed by that payment', {
    timeout: SLEEP_MS,
  }, async () => {
    const relay = await startBeacon({ worldSeed: world.worldSeed, period: world.beacon.chain.period });
    relay.setFault(() => ({ status: 503 }));
    const overrides = { DRAND_URLS: `${relay.url}/${relay.chain.hash}` };
    await play({ ...SHORT, overrides }, async (lottery) => {
      await holds.sleptThrough(lottery, SHORT.roundSeconds);
      const desk = await deskOf(lottery, 'overdue');
      expect(await desk.exitsAt('overdue')).toEqual(['release', 'close', 'shelve']);
      expect((await desk.refused('release')).text).toContain('No relay has its beacon. Try again when one has.');
      relay.setFault(null);
      const signature = await paidByHand({ lottery });
      const refused = await desk.refused('release');
      expect(refused.text).toContain('so that the chain refuses a second payment');
      await desk.take('close');
      await isEmpty(lottery, desk);
      await desk.picture('closed');
      const proof = await lottery.until(1, ['paid']);
      expect(proof.payout?.signature).toBe(signature);
      await expectPaidOnce(world, lottery.pool.publicKey, proof);
    });
    await relay.stop();
  });
});

const desks = new Map<Lottery, HeldConsole>();

/** Plays a story with its own deployment and console. Both are ended afterwards, also when the story fails. */
async function play(options: Omit<LotteryOptions, 'world'>, story: (lottery: Lottery) => Promise<void>): Promise<void> {
  const lottery = await startLottery({ world, ...SCHEDULE, ...options });
  try {
    await story(lottery);
  } finally {
    await desks.get(lottery)?.close();
    await lottery.stop();
  }
}

/** Opens the console once the round is held, and for this reason only. */
async function deskOf(lottery: Lottery, reason: HoldReason): Promise<HeldConsole> {
  const held = await lottery.until(1, ['held', 'rolled-over']);
  expect([held.state, held.reason]).toEqual(['held', reason]);
  const desk = await openConsole(browser, { url: lottery.url, adminKey: world.adminKey, name: reason });
  desks.set(lottery, desk);
  await desk.exitsAt(reason);
  await desk.picture('found');
  return desk;
}

/** The same after the next minute's cron, which ends alerts. */
const isEmpty = (lottery: Lottery, desk: HeldConsole) => wake(lottery.worker).then(desk.isEmpty);
const isShelved = (lottery: Lottery, desk: HeldConsole) => wake(lottery.worker).then(desk.isShelved);

/** Asks for an exit that the console does not offer. Returns the text of the refusal. */
async function byRoute(lottery: Lottery, exit: RoundExit): Promise<string> {
  const response = await fetch(`${lottery.url}/api/admin/operations/rounds/1/${exit}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-key': world.adminKey },
    body: JSON.stringify({ reason: 'looked at it' }),
  });
  const { error } = (await response.json()) as { error?: string };
  return `${response.status} ${error}`;
}

const publicly = (lottery: Lottery) => lottery.get('/api/lottery/rounds/1');
