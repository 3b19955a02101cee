import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAddress } from '../../src/address/address.ts';
import type { AdminRound } from '../../src/contract/adminRounds.ts';
import type { RoundDetail } from '../../src/contract/round.ts';
import type { Winner, WinnersPage } from '../../src/contract/winner.ts';
import { QUIET } from '../gallery/desk.ts';
import { heldRound } from '../gallery/operations.ts';
import { type Lottery, startLottery } from '../rounds/startLottery.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { ADMIN_KEY, button, fieldsOf, MARKETING, openDesk, seen } from './adminDesk.ts';
import { describeInBrowser, type Tools } from './openBrowser.ts';
import { axeFindings, overflow } from './pageFacts.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';

/** A text that a form accepts as base58 of 64 bytes. */
const SIGNATURE = '5'.repeat(88);

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Pictures at three widths; nothing is wider than its window, and axe finds nothing on a phone and on a desk. */
async function look(page: Page, state: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow(page), { message: `${state} at ${width}` }).toBe(0);
    await takeScreenshot(page, `admin-task-${state}-${width}`);
    if (width === 768) continue;
    const found = await axeFindings(page);
    expect(found, `${state} at ${width}`).toEqual([]);
  }
}

/** Types into the one box above all tabs; the results. */
async function search(page: Page, text: string): Promise<Locator> {
  await page.getByLabel('Search by wallet, signature, round, day or label').fill(text);
  await page.keyboard.press('Enter');
  const results = region(page, 'Search results');
  await results.getByText(text).first().waitFor();
  return results;
}

