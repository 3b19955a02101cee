import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { REVEAL_MS } from '../../client/clock/revealTimeline.ts';
import type { Proof } from '../../src/contract/round.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { eventually, untilUnix } from '../rounds/eventually.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { overflow, totalShift, watchShifts } from './pageFacts.ts';
import { takeScreenshot } from './screenshots.ts';
import { expectOneTruth, type Sight, sightsOf, watchAnswers, watchSights } from './watchReveal.ts';

/** A phone and a desk look at the same round. reveal.test.ts has the other sizes, in time that does not wait for machines. */
const WIDTHS = [360, 1280] as const;
const CLS_LIMIT = 0.02;
/** From the moment at which the page has an answer with the winners to the first name, and to all. */
const TO_THIRD_MS = 1000;
const TO_ALL_MS = 4000;
/**
 * How much of the open phase is needed to open the pages before the entries lock. When less is left, the next round is
 * taken.
 */
const OPENING_SECONDS = 8;
const OPEN_SECONDS = 20;
const MOST_ROUNDS = 5;

describeInBrowser('a whole round, seen through the page', ({ lottery, visit }) => {
  const get = async <T>(path: string): Promise<T> => (await fetch(lottery.url + path)).json() as Promise<T>;
  /** Waits until something has been shown, even for a short time; `times` counts from the page's opening. */
  const shown = (page: Page, label: string, times = 1) =>
    page.waitForFunction(
      ({ label, times }) => {
        const labels = (window.sights ?? []).map((moment) => moment.label);
        return labels.filter((one, index) => one === label && one !== labels[index - 1]).length >= times;
      },
      { label, times },
    );

  const openAll = () =>
    Promise.all(
      WIDTHS.map(async (width) => {
        const visited = await visit({ width });
        await watchShifts(visited.page);
        await watchAnswers(visited.page);
        await openPage(visited.page);
        await watchSights(visited.page);
        return { ...visited, width };
      }),
    );

  /** All pages, open before the entries of a round lock: where that took too long, the next round's. */
  const openInTime = async () => {
    const { genesisTime, roundSeconds } = lottery;
    const into = () => (Date.now() / 1000 - genesisTime) % roundSeconds;
    const startOfNext = () => untilUnix(Date.now() / 1000 - into() + roundSeconds);
    if (into() > OPEN_SECONDS - OPENING_SECONDS) await startOfNext();
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      // A page that is opened in the middle of a draw begins with that draw.
      const opening = await eventually(
        () => get<Stats>('/api/lottery/stats'),
        ({ lastRound }) => lastRound?.phase !== 'drawing',
      );
      const visits = await openAll();
      const { currentRound } = await get<Stats>('/api/lottery/stats');
      const round = currentRound.roundNumber;
      if (round === opening.currentRound.roundNumber && into() < OPEN_SECONDS) return { visits, round };
      await Promise.all(visits.map(({ context }) => context.close()));
      await startOfNext();
    }
    throw new Error(`${MOST_ROUNDS} rounds were too short to open the pages`);
  };

  it('goes from the countdown over the draw and the reveal to the new winners in the list', async () => {
    const { visits, round } = await openInTime();
    const follow = async ({ page, requests, width }: (typeof visits)[number]) => {
      await shown(page, 'Next draw in');
      await takeScreenshot(page, `round-${width}-1-open`, false);
      await shown(page, 'Entries locked · draw in');
      await takeScreenshot(page, `round-${width}-2-locked`, false);
      await shown(page, 'Drawing winners…');
      await shown(page, 'Round Complete');
      await takeScreenshot(page, `round-${width}-3-complete`, false);
      const proof = await eventually(
        () => get<Proof>(`/api/lottery/rounds/${round}/proof`),
        ({ winners }) => winners !== null,
      );
      const drawn = proof.winners?.map(({ address }) => address) ?? [];
      expect(drawn).toHaveLength(3);
      await shown(page, 'Next draw in', 2);
      await expectReveal(page, round, drawn);
      const rows = page.locator('.wl li', { hasText: `#${round}` });
      await expect.poll(() => rows.count()).toBe(3);
      const addresses = rows.locator('.mono[title]');
      expect(await addresses.evaluateAll((all) => all.map((one) => one.getAttribute('title')))).toEqual(drawn);
      await expect.poll(() => rows.getByText('Paid').count()).toBe(3);
      const { payout } = await get<Proof>(`/api/lottery/rounds/${round}/proof`);
      expect(await rows.nth(0).getByRole('link', { name: 'Verify' }).getAttribute('href')).toContain(
        `/tx/${payout?.signature}`,
      );
      await takeScreenshot(page, `round-${width}-4-new-winners`, false);
      // One for each countdown that has ended; there is more than one when all of this took long.
      const triggers = () => requests.filter((request) => request === 'POST /api/lottery/trigger-round').length;
      await expect.poll(async () => triggers() - (await drawsShown(page))).toBe(0);
      expect(await overflow(page)).toBe(0);
      const { value, moved } = await totalShift(page);
      expect(value, moved.join('\n')).toBeLessThan(CLS_LIMIT);
      // Nobody scrolled: the winners stay inside the window until the entries of the next round lock.
      await shown(page, 'Entries locked · draw in', 2);
      await expectResultStays(page, round, drawn);
    };
    await Promise.all(visits.map(follow));
  });

  it('without JavaScript the page shows jackpot, holders and winners, and checks a wallet', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/');
    // Each round takes its part of the pool, and slow machines play many.
    expect(await page.locator('.jackpot').textContent()).toMatch(/^(?!0\.0000)\d+\.\d{4} SOL$/);
    expect(await page.locator('.clock').textContent()).toMatch(/^\d+:\d\d$/);
    expect(await page.locator('.hl li').count()).toBe(10);
    expect(await page.locator('.wl li').count()).toBeGreaterThanOrEqual(3);
    const note = page.locator('.hero .note');
    expect([await note.isVisible(), await note.textContent()]).toEqual([
      true,
      expect.stringContaining('Without JavaScript this page stands still.'),
    ]);
    expect(await page.getByRole('button', { name: 'Pause motion' }).isVisible()).toBe(false);
    const holder = (await page.locator('.hl .mono').first().getAttribute('title')) ?? '';
    await page.getByLabel('Wallet address').fill(holder);
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    await page.waitForURL(`**/wallet/${holder}`);
    await page.getByText('IN THE DRAW', { exact: true }).waitFor();
  });
});

