import { expect, it } from 'vitest';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { axeFindings, overflow } from './pageFacts.ts';
import { openScene } from './scene.ts';
import { afterEnd, realAnswers, usualScript } from './script.ts';
import { ELSEWHERE, READ, ROUNDS } from './shownPages.ts';

const LEFT_MS = 95_000;

describeInBrowser('accessibility of every stage and page', ({ lottery, visit }) => {
  it('axe finds nothing in any stage of a round, on a phone and on a desk', async () => {
    const { page } = await visit({ width: 360, reducedMotion: 'reduce', expected: /could not be read/ });
    const real = await realAnswers(lottery.url);
    const startsAt = Date.now();
    const usual = usualScript(real, { left: LEFT_MS, now: startsAt });
    const scene = await openScene({ page, url: lottery.url, startsAt, script: { ...usual } });
    const look = async (state: string) => expect(await scene.whileRunning(() => axeFindings(page)), state).toEqual([]);
    const labelIs = (text: string) => async () => (await page.locator('#clock-label').textContent()) === text;
    await look('open');
    await page.setViewportSize({ width: 1280, height: 800 });
    await scene.passUntil(labelIs('Entries locked · draw in'));
    await look('locked');
    Object.assign(scene.script, afterEnd(real, usual, startsAt + LEFT_MS, 'drawing'));
    await scene.passUntil(labelIs('Drawing winners…'));
    await look('drawing');
    Object.assign(scene.script, afterEnd(real, usual, startsAt + LEFT_MS, 'complete'));
    await scene.passUntil(labelIs('Round Complete'));
    await look('complete');
    await page.setViewportSize({ width: 360, height: 740 });
    Object.assign(scene.script, { stats: 'fails', participants: 'fails', pool: 'fails', chain: 'fails' });
    await scene.passUntil(() => page.getByText('No data').isVisible(), 120_000);
    await look('degraded');
  });

  it('no page scrolls sideways on a phone', async () => {
    const { page } = await visit({ width: 360, reducedMotion: 'reduce' });
    const wide: string[] = [];
    for (const path of [...ELSEWHERE, ...READ, ...ROUNDS]) {
      await page.goto(`${lottery.url}${path}`);
      if ((await overflow(page)) > 0) wide.push(path);
    }
    expect(wide).toEqual([]);
  });

  it('the API is described on several pages: none of them is too long or too wide, and axe finds nothing', async () => {
    const { page } = await visit({ width: 360, reducedMotion: 'reduce' });
    await page.goto(`${lottery.url}/docs`);
    const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href') ?? '');
    const parts = await page.locator('a[href^="/docs/"]').evaluateAll(hrefs);
    expect(parts.length).toBeGreaterThan(40);
    for (const path of ['/docs', ...parts]) {
      await page.goto(`${lottery.url}${path}`);
      expect(await overflow(page), path).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollHeight), path).toBeLessThan(8000);
      if (['/docs', '/docs/getLotteryStats', '/docs/getAdminOperations'].includes(path))
        expect(await axeFindings(page), path).toEqual([]);
    }
  });

  it('axe finds nothing on the other pages, nor beside an answered or a refused wallet', async () => {
    const { page } = await visit({ reducedMotion: 'reduce' });
    const [holder] = (await realAnswers(lottery.url)).participants.data.topHolders;
    for (const path of [...READ, ...ROUNDS]) {
      await openPage(page, path);
      await page.locator('.draw-strip').waitFor();
      expect(await axeFindings(page), path).toEqual([]);
    }
    await openPage(page, `/?wallet=${holder?.address}`);
    await page.getByText('Rank by balance').waitFor();
    expect(await axeFindings(page), 'answered').toEqual([]);
    await openPage(page, '/?wallet=nobody');
    await page.getByText('A wallet address has 32 to 44').waitFor();
    expect(await axeFindings(page), 'refused').toEqual([]);
  });
});