describeInBrowser('what an operator has to do in the console, without a wrong turn', (tools) => {
  const { lottery, visit } = tools;

  /** The newest winner whose payment is final. */
  const paidWinner = async (): Promise<Winner> => {
    let winner: Winner | undefined;
    const find = async () => {
      const { winners } = (await (await fetch(`${lottery.url}/api/lottery/winners?limit=50`)).json()) as WinnersPage;
      winner = winners.find(({ status }) => status === 'final');
      return winner !== undefined;
    };
    await expect.poll(find, { timeout: 240_000, interval: 1000 }).toBe(true);
    return winner as Winner;
  };

  it('1: a winner’s payment is found by the address and by the signature', async () => {
    const winner = await paidWinner();
    const { page } = await visit({ reducedMotion: 'reduce' });
    await openDesk(page, '/admin');
    await page.getByRole('heading', { name: 'Last payment' }).waitFor();
    await look(page, 'overview');
    const byAddress = await search(page, winner.address);
    const row = region(page, 'Rounds')
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`Round ${winner.roundNumber}(?!\\d)`) });
    await row.getByText(/^(1st|2nd|3rd) place, [\d.]+ SOL, paid, final$/).waitFor();
    const href = await row.getByRole('link').getAttribute('href');
    expect(href).toContain(winner.transactionSignature);
    await look(page, 'search');
    await byAddress.getByRole('button', { name: 'Close results' }).click();

    const bySignature = await search(page, winner.transactionSignature ?? '');
    await bySignature.getByText(`payout:${winner.roundNumber}`, { exact: true }).waitFor();
    await bySignature.getByRole('button', { name: `Round ${winner.roundNumber}` }).click();
    const payment = region(page, 'Payment');
    const places = payment.getByRole('listitem');
    await expect.poll(() => places.count()).toBe(3);
    await payment.getByText('paid, final').first().waitFor();
    await expect.poll(() => page.getByRole('list', { name: 'Steps' }).getByText('DONE').count()).toBe(8);
    await look(page, 'round');
    // The tab's own field finds the same, and Back leads to the list.
    await button(page, 'Back to the list').click();
    await page.getByLabel('Wallet, signature, number or day').fill(winner.address);
    await button(page, 'Find rounds').click();
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: `Round ${winner.roundNumber}` })
      .first()
      .waitFor();
    await look(page, 'rounds');
  });

  it('2: last month’s statement is saved as CSV, with each prize, and adds up to the lamport', async () => {
    const today = new Date();
    const month = today.toISOString().slice(0, 7);
    await expect.poll(() => prizesOnFile(lottery.url, month), { timeout: 240_000, interval: 2000 }).toBeGreaterThan(2);

    const { page } = await visit({ reducedMotion: 'reduce' });
    // In this browser the next month has begun, so these prizes were paid in the last one.
    await page.clock.setFixedTime(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 2, 12));
    await openDesk(page, '/admin');
    await tab(page, 'Statements').click();
    expect(await page.getByLabel('Month (UTC)').inputValue()).toBe(month);
    await region(page, 'The pool').getByText('Opening balance').waitFor();
    await look(page, 'statement');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as CSV').click()]);
    await seen(page, `The statement of ${monthName(month)} is saved as statement-${month}.csv.`);
    expect(download.suggestedFilename()).toBe(`statement-${month}.csv`);
    const lines = linesOf(readFileSync(await download.path(), 'utf8'));
    const of = (kind: string) => lines.filter(({ line }) => line === kind);
    const prizes = of('prize');
    expect(prizes.length).toBeGreaterThan(2);
    const { winners } = (await (await fetch(`${lottery.url}/api/lottery/winners?limit=50`)).json()) as WinnersPage;
    const [paid] = winners.filter(({ transactionSignature }) =>
      prizes.some(({ signature }) => signature === transactionSignature),
    );
    expect(prizes.map(({ wallet }) => wallet)).toContain(paid?.address);
    const moved = ['opening', 'tax', 'prize', 'fees', 'marks', 'other'].flatMap((kind) => of(kind));
    const sum = moved.reduce((total, { lamports }) => total + lamports, 0n);
    expect([sum]).toEqual(of('closing').map(({ lamports }) => lamports));
  });

  it('3: the tax is paused and resumed, with a reason each, and both are kept', async () => {
    const { page } = await visit();
    await openDesk(page, '/admin');
    await tab(page, 'Operations').click();
    const brake = region(page, 'Tax cycles');
    await brake.getByLabel('Reason').fill('the exchange lies');
    await brake.getByRole('button', { name: 'Pause tax cycles…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause tax cycles' }).click();
    await brake.getByText('PAUSED').waitFor();
    await tab(page, 'Overview').click();
    await region(page, 'What needs you')
      .getByText(/^The tax is paused by local: the exchange lies$/)
      .waitFor();
    await button(page, 'Look at the pauses').click();
    await brake.getByLabel('Reason').fill('it is honest again');
    await brake.getByRole('button', { name: 'Resume' }).click();
    await brake.getByText('RUNNING').waitFor();
    const deeds = region(page, 'Who did what').getByRole('listitem');
    await deeds.filter({ hasText: 'it is honest again' }).waitFor();
  });

  it.each([
    ['4: a held round is released', 'payout-rejected', 'Release', 'the rent is paid now', null],
    ['5: a round that npm run pay has paid is closed', 'payout-rejected', 'Close', 'paid by npm run pay', SIGNATURE],
  ] as const)(
    '%s, from the overview, with what each exit does before it is pressed',
    async (_, why, exit, reason, signature) => {
      const { page } = await visit({ reducedMotion: 'reduce' });
      const asked = await playHeld(page, why);
      await openDesk(page, '/admin');
      await region(page, 'What needs you')
        .getByText(/^Round 1202 is held\./)
        .waitFor();
      if (signature === null) await look(page, 'needs');
      await button(page, 'Look at round 1202').click();
      const round = region(page, 'Round 1202');
      await round.getByText('Goes on where it stopped, unless its payment is on chain already.').waitFor();
      await round
        .getByText('Ends it as the chain shows it: as paid, or as called off. This cannot be taken back.')
        .waitFor();
      if (signature === null) await look(page, 'held');
      await button(page, `${exit}… round 1202`).click();
      const dialog = page.getByRole('dialog', { name: `${exit} round 1202?` });
      await dialog.getByLabel('Reason').fill(reason);
      if (signature !== null) await dialog.getByLabel('Signature of the round’s payment').fill(signature);
      await dialog.locator('button[type=submit]').click();
      await seen(page, `Round 1202 is ${exit === 'Close' ? 'closed' : 'released'}.`);
      const body = signature === null ? { reason } : { reason, signature };
      expect(asked).toEqual([[`rounds/1202/${exit.toLowerCase()}`, body]]);
      await round.getByText('PAID', { exact: true }).waitFor();
    },
  );

  describe('with two keys', () => withTwoKeys(tools));
});