/**
 * The clock only ever counted down, the stages came in their order, the winners came in time, third to first, each of
 * them on the payline, and the completed state stood for five seconds.
 */
async function expectReveal(page: Page, round: number, drawn: readonly string[]): Promise<void> {
  const { sights, learnt, spoken, stalls } = await sightsOf(page);
  const labels = sights.map(({ label }) => label).filter((label, index, all) => label !== all[index - 1]);
  // On a slow machine the next round may have locked meanwhile: its stages follow in the same order.
  const stages = ['Next draw in', 'Entries locked · draw in', 'Drawing winners…', 'Round Complete'];
  expect(labels.slice(0, stages.length + 1)).toEqual([...stages, 'Next draw in']);
  const begin = sights.findIndex(({ label }) => label === 'Round Complete');
  const left = sights.slice(0, begin).map(({ clock }) => secondsOf(clock));
  expect(left).toEqual(left.toSorted((one, other) => other - one));
  expect(left.at(-1)).toBe(0);
  const next = sights.findIndex(({ label }, index) => index > begin && label !== 'Round Complete');
  const complete = sights.slice(begin, next);
  for (const { clock, printed } of complete) expect([clock, printed[3]]).toEqual(['0:00', drawn[2]]);

  const knownAt = learnt[round] ?? Number.NaN;
  const since = (test: (sight: Sight) => boolean) => (complete.find(test)?.at ?? Number.NaN) - knownAt;
  // On a slow machine every page has to wait.
  const stalled = (until: number) =>
    stalls.filter(({ at }) => at > knownAt && at - knownAt < 2 * until).reduce((sum, { ms }) => sum + ms, 0);
  expect(since(({ printed }) => 3 in printed)).toBeLessThan(TO_THIRD_MS + stalled(TO_THIRD_MS));
  expect(since(({ printed }) => Object.keys(printed).length === 3)).toBeLessThan(TO_ALL_MS + stalled(TO_ALL_MS));
  expect(placesInOrder(complete)).toEqual(drawn.toReversed());
  expect(complete.at(-1)?.crowned).toBe(true);
  // A page that stood still for longer than the time between two winners has skipped one.
  for (const { payline, printed } of complete) {
    if (payline !== null) expect(payline).toBe(drawn[drawn.length - Object.keys(printed).length]);
  }
  expect(complete.at(-1)?.payline).toBe(drawn[0]);
  expect((sights[next]?.at ?? 0) - (complete[0]?.at ?? 0)).toBeGreaterThan(REVEAL_MS - TO_THIRD_MS);
  expect(spoken.filter(({ text }) => text.startsWith('Round Complete. First: '))).toHaveLength(1);
  expectOneTruth(sights);
}

/** How many draws the page has shown. */
async function drawsShown(page: Page): Promise<number> {
  const labels = (await sightsOf(page)).sights.map(({ label }) => label);
  return labels.filter((label, index) => label === 'Drawing winners…' && label !== labels[index - 1]).length;
}

/** From the reveal to the next lock, every sight has the three winners under their own round's number. */
async function expectResultStays(page: Page, round: number, drawn: readonly string[]): Promise<void> {
  const { sights } = await sightsOf(page);
  const complete = sights.findLastIndex(({ label }) => label === 'Round Complete');
  const stays = sights.slice(complete + 1).filter(({ label }) => label === 'Next draw in');
  expect(stays.length).toBeGreaterThan(0);
  for (const { slip, printed, round: number } of stays) {
    expect(slip).toBe(`Round #${round} · winners`);
    expect(Object.values(printed)).toEqual(drawn);
    expect(number).toBe(`Round #${round + 1}`);
  }
}

/** The addresses in the order in which they were printed. */
function placesInOrder(sights: readonly Sight[]): readonly string[] {
  return [...new Set(sights.flatMap(({ printed }) => Object.values(printed).toReversed()))];
}

function secondsOf(clock: string): number {
  const [minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return 60 * minutes + seconds;
}
