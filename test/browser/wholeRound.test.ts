import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { REVEAL_MS } from '../../client/round/revealTimeline.ts';
import type { Proof } from '../../src/contract/round.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { eventually, untilUnix } from '../rounds/eventually.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { overflow, totalShift, watchShifts } from './pageFacts.ts';
import { takeScreenshot } from './screenshots.ts';

/** A phone and a desk look at the same round. */
const WIDTHS = [360, 1280] as const;
const CLS_LIMIT = 0.02;
/** As the podium has them; the first wears the crown. */
const RANKS = ['crown 1st', '2nd', '3rd'] as const;
/**
 * Of the open phase: time to open two pages before the entries lock. Later than that in a round, the next one is looked
 * at.
 */
const OPENING_SECONDS = 8;
const OPEN_SECONDS = 20;
const MOST_ROUNDS = 5;

declare global {
  interface Window {
    seen?: { readonly label: string; readonly clock: string; readonly podium: string; readonly at: number }[];
    spoken?: string[];
  }
}

describeInBrowser('a whole round, seen through the page', ({ lottery, visit }) => {
  const get = async <T>(path: string): Promise<T> => (await fetch(lottery.url + path)).json() as Promise<T>;
  /** Until something has been shown, for however short a time; `times` counts from the page's opening. */
  const shown = (page: Page, label: string, times = 1) =>
    page.waitForFunction(
      ({ label, times }) => {
        const labels = (window.seen ?? []).map((moment) => moment.label);
        return labels.filter((one, index) => one === label && one !== labels[index - 1]).length === times;
      },
      { label, times },
    );

  const openBoth = () =>
    Promise.all(
      WIDTHS.map(async (width) => {
        const visited = await visit({ width });
        await watchShifts(visited.page);
        await openPage(visited.page);
        await visited.page.evaluate(noteWhatIsShown);
        return { ...visited, width };
      }),
    );

  /** Both pages, open before the entries of a round lock: where that took too long, the next round's. */
  const openInTime = async () => {
    const { genesisTime, roundSeconds } = lottery;
    const into = () => (Date.now() / 1000 - genesisTime) % roundSeconds;
    const startOfNext = () => untilUnix(Date.now() / 1000 - into() + roundSeconds);
    if (into() > OPEN_SECONDS - OPENING_SECONDS) await startOfNext();
    for (let rounds = 0; rounds < MOST_ROUNDS; rounds++) {
      const opening = await get<Stats>('/api/lottery/stats');
      const visits = await openBoth();
      const { currentRound } = await get<Stats>('/api/lottery/stats');
      const round = currentRound.roundNumber;
      if (round === opening.currentRound.roundNumber && into() < OPEN_SECONDS) return { visits, round };
      await Promise.all(visits.map(({ context }) => context.close()));
      await startOfNext();
    }
    throw new Error(`${MOST_ROUNDS} rounds were too short to open two pages`);
  };

  it('goes from the countdown over the draw and the reveal to the new winners in the list', async () => {
    const { visits, round } = await openInTime();
    const follow = async ({ page, requests, width }: (typeof visits)[number]) => {
      await shown(page, 'Next draw in');
      await page.locator('.draw').scrollIntoViewIfNeeded();
      await takeScreenshot(page, `round-${width}-1-open`, false);
      await shown(page, 'Entries locked · draw in');
      await takeScreenshot(page, `round-${width}-2-locked`, false);
      await shown(page, 'Drawing winners…');
      await shown(page, 'Round Complete');
      await page.waitForFunction(winnersHaveLanded);
      await takeScreenshot(page, `round-${width}-3-complete`, false);
      const proof = await eventually(
        () => get<Proof>(`/api/lottery/rounds/${round}/proof`),
        ({ winners }) => winners !== null,
      );
      const drawn = proof.winners?.map(({ address }) => address) ?? [];
      expect(drawn).toHaveLength(3);
      await shown(page, 'Next draw in', 2);
      const complete = (await page.evaluate(() => window.seen ?? [])).filter(({ label }) => label === 'Round Complete');
      expect(new Set(complete.map(({ clock }) => clock))).toEqual(new Set(['0:00']));
      expect(complete.at(-1)?.podium).toBe(drawn.map((address, index) => `${RANKS[index]} ${address}`).join(', '));
      const rows = page.locator('.wl li', { hasText: `#${round}` });
      await expect.poll(() => rows.count()).toBe(3);
      expect(await rows.locator('.mono').evaluateAll((all) => all.map((one) => one.getAttribute('title')))).toEqual(
        drawn,
      );
      await expect.poll(() => rows.getByText('Paid').count()).toBe(3);
      const { payout } = await get<Proof>(`/api/lottery/rounds/${round}/proof`);
      expect(await rows.nth(0).getByRole('link', { name: 'Verify' }).getAttribute('href')).toContain(
        `/tx/${payout?.signature}`,
      );
      await takeScreenshot(page, `round-${width}-4-new-winners`, false);
      expect(requests.filter((request) => request === 'POST /api/lottery/trigger-round')).toHaveLength(1);
      expect(await overflow(page)).toBe(0);
      const { value, moved } = await totalShift(page);
      expect(value, moved.join('\n')).toBeLessThan(CLS_LIMIT);
      await expectHonestClock(page);
    };
    await Promise.all(visits.map(follow));
  });

  it('without JavaScript the page shows jackpot, holders and winners, and checks a wallet', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/');
    expect(await page.locator('.jackpot').textContent()).toMatch(/^[1-9]\d*\.\d{4} SOL$/);
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
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.waitForURL(`**/wallet/${holder}`);
    await page.getByText('IN THE DRAW', { exact: true }).waitFor();
  });
});