/** How many prizes the file of a month has by now. Each minute's cron notes the pool's balance. */
async function prizesOnFile(url: string, month: string): Promise<number> {
  await fetch(`${url}/cdn-cgi/local/scheduled?cron=${encodeURIComponent('* * * * *')}`);
  const answer = await fetch(`${url}/api/admin/statements/${month}.csv`, { headers: { 'x-admin-key': ADMIN_KEY } });
  return linesOf(await answer.text()).filter(({ line }) => line === 'prize').length;
}

/** A statement's file, line by line; no label here has a comma. */
function linesOf(text: string) {
  return text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => {
      const [line = '', , wallet = '', , , lamports = '', , signature = ''] = row.split(',');
      return { line, wallet, lamports: BigInt(lamports), signature };
    });
}

const monthName = (month: string) =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-01`));

/**
 * The server as these two tests need it. Other tests use the same lottery, so none of its rounds must really be held.
 */
async function playHeld(page: Page, reason: 'payout-rejected'): Promise<readonly (readonly [string, unknown])[]> {
  const asked: (readonly [string, unknown])[] = [];
  const held = { ...heldRound(reason), roundNumber: 1202 };
  const isTaken = () => asked.length > 0;
  await page.route('**/api/admin/operations', (route) =>
    route.fulfill({ json: { success: true, data: { ...QUIET, rounds: isTaken() ? [] : [held] } } }),
  );
  await page.route('**/api/admin/rounds/1202', (route) => {
    const state = isTaken() ? ('paid' as const) : ('held' as const);
    const { reason: sentence, detail, hold, exits } = held;
    const waits = { reason: sentence, detail, hold, exits, shelved: null };
    const nothing = { reason: null, detail: null, hold: null, exits: [], shelved: null };
    const data: AdminRound = {
      ...(isTaken() ? nothing : waits),
      ...{ promisedLamports: null, attempts: [], round: roundOf(1202, state) },
    };
    return route.fulfill({ json: { success: true, data } });
  });
  await page.route(/\/api\/admin\/operations\/(rounds\/.+)$/, (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push([pathname.replace('/api/admin/operations/', ''), route.request().postDataJSON()]);
    return route.fulfill({ json: { success: true } });
  });
  return asked;
}

function roundOf(roundNumber: number, state: 'held' | 'paid'): RoundDetail {
  const at = '2026-11-20T07:00:00.000Z';
  const times = { lockedAt: at, committedAt: at, beaconAt: at, drawnAt: at, paidAt: null, finalAt: null };
  return {
    ...{ roundNumber, state, reason: null, startsAt: '2026-11-20T06:00:00.000Z', endsAt: at, entries: 7, root: null },
    ...{ poolLamports: '9', totalLamports: '7', beaconRound: 5, winners: [], payoutSignature: null, late: [] },
    ...{ ...times, commitment: null, beacon: null, payout: null, owedSince: null, closedAt: null, witnesses: [] },
  };
}

/** A lottery of its own, where an activation wants a second key. */
function withTwoKeys({ visit }: Tools): void {
  const [alice, bob] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const digest = (key: string) => createHash('sha256').update(key).digest('hex');
  let world: World;
  let own: Lottery;
  beforeAll(async () => {
    world = await startWorld({ slotMs: 400, worldSeed: 'two keys', holders: 20 });
    const overrides = { ADMIN_KEYS: JSON.stringify({ alice: digest(alice), bob: digest(bob) }) };
    own = await startLottery({ world, overrides, roundSeconds: 3600, entryLockSeconds: 60 });
  });
  afterAll(async () => {
    await own?.stop();
    await world?.stop();
  });
  const open = async (key: string, path: string) => {
    const { page } = await visit({ baseURL: own.url, reducedMotion: 'reduce' });
    await openDesk(page, path, key);
    return page;
  };

  it('6: a mistyped address is warned of below the field, again in its row, and is put right', async () => {
    const page = await open(alice, '/admin');
    await tab(page, 'Wallet Management').click();
    const pool = await fieldsOf(page, 'Lottery Pool').address.inputValue();
    const form = page.getByRole('form', { name: 'Add wallet' });
    await form.getByLabel('Label').fill('Marketing');
    await form.getByLabel('Address').fill(mistyped(pool));
    await form.getByText('It looks like the address of Lottery Pool, and is another one.').waitFor();
    await form.getByText(/^This address was never used on chain/).waitFor();
    await look(page, 'mistyped');
    await form.getByRole('button', { name: 'Add wallet' }).click();
    // No success message covers the warning, and the row shows the warning as well.
    await page
      .getByRole('alert')
      .getByText(/^It looks like the address of Lottery Pool/)
      .waitFor();
    const row = page.getByRole('list', { name: 'Wallets' }).getByRole('listitem').filter({ hasText: 'NEW' });
    await row.getByText('It looks like the address of Lottery Pool, and is another one.').waitFor();
    await fieldsOf(page, 'Marketing').address.fill(MARKETING);
    await row.getByText('It looks like the address of Lottery Pool').waitFor({ state: 'detached' });
  });

  it('7 and 8: the pool’s share changes by two keys, and who did it is found', async () => {
    const page = await open(alice, '/admin');
    await tab(page, 'Wallet Management').click();
    await fieldsOf(page, 'Lottery Pool').percentage.fill('60');
    // What Auto Balance would do stands beside it before it is pressed.
    await page.getByText('The pool’s share goes from 60.00% to 50.00%.').waitFor();
    await look(page, 'balance');
    await fieldsOf(page, 'Admin').percentage.fill('40');
    await button(page, 'Save Changes').click();
    await seen(page, 'Configuration saved successfully!');
    await button(page, 'Activate').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Activate version/ })
      .click();
    await page.getByText('You asked for it yourself: somebody with another key confirms it.').waitFor();

    const second = await open(bob, '/admin');
    await region(second, 'What needs you')
      .getByText(/alice asked for it/)
      .waitFor();
    await button(second, 'Look at what waits').click();
    await second.getByRole('button', { name: /^Confirm version/ }).click();
    await second
      .getByRole('dialog')
      .getByRole('button', { name: /^Confirm version/ })
      .click();
    await seen(second, 'Confirmed. It is in force now.');

    const results = await search(second, 'Lottery Pool');
    const deeds = region(second, 'Who did what').getByRole('listitem');
    await deeds.filter({ hasText: 'alice' }).first().waitFor();
    await deeds.filter({ hasText: 'bob' }).first().waitFor();
    await look(second, 'who');
    await results.getByRole('button', { name: 'Close results' }).click();
    await tab(second, 'Configuration History').click();
    await second.locator('.records > li').filter({ hasText: 'ACTIVATE' }).first().getByText('alice').waitFor();
  });
}

/** A mistyped address: one letter is different, and it is still an address. */
function mistyped(address: string): string {
  const at = 20;
  for (const letter of '123456789ABCDEFGHJKLMNPQRSTUVWXYZ') {
    const typed = address.slice(0, at) + letter + address.slice(at + 1);
    if (typed !== address && parseAddress(typed) !== null) return typed;
  }
  throw new Error('no letter makes another address');
}
