import { text as textOf } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { gapText } from '../../client/rounds/RoundTimeline.tsx';
import type { Proof, RoundDetail, RoundsPage } from '../../src/contract/round.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { stepOf, verifyOffline } from '../client/offline.ts';
import { eventually } from '../rounds/eventually.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { axeFindings, overflow, totalShift, watchShifts } from './pageFacts.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';

const CLS_LIMIT = 0.02;
const PAGES = ['/rounds', '/rounds/1', '/fairness', '/status', '/terms-of-play', '/rounds/1000000'] as const;

describeInBrowser('the pages of rounds', ({ lottery, visit }) => {
  const get = async <T>(path: string): Promise<T> => (await fetch(lottery.url + path)).json() as Promise<T>;
  const newest = () => get<RoundsPage>('/api/lottery/rounds');
  let paid: RoundDetail;

  beforeAll(async () => {
    const { rounds } = await eventually(newest, (page) => page.rounds.some(({ state }) => state === 'paid'));
    const number = rounds.find(({ state }) => state === 'paid')?.roundNumber;
    paid = await get<RoundDetail>(`/api/lottery/rounds/${number}`);
  });

  /** The text of a page's main part, its spaces made one. */
  const mainOf = async (page: Page) => (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');

  it('a running round is followed until it is paid and final, without a reload, and nothing jumps', async () => {
    const { currentRound } = await get<Stats>('/api/lottery/stats');
    const { page } = await visit({ width: 360 });
    await watchShifts(page);
    await openPage(page, `/rounds/${currentRound.roundNumber}`);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    // Fonts that a slow machine loads late belong to the opening, which has a limit of its own.
    const opened = (await totalShift(page)).value;
    expect(opened).toBeLessThan(CLS_LIMIT);
    await page
      .locator('.round .badge', { hasText: /^PAID$/ })
      .first()
      .waitFor();
    await page.locator('.rsteps > li').last().and(page.locator('.done')).waitFor();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    const round = await get<RoundDetail>(`/api/lottery/rounds/${currentRound.roundNumber}`);
    const said = await mainOf(page);
    const end = Date.parse(round.endsAt);
    for (const at of [round.lockedAt, round.committedAt, round.beaconAt, round.drawnAt, round.paidAt, round.finalAt])
      expect(said).toContain(gapText(Date.parse(at ?? ''), end));
    const addresses = await page
      .locator('.wl .mono[title]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    expect(addresses).toEqual(round.winners.map(({ address }) => address));
    const { value, moved } = await totalShift(page);
    expect(value - opened, moved.join('\n')).toBeLessThan(CLS_LIMIT);
  });

  it.each(PAGES)('%s fits phone, tablet and desk', async (path) => {
    const { page } = await visit({ width: WIDTHS[0] });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await openPage(page, path);
      expect(await overflow(page), `${path} at ${width} px`).toBe(0);
      await takeScreenshot(page, `rounds-${width}-${path.replaceAll('/', '-')}`);
    }
  });

  it('can be read without JavaScript, and so can the search and the filters', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto(`/rounds/${paid.roundNumber}`);
    for (const { address } of paid.winners) expect(await page.locator(`main a[title="${address}"]`).count()).toBe(1);
    expect(await mainOf(page)).toContain('Payment final');
    await page.getByRole('link', { name: 'All rounds' }).first().click();
    const [winner] = paid.winners;
    for (const [typed, heading] of [
      [String(paid.roundNumber), `Round #${paid.roundNumber}`],
      [paid.endsAt.slice(0, 10), 'All rounds.'],
      [winner?.address ?? '', 'All rounds.'],
      ['1000000', 'Round #1,000,000 has not started.'],
    ]) {
      await page.goto('/rounds');
      await page.getByLabel('Find a round').fill(typed ?? '');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('heading', { level: 1, name: heading ?? '' }).waitFor();
    }
    await page.goto(`/rounds?address=${winner?.address}`);
    expect(await page.locator('.rl > li').count()).toBeGreaterThan(0);
    expect(await page.locator('.rl > li').count()).toBe(await page.locator('.by .own').count());
    await page.getByRole('link', { name: 'Paid', exact: true }).click();
    await expect.poll(() => new URL(page.url()).search).toBe(`?state=paid&address=${winner?.address}`);
    await page.goBack();
    await expect.poll(() => new URL(page.url()).search).toBe(`?address=${winner?.address}`);
  });

  it('the plot has its values in a table, and each round leads to the one before and after', async () => {
    const { page } = await visit();
    await openPage(page, '/rounds');
    await page.getByText('Show as table').click();
    // Both are read at the same moment, because a round may end in between.
    const [rows, bars] = await page.evaluate(() =>
      ['.plots tbody tr', '.plots rect'].map((name) => document.querySelectorAll(name).length),
    );
    expect(rows).toBe(bars);
    await openPage(page, '/rounds/1');
    await page.getByRole('link', { name: 'Round #2' }).click();
    await page.waitForURL('**/rounds/2');
    await page.getByRole('link', { name: 'Round #1' }).click();
    await page.waitForURL('**/rounds/1');
  });

  it.each(WIDTHS)('a wallet from a round’s page is found in its list, with a proof to save, %i px', async (width) => {
    const { page } = await visit({ width });
    const proof = await get<Proof>(`/api/lottery/rounds/${paid.roundNumber}/proof`);
    const address = proof.snapshot?.entries[1];
    await openPage(page, `/rounds/${paid.roundNumber}`);
    await page.getByLabel('Was my wallet in this list?').fill(address ?? '');
    await page.getByRole('button', { name: 'Look for it' }).click();
    await page.waitForURL(`**/wallet/${address}?round=${paid.roundNumber}`);
    await expect.poll(() => page.getByLabel('Round', { exact: true }).inputValue()).toBe(String(paid.roundNumber));
    await page.getByRole('button', { name: 'Look for it' }).click();
    const found = page.locator('.inclusion .found');
    await found.getByText('IN THE LIST', { exact: true }).waitFor();
    const said = await found.innerText();
    expect(said).toContain(`at index 1 of ${proof.snapshot?.entries.length}.`);
    expect(said).toContain(`the list’s root ${proof.snapshot?.root}.`);
    expect(said).toContain(`in transaction ${proof.commitment?.signature}.`);
    const save = page.getByRole('button', { name: 'Save the inclusion proof as JSON' });
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const saved = JSON.parse(await textOf(await download.createReadStream()));
    expect(saved).toMatchObject({ roundNumber: paid.roundNumber, address, index: 1 });
    expect(stepOf(await verifyOffline(proof, { inclusion: saved }), 'inclusion').state).toBe('ok');
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await takeScreenshot(page, `inclusion-${width}`);
  });

  describe('the files of a round', () => {
    it('are the proof and its entries, by name', async () => {
      const { page } = await visit();
      await openPage(page, `/rounds/${paid.roundNumber}`);
      const take = async (name: string) => {
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
        return download.suggestedFilename();
      };
      const name = `game-of-draws-round-${paid.roundNumber}`;
      expect(await take('Proof as JSON')).toBe(`${name}.json`);
      expect(await take('Entries as CSV')).toBe(`${name}-entries.csv`);
    });
  });
});
