import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowser, openPage, tryAgain } from './openBrowser.ts';
import { openScene, type Scene, type Script, type Trouble } from './scene.ts';
import { afterEnd, type RealAnswers, realAnswers, usualScript } from './script.ts';

const LEFT_MS = 1_800_000;
/** For a round that ends while the test looks at the page. */
const SOON_MS = 12_000;
const ANSWERS_NOTHING: readonly Trouble[] = ['fails', 'is cut off', 'answers HTML', 'answers {}', 'answers null'];
/** What the page logs about its own troubles. */
const LOGGED = /could not be read|trigger failed|^Error: \/api\//;

/** The lottery's pool shrinks with each round that it plays meanwhile. */
const SOME_SOL = /^(?!0\.0000)\d+\.\d{4} SOL$/;

describeInBrowser('an endpoint that fails', ({ lottery, visit }) => {
  let real: RealAnswers;
  beforeAll(async () => {
    real = await realAnswers(lottery.url);
  });

  const open = async (change: Partial<Script> = {}, left = LEFT_MS) => {
    const { page, requests } = await visit({ expected: LOGGED, reducedMotion: 'reduce' });
    const startsAt = Date.now();
    const usual = usualScript(real, { left, now: startsAt });
    const scene = await openScene({ page, url: lottery.url, startsAt, script: { ...usual, ...change } });
    return { page, requests, scene, usual, startsAt };
  };
  const badge = (page: Page) => page.locator('.badge.live').textContent();
  const jackpot = (page: Page) => page.locator('.jackpot').textContent();
  const clock = (page: Page) => page.locator('.clock').textContent();
  const passUntilBadge = (scene: Scene, page: Page, text: RegExp) =>
    scene.passUntil(async () => text.test((await badge(page)) ?? ''), 180_000);

  describe('stats', () => {
    it.each(ANSWERS_NOTHING)(
      '%s: the last figures with their age, then zeros, then all is well again',
      async (trouble) => {
        const { page, scene, usual } = await open({ pool: 'fails', chain: 'fails' });
        await passUntilBadge(scene, page, /^LIVE DATA$/);
        const before = await jackpot(page);
        expect(before).toMatch(SOME_SOL);
        scene.script.stats = trouble;
        await passUntilBadge(scene, page, /^Delayed · (3[5-9]|4\d) s$/);
        expect(await jackpot(page)).toBe(before);
        expect(await page.locator('.wl li').count()).toBe(9);
        await passUntilBadge(scene, page, /^No data$/);
        // What stands in for lost figures: zero totals, round 1, an empty list of winners, no timer; and an empty pool.
        expect(await jackpot(page)).toBe('0.0000 SOL');
        expect(await clock(page)).toBe('–');
        expect(await page.locator('.hero .eyebrow').first().textContent()).toMatch(/^Round #1 /);
        expect(await page.locator('.kpi .fig').allTextContents()).toEqual(['0.0000 SOL', '0', '0.0000 SOL']);
        await page.getByText('No Winners Yet').waitFor();
        await page.getByText('Be the first to win the SOL lottery!').waitFor();
        scene.script.stats = usual.stats;
        await passUntilBadge(scene, page, /^LIVE DATA$/);
        expect(await jackpot(page)).toBe(before);
        expect(await clock(page)).toMatch(/^2\d:\d\d$/);
        expect(await page.locator('.wl li').count()).toBe(9);
      },
    );

    it('while only the pool’s balance can be read: the jackpot is computed from it, and everything else stays as without it', async () => {
      const lamports = ['4986380000', '1424680000', '712340000'];
      const prizes = lamports.map((prize, i) => ({ place: i + 1, lamports: prize }));
      const pool = () => ({ prizePoolLamports: '7123400000', prizes });
      const { page, scene } = await open({ pool });
      scene.script.stats = 'fails';
      await passUntilBadge(scene, page, /^No data$/);
      expect(await jackpot(page)).toBe('7.1234 SOL');
      expect(await page.locator('.kpi .fig').first().textContent()).toBe('7.1234 SOL');
      expect(await page.locator('.split .fig').allTextContents()).toEqual(['4.9863 SOL', '1.4246 SOL', '0.7123 SOL']);
    });

    it('while only the chain answers: the jackpot is a fifth of the balance that the page reads there itself, and no prizes', async () => {
      const { page, scene } = await open({ pool: 'answers {}' });
      scene.script.stats = 'fails';
      await passUntilBadge(scene, page, /^No data$/);
      expect(await jackpot(page)).toBe('20.0000 SOL');
      expect(await page.locator('.split .fig').allTextContents()).toEqual(['–', '–', '–']);
    });
  });

  describe('eligible-participants', () => {
    it.each(ANSWERS_NOTHING)(
      '%s: the three lines, and no top list; the next good answer brings both back',
      async (trouble) => {
        const { page, scene, usual } = await open();
        expect(await page.locator('.hl li').count()).toBe(10);
        scene.script.participants = trouble;
        await scene.passUntil(() => page.getByText('Database connection error...').isVisible());
        expect(await page.locator('.reel li').allTextContents()).toEqual([
          'Database connection error...',
          'Retrying blockchain scan...',
          'Please wait...',
        ]);
        expect(await page.locator('.hl li').count()).toBe(0);
        expect(await badge(page)).toBe('LIVE DATA');
        scene.script.participants = usual.participants;
        await scene.passUntil(async () => (await page.locator('.hl li').count()) === 10);
        expect(await page.locator('.strip li').count()).toBeGreaterThan(3);
      },
    );
  });

  it.each([...ANSWERS_NOTHING, 'hangs' as const])(
    'trigger-round %s: nobody is told, and the poll finds the winners',
    async (trouble) => {
      const { page, scene, requests, usual, startsAt } = await open({ trigger: trouble }, SOON_MS);
      await scene.passUntil(async () => (await page.locator('#clock-label').textContent()) === 'Drawing winners…');
      await scene.pass(3000);
      expect(await page.locator('[role=alert]:not(:empty)').count()).toBe(0);
      expect(await clock(page)).toBe('0:00');
      const posts = () => requests.filter((request) => request.startsWith('POST ')).length;
      // The page's requests arrive in real time, which differs from the page's time.
      await expect.poll(posts).toBe(1);
      scene.script.stats = afterEnd(real, usual, startsAt + SOON_MS, 'complete').stats;
      await scene.passUntil(() => page.locator('.slip.new .won').isVisible());
      expect(await page.locator('.slip.new .won li').count()).toBe(3);
      expect(posts()).toBe(1);
    },
  );

  it('winners, prices and config: the page goes on with what came with the stats', async () => {
    const { page, scene } = await open();
    for (const trouble of ANSWERS_NOTHING) {
      Object.assign(scene.script, { winners: trouble, prices: trouble, config: trouble });
      await scene.pass(65_000);
      // A poll's answer may be on its way at this very moment.
      await scene.passUntil(async () => (await badge(page)) === 'LIVE DATA');
      expect(await page.locator('.wl li').count()).toBe(9);
      expect(await page.locator('.usd').textContent()).toMatch(/^\$[\d,]+\.\d\d at \$\d+\.\d\d per SOL$/);
      expect(await page.locator('.addr').textContent()).toBe(real.config.mint);
    }
  });

  it('a wallet’s answer: a sentence and a way to try again, which then works', async () => {
    for (const trouble of ['fails', 'answers {}'] as const) {
      const { page } = await visit();
      const wallet = real.participants.data.topHolders[0]?.address ?? '';
      await page.route('**/api/lottery/wallets/**', (route) =>
        route.fulfill({ status: trouble === 'fails' ? 500 : 200, json: {} }),
      );
      await openPage(page, `/?wallet=${wallet}`);
      await page.getByText('The wallet could not be looked up.').waitFor();
      await tryAgain(page, '**/api/lottery/wallets/**');
      await page.getByText('IN THE DRAW', { exact: true }).waitFor();
    }
  });

  it('never answers: the page gives up after twelve seconds, says the same, and comes back by itself', async () => {
    const { page } = await visit({ expected: LOGGED });
    // A server that knew nothing when it wrote the page: nothing to fall back on.
    const startsAt = Date.now();
    const usual = usualScript(real, { left: LEFT_MS, now: startsAt });
    const script: Script = { ...usual, stats: 'hangs', participants: 'hangs', pool: 'hangs', prices: 'hangs' };
    const scene = await openScene({ page, url: lottery.url, startsAt, script, rendered: false });
    await page.getByText('Loading top holders...').waitFor();
    await scene.pass(5000);
    expect(await page.getByText('Loading top holders...').isVisible()).toBe(true);
    await scene.passUntil(() => page.getByText('Database connection error...').isVisible());
    expect(await badge(page)).toBe('No data');
    Object.assign(scene.script, usual);
    await passUntilBadge(scene, page, /^LIVE DATA$/);
    await scene.passUntil(async () => (await page.locator('.hl li').count()) === 10);
  });

  it('no call gets any status for two minutes: the last figures stay with their age, and no zero; an error status ends that', async () => {
    const { page, scene, usual } = await open();
    await passUntilBadge(scene, page, /^LIVE DATA$/);
    const before = await jackpot(page);
    const silence = ['stats', 'participants', 'config', 'pool', 'winners', 'prices', 'trigger', 'chain'] as const;
    for (const name of silence) scene.script[name] = 'is cut off';
    for (let seconds = 0; seconds < 120; seconds += 10) {
      await scene.pass(10_000);
      expect(await jackpot(page)).toBe(before);
      expect(await page.locator('.kpi .fig').first().textContent()).toBe(before);
      expect(await page.locator('.hl li').count()).toBe(10);
      expect(await page.locator('.wl li').count()).toBe(9);
    }
    expect(await badge(page)).toMatch(/^Offline · (1\d\d s|2 min)$/);
    expect(await page.locator('.stats time').textContent()).toMatch(/^(1\d\d s|2 min) ago$/);
    scene.script.stats = 'fails';
    await passUntilBadge(scene, page, /^No data$/);
    await scene.passUntil(() => page.getByText('Database connection error...').isVisible());
    Object.assign(scene.script, usual);
    await passUntilBadge(scene, page, /^LIVE DATA$/);
    expect(await jackpot(page)).toBe(before);
  });

  it('no network at all: the page says that it is offline, keeps its figures, and goes on when it is back', async () => {
    const { page, context } = await visit({ expected: LOGGED });
    await openPage(page);
    await context.setOffline(true);
    await expect.poll(() => badge(page)).toMatch(/^Offline · \d+ s$/);
    expect(await jackpot(page)).toMatch(SOME_SOL);
    await context.setOffline(false);
    await expect.poll(() => badge(page)).toBe('LIVE DATA');
  });
});
