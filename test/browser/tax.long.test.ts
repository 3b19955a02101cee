import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerText } from '../../client/format/godText.ts';
import { addressLink, transactionLink } from '../../src/address/links.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import { type TaxCycleAnswer, taxReport } from '../../src/contract/tax.ts';
import { eventually, untilUnix } from '../rounds/eventually.ts';
import { startTax, type TaxLottery } from '../rounds/startTax.ts';
import { GOD } from '../world/createMint.ts';
import { storeKey } from './adminDesk.ts';
import { describeInBrowser, openPage, openPageInStoppedTime, tryAgain, untilShown } from './openBrowser.ts';
import { axeFindings, cutOff, overflow, totalShift, watchShifts } from './pageFacts.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';

const REPORT = '**/api/lottery/tax';
/** Below the minimum of 1,000 GOD: 5% of it is 100. */
const SMALL = 2_000n * GOD;
const spaces = /\s+/g;

describeInBrowser('the page of the tax', ({ visit: visitLottery, lottery: untaxed }) => {
  let tax: TaxLottery;
  let cycles: readonly TaxCycleAnswer[] = [];
  /** Opens pages of the lottery that collects. */
  const visit = (options: Parameters<typeof visitLottery>[0] = {}) =>
    visitLottery({ baseURL: tax.lottery.url, ...options });
  const settings = async () => {
    const { explorerUrl, cluster, publicRpcUrl } = await tax.lottery.get<PublicConfig>('/api/config');
    return { explorerUrl, cluster, rpcUrl: publicRpcUrl };
  };
  const open = async (page: Page): Promise<void> => {
    await openPage(page, '/tax');
    await page.getByText('Adds up to the last lamport').waitFor();
  };
  const openAll = async (page: Page): Promise<void> => {
    for (const summary of await page.locator('.cycles > ol > li > details:not([open]) > summary').all()) {
      await summary.click();
    }
    await expect.poll(() => page.locator('.tsteps').count()).toBe(cycles.length);
  };

  beforeAll(async () => {
    tax = await startTax({ seed: 'tax page' });
    for (const transfers of [3, 2]) {
      await tax.trade(transfers);
      await tax.cycle();
    }
    // And a look that finds too little.
    const last = (await tax.report()).cycles[0]?.id ?? 0;
    await tax.trade(1, SMALL);
    await untilUnix(last + 1);
    await tax.collect();
    const seen = await eventually(tax.report, (report) => report.cycles[0]?.state === 'empty');
    cycles = seen.cycles.filter(({ state }) => state !== 'empty');
  });
  afterAll(() => tax?.stop());

  it('shows each cycle with its steps, each with its amount, fee, state and explorer link', async () => {
    const explorer = await settings();
    expect(cycles.map(({ state }) => state)).toEqual(['done', 'done']);
    const { page } = await visit();
    await open(page);
    await openAll(page);
    for (const [index, cycle] of cycles.entries()) {
      const item = page.locator('.cycles > ol > li').nth(index);
      const text = (await item.innerText()).replaceAll(spaces, ' ');
      expect(text).toContain(`Cycle ${cycle.id}`);
      expect(text).toContain('DISTRIBUTED');
      for (const { units, currency, feeLamports, status } of cycle.steps) {
        expect(text).toContain(`${ledgerText(BigInt(units), currency)} ${currency}`);
        expect(text).toContain(
          `fee ${ledgerText(BigInt(feeLamports ?? -1), 'SOL')} SOL ${status === 'final' ? 'Final' : 'Confirmed'}`,
        );
      }
      const links = item.locator('.tsteps a');
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
        cycle.steps.map(({ signature }) => transactionLink(explorer, signature ?? '')),
      );
      expect(
        await item.locator('.tsteps a .mono').evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
      ).toEqual(cycle.steps.map(({ signature }) => signature));
      expect(await item.getByText('Adds up to the last digit.').isVisible()).toBe(true);
    }
  });

  it('agrees with the transactions of the admin’s API: totals, lines, addresses and signatures', async () => {
    const [explorer, transactions] = [await settings(), await tax.transactions()];
    const { page } = await visit();
    await open(page);
    await openAll(page);
    expect(transactions.map(({ id }) => id)).toEqual(cycles.map(({ id }) => `tax-${id}`));
    for (const [index, transaction] of transactions.entries()) {
      const item = page.locator('.cycles > ol > li').nth(index);
      const rows = item.locator('.tlines li');
      expect(await rows.count()).toBe(transaction.distributions.length);
      for (const [row, line] of transaction.distributions.entries()) {
        const text = (await rows.nth(row).innerText()).replaceAll(spaces, ' ');
        expect(text).toContain(line.label);
        expect(text).toContain(`${ledgerText(BigInt(line.units), 'SOL')} SOL`);
        expect(text).toContain(`${line.percentage.toFixed(2)}%`);
        expect([line.status, text.includes('Paid')]).toEqual(['SUCCESS', true]);
        expect(await rows.nth(row).locator('.mono').getAttribute('title')).toBe(line.address);
        expect(await rows.nth(row).locator('a').getAttribute('href')).toBe(addressLink(explorer, line.address));
      }
      const signatures = await item
        .locator('.tsteps a .mono')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
      expect(signatures).toContain(transaction.txSignature);
      expect(signatures).toEqual(
        expect.arrayContaining(transaction.distributions.map((line) => line.transactionSignature)),
      );
      expect(await item.locator('.books').innerText()).toContain(ledgerText(BigInt(transaction.totalUnits), 'SOL'));
    }
  });

  it('the sums are those of the cycles, and the waiting amount is shown with the time of its reading', async () => {
    const { totals } = await tax.report();
    const { page } = await visit();
    await open(page);
    const books = await page.locator('.course .books dd').allInnerTexts();
    const shown = books.map((text) => BigInt(text.replace(/\D/g, '')));
    const sum = (amounts: readonly (string | null)[]) => amounts.reduce((all, amount) => all + BigInt(amount ?? 0), 0n);
    expect(shown).toEqual([
      sum(cycles.map(({ proceedsLamports }) => proceedsLamports)),
      sum(cycles.flatMap(({ lines }) => lines.map(({ units }) => units))),
      sum(cycles.map(({ feesLamports }) => feesLamports)),
      0n,
    ]);
    expect(`${shown[0]}`).toBe(totals.received.units);
    const waits = await page.getByRole('region', { name: 'Waiting to be collected' }).innerText();
    // The exchange's side of the last swap has left its own fee as well.
    expect(waits).toMatch(/Last check at \d\d:\d\d:\d\d UTC \(.+\): [\d,]+\.\d\d GOD withheld, less than the minimum/);
    await page.getByText('Show as table').click();
    const { days } = await tax.report();
    const rows = await page.locator('.plots tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split(/\s+/)[2])).toEqual(days.toReversed().map((day) => `${day.cycles}`));
    const svg = page.getByRole('img', { name: 'SOL distributed per day' });
    expect(await svg.locator('desc').textContent()).toContain(`${days.length} of them not empty`);
  });

  it('an endpoint that fails from the start, or answers nonsense: a sentence and a way to try again', async () => {
    const { page } = await visit();
    for (const answer of [{ status: 500, body: '{}' }, { json: {} }, { json: { cycles: [] } }, { body: '<html>' }]) {
      await page.route(REPORT, (route) => route.fulfill(answer));
      await openPage(page, '/tax');
      await page.getByRole('alert').getByText('The tax cycles could not be read.').waitFor();
    }
    await tryAgain(page, REPORT);
    await page.getByText('Adds up to the last lamport').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('one that fails later: the last figures stay, with their age, until it answers again', async () => {
    const { page } = await visit();
    await page.clock.install();
    await open(page);
    await page.route(REPORT, (route) => route.abort());
    await page.clock.runFor(16_000);
    await page.getByText('The figures could not be refreshed.').waitFor();
    expect(await page.locator('.age time').innerText()).toMatch(/^They are \d+ s old\.$/);
    expect(await page.locator('.cycles > ol > li').count()).toBe(cycles.length);
    await tryAgain(page, REPORT);
    await page.getByText('The figures could not be refreshed.').waitFor({ state: 'detached' });
    expect(await page.locator('.age').innerText()).toMatch(/^As of \d+ s ago$/);
  });

  it('is read anew every 15 s, but not while the tab is out of sight', async () => {
    const { page, requests } = await visit();
    await openPageInStoppedTime(page, '/tax');
    await untilShown(page, page.getByText('Adds up to the last lamport'));
    const reads = () => requests.filter((request) => request === 'GET /api/lottery/tax').length;
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      }, state);
    expect(reads()).toBe(1);
    await page.clock.runFor(15_100);
    await expect.poll(reads).toBe(2);
    await show('hidden');
    for (let passed = 0; passed < 4; passed++) await page.clock.runFor(15_000);
    expect(reads()).toBe(2);
    await show('visible');
    await expect.poll(reads).toBe(3);
  });

  it('what a reader has opened stays open when a new cycle arrives above it', async () => {
    const { page } = await visit();
    await page.clock.install();
    const report = taxReport.parse(await tax.report());
    let arrived = false;
    await page.route(REPORT, (route) => {
      const [newest] = cycles;
      const late = newest && { ...newest, id: newest.id + 120 };
      return route.fulfill({ json: arrived && late ? { ...report, cycles: [late, ...cycles] } : report });
    });
    await openPage(page, '/tax');
    const isOpen = () =>
      page.locator('.cycles > ol > li > details').evaluateAll((all) => all.map((one) => one.hasAttribute('open')));
    await expect.poll(isOpen).toEqual([true, false]);
    // By keyboard.
    await page.locator('.cycles > ol > li').nth(1).locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(isOpen).toEqual([true, true]);
    arrived = true;
    await page.clock.runFor(15_100);
    await expect.poll(isOpen).toEqual([false, true, true]);
  });

  it('while the operator has paused it, it says since when, and that nothing is paid out', async () => {
    const { page } = await visit();
    const report = taxReport.parse(await tax.report());
    const [newest, ...others] = report.cycles;
    const underWay = { ...newest, state: 'distribute', endedAt: null };
    const pausedAt = '2026-11-20T15:37:00.000Z';
    await page.route(REPORT, (route) =>
      route.fulfill({ json: { ...report, pausedAt, cycles: [underWay, ...others] } }),
    );
    await openPage(page, '/tax');
    const waits = page.locator('.waits').first();
    await waits.getByText(/^Paused by the operator since 15:37:00 UTC \(.+\)\. Fees wait on chain\.$/).waitFor();
    expect(await waits.innerText()).toContain('goes on after the pause.');
    expect(await waits.innerText()).not.toContain('paying out');
  });

  it('before the first cycle it says so', async () => {
    const { page } = await visit({ baseURL: untaxed.url });
    await openPage(page, '/tax');
    await page.getByRole('heading', { name: 'No tax has been collected yet' }).waitFor();
    await takeScreenshot(page, 'tax-empty-1280');
  });

  it.each(WIDTHS)('%i px: nothing is cut off, moves or scrolls sideways, and axe finds nothing', async (width) => {
    const { page } = await visit({ width, reducedMotion: 'reduce' });
    const expectFine = async (state: string) => {
      expect(await overflow(page), state).toBe(0);
      expect(
        await cutOff(page, '.tax h1, .tax h2, .tax h3, .tax p, .tax dd, .tax dt, .tax li, .tax td'),
        state,
      ).toEqual([]);
      const found = await axeFindings(page);
      expect(found, state).toEqual([]);
    };
    await page.route(REPORT, () => {});
    await openPage(page, '/tax');
    await expectFine('loading');
    await page.unroute(REPORT);
    await page.route(REPORT, (route) => route.fulfill({ status: 500, body: '{}' }));
    await openPage(page, '/tax');
    await page.getByRole('alert').waitFor();
    await expectFine('failed');
    await page.unroute(REPORT);
    await watchShifts(page);
    await open(page);
    const { value, moved } = await totalShift(page);
    expect(value, moved.join('\n')).toBeLessThan(0.02);
    await takeScreenshot(page, `tax-${width}`);
    await openAll(page);
    await page.getByText('Show as table').click();
    await expectFine('opened');
    await takeScreenshot(page, `tax-opened-${width}`);
  });

  it('works without motion and is found from the landing page and the Audit Report', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    for (const [from, name] of [
      ['/', 'Where the 5% goes'],
      ['/audit', 'where the 5% goes'],
    ] as const) {
      await openPage(page, from);
      await page.getByRole('main').getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Follow the 5%.' }).waitFor();
      expect(await page.title()).toBe('Where the 5% goes · Game of Draws');
    }
  });

  it('the same transaction stands in the console’s Transaction History, with its lines and links', async () => {
    const [explorer, [transaction]] = [await settings(), await tax.transactions()];
    if (transaction === undefined) throw new Error('there are no transactions');
    const { page } = await visit();
    await storeKey(page, tax.world.adminKey);
    await page.goto('/admin?tab=transactions');
    const item = page.locator('details.tx').first();
    await item.locator('summary').click();
    expect(await item.innerText()).toContain(transaction.id);
    expect(await item.innerText()).toContain('COMPLETED');
    const hrefs = await item.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toContain(transactionLink(explorer, transaction.txSignature ?? ''));
    for (const line of transaction.distributions) {
      const row = item.getByRole('listitem').filter({ hasText: line.label });
      expect(await row.innerText()).toContain('SUCCESS');
      expect(hrefs).toContain(addressLink(explorer, line.address));
      expect(hrefs).toContain(transactionLink(explorer, line.transactionSignature ?? ''));
      const exact = `${ledgerText(BigInt(line.units), 'SOL')} SOL`;
      expect(await row.locator('[title$="SOL"]').getAttribute('title')).toBe(exact);
    }
    await page.goto('/tax');
    const shown = page.locator('.cycles > ol > li').first();
    await shown.getByText(`Cycle ${transaction.id.replace('tax-', '')}`).waitFor();
    const onPage = await shown.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    for (const line of transaction.distributions) {
      expect(onPage).toContain(transactionLink(explorer, line.transactionSignature ?? ''));
    }
  });
});