/** The clock only ever counted down, the stages came in their order, and the winners stood for five seconds. */
async function expectHonestClock(page: Page): Promise<void> {
  const { seen, spoken } = await page.evaluate(() => ({ seen: window.seen ?? [], spoken: window.spoken ?? [] }));
  const labels = seen.map(({ label }) => label).filter((label, index, all) => label !== all[index - 1]);
  // On a slow machine the next round may have locked meanwhile: its stages follow in the same order.
  const stages = ['Next draw in', 'Entries locked · draw in', 'Drawing winners…', 'Round Complete'];
  expect(labels.slice(0, stages.length + 1)).toEqual([...stages, 'Next draw in']);
  const complete = seen.findIndex(({ label }) => label === 'Round Complete');
  const left = seen.slice(0, complete).map(({ clock }) => secondsOf(clock));
  expect(left).toEqual(left.toSorted((one, other) => other - one));
  expect(left.at(-1)).toBe(0);
  const next = seen.findIndex(({ label }, index) => index > complete && label !== 'Round Complete');
  expect((seen[next]?.at ?? 0) - (seen[complete]?.at ?? 0)).toBeGreaterThan(REVEAL_MS - 100);
  expect(spoken.filter((text) => text.startsWith('Round Complete. First: '))).toHaveLength(1);
}

/** Runs in the page. When they are no longer shown, they have. */
function winnersHaveLanded(): boolean {
  return Array.from(document.querySelectorAll('.podium li')).every((one) => getComputedStyle(one).opacity === '1');
}

function secondsOf(clock: string): number {
  const [minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return 60 * minutes + seconds;
}

/** Runs in the page: notes what stands over and on the clock, and what screen readers are told. */
function noteWhatIsShown(): void {
  const seen: NonNullable<Window['seen']> = [];
  const spoken: string[] = [];
  Object.assign(window, { seen, spoken });
  const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
  const note = (): void => {
    const podium = Array.from(document.querySelectorAll('.podium li'), (place) =>
      [
        ...(place.querySelector('.crown') ? ['crown'] : []),
        ...[place.querySelector('b')?.textContent, place.querySelector('.mono')?.getAttribute('title')],
      ].join(' '),
    ).join(', ');
    const now = { label: text('#clock-label'), clock: text('.clock'), podium, at: performance.now() };
    const last = seen.at(-1);
    if (last?.label !== now.label || last.clock !== now.clock || last.podium !== podium) seen.push(now);
    const said = text('[role=status] .sr');
    if (said && said !== spoken.at(-1)) spoken.push(said);
  };
  note();
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
}
