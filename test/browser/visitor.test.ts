import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Participants, Stats } from '../../src/contract/stats.ts';
import { describeInBrowser, openPage, openPageInStoppedTime } from './openBrowser.ts';
import { openScene } from './scene.ts';
import { realAnswers, usualScript } from './script.ts';

const NOT_AN_ADDRESS = 'A wallet address has 32 to 44 letters and digits, none of them 0, O, I or l.';
/** A wallet with a key of its own, and without GOD; and an address to which no key belongs. */
const NOBODY = '2iXtA8oeZqUU5pofxK971TCEvFGfems2AcDRaZHKD2pQ';
const PROGRAM = '4Nd1mYwJQ9cF1sVqyNVbKZb1S9VXPYtEyvTnTcPzJx8L';

/** Where links into the page stop, px from the window's top: `scroll-padding-top`. */
const BELOW_HEADER = 80;
const LATER_WINNERS = 250;

describeInBrowser('what a visitor can do', ({ lottery, visit }) => {
  const get = async <T>(path: string): Promise<T> => (await fetch(lottery.url + path)).json() as Promise<T>;

  describe('copy the contract address', () => {
    const copyAndPaste = async (page: Page): Promise<string> => {
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByText('Address Copied!').waitFor();
      const field = page.getByLabel('Wallet address');
      await field.focus();
      await page.keyboard.press('Control+v');
      await expect.poll(() => field.inputValue()).not.toBe('');
      return field.inputValue();
    };

    it('in the modern way, with a message that disappears after 2 seconds', async () => {
      const { page, context } = await visit();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await openPageInStoppedTime(page);
      expect(await copyAndPaste(page)).toBe((await get<PublicConfig>('/api/config')).mint);
      await page.clock.runFor(2000);
      await page.getByText('Address Copied!').waitFor({ state: 'detached' });
    });

    it.each([
      ['refuses', () => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no')) })],
      ['does not exist', () => Object.defineProperty(navigator, 'clipboard', { value: undefined })],
    ])('in the older way where the modern one %s', async (_, spoil) => {
      const { page } = await visit();
      await page.addInitScript(spoil);
      await openPageInStoppedTime(page);
      expect(await copyAndPaste(page)).toBe((await get<PublicConfig>('/api/config')).mint);
    });

    it('by selecting a row: the whole address is copied, not its short form', async () => {
      const { page, context } = await visit();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await openPage(page);
      const holder = page.locator('.hl .mono').first();
      await holder.evaluate((element) => getSelection()?.selectAllChildren(element));
      await page.keyboard.press('Control+c');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await holder.getAttribute('title'));
    });
  });

  it('reads the FAQ: six questions, one open at a time, by mouse and by keyboard', async () => {
    const { page } = await visit();
    await openPage(page);
    const questions = page.locator('#faq summary');
    const open = () => page.locator('#faq details[open] summary').allTextContents();
    expect(await questions.count()).toBe(6);
    for (const index of [3, 5]) {
      const question = questions.nth(index);
      await question.click();
      expect(await open()).toEqual([await question.textContent()]);
    }
    await questions.nth(1).focus();
    await page.keyboard.press('Enter');
    expect(await open()).toEqual([await questions.nth(1).textContent()]);
    await page.keyboard.press('Space');
    expect(await open()).toEqual([]);
  });

  describe('check a wallet', () => {
    const ask = async (page: Page, address: string): Promise<void> => {
      await page.getByLabel('Wallet address').fill(address);
      await page.getByRole('button', { name: 'Look up', exact: true }).click();
    };

    it('a wallet in the draw: its balance, rank and odds, kept in the address of the page', async () => {
      const { page } = await visit();
      await openPage(page);
      const [holder] = (await get<Participants>('/api/lottery/eligible-participants')).data.topHolders;
      await ask(page, holder?.address ?? '');
      await page.getByText('IN THE DRAW', { exact: true }).waitFor();
      await page.getByText('Rank by balance').waitFor();
      expect(await page.locator('#wallet .times').textContent()).toMatch(/GOD.*#1.*1 in \d/);
      await expect.poll(() => new URL(page.url()).searchParams.get('wallet')).toBe(holder?.address);
      await page.reload();
      await page.getByText('IN THE DRAW', { exact: true }).waitFor();
    });

    it.each([
      ['with too little GOD', NOBODY, /GOD/],
      ['with an address to which no key belongs', PROGRAM, /can't enter/],
    ])('why a wallet %s is not in the draw', async (_of, address, why) => {
      const { page } = await visit();
      await openPage(page, `/?wallet=${address}`);
      await page.getByText('NOT IN THE DRAW').waitFor();
      expect(await page.locator('#wallet .note').textContent()).toMatch(why);
    });

    it.each([
      ['too short', 'abc'],
      ['with a letter that no address has', `0${NOBODY.slice(1)}`],
      ['nothing', ''],
      ['a script', '<script>window.ran = true</script>'],
    ])('%s: a sentence beside the field, and nothing is sent', async (_, address) => {
      const { page, requests } = await visit();
      await openPage(page);
      await ask(page, address);
      const field = page.getByLabel('Wallet address');
      await page.getByText(NOT_AN_ADDRESS).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await field.getAttribute('aria-describedby')).toBe(
        await page.getByText(NOT_AN_ADDRESS).getAttribute('id'),
      );
      expect(requests.filter((request) => request.includes('/wallets/'))).toEqual([]);
      expect(new URL(page.url()).search).toBe('');
    });
  });

  it.each([true, false])(
    'follows a link into the page to its very place, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page } = await visit({ width: 360, javaScriptEnabled });
      for (const place of ['wallet', 'results', 'how', 'faq']) {
        await page.goto('about:blank');
        await page.goto(`/#${place}`);
        if (javaScriptEnabled) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
        const top = async () => (await page.locator(`#${place}`).boundingBox())?.y ?? Number.NaN;
        // A round that ends meanwhile may add a line or three to the winners above it. Fonts that load after the jump
        // are up to two pixels lower than the fallback fonts.
        const slack = javaScriptEnabled ? LATER_WINNERS : 3;
        await expect.poll(async () => Math.abs((await top()) - BELOW_HEADER), { message: place }).toBeLessThan(slack);
      }
    },
  );

  it('whose clock is an hour wrong, either way, sees the right countdown', async () => {
    for (const wrongBy of [-3_600_000, 3_600_000]) {
      const { page } = await visit();
      await page.addInitScript((ms) => {
        const Real = Date;
        globalThis.Date = class extends Real {
          constructor(...parts: [] | [number]) {
            if (parts.length === 0) super(Real.now() + ms);
            else super(...parts);
          }
          static override now(): number {
            return Real.now() + ms;
          }
        } as DateConstructor;
      }, wrongBy);
      await openPage(page);
      const { currentRound } = await get<Stats>('/api/lottery/stats');
      const endOf = (round: number) =>
        Date.parse(currentRound.endsAt) + (round - currentRound.roundNumber) * lottery.roundSeconds * 1000;
      // The clock shows 0:00 from a round's end to the end of its reveal. All values are read at the same moment.
      const seen = await page.waitForFunction(() => {
        const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
        if (!/^(Next draw in|Entries locked)/.test(textOf('#clock-label'))) return null;
        const round = /^Round #([\d,]+)/.exec(textOf('.hero-copy .eyebrow'))?.[1] ?? '';
        return { clock: textOf('.clock'), round, at: performance.timeOrigin + performance.now() };
      });
      const { clock = '', round = '', at = Number.NaN } = (await seen.jsonValue()) ?? {};
      const [minutes = 0, seconds = 0] = clock.split(':').map(Number);
      const left = (endOf(Number(round.replaceAll(',', ''))) - at) / 1000;
      // The page knows the time to a second or two, although the visitor's clock is 3,600 s wrong.
      expect(Math.abs(60 * minutes + seconds - left)).toBeLessThan(4);
      expect(await page.locator('.stats time').textContent()).toMatch(/^(\d+ s|[1-5] min) ago$/);
    }
  });

  it('runs no script from the data or the address bar; only the page’s own scripts can run at all', async () => {
    const { page } = await visit({ expected: /Content Security Policy/ });
    const attack = '</script><script>window.ran = true</script><img src=x onerror="window.ran = true">';
    const real = await realAnswers(lottery.url);
    const now = Date.now();
    const script = usualScript(real, { left: 600_000, now });
    const { stats } = script;
    if (typeof stats !== 'function') throw new Error('the usual script has stats');
    const evil = (at: number): Stats => {
      const said = stats(at);
      const recentWinners = said.recentWinners.map((winner) => ({ ...winner, address: attack }));
      const held = { phase: 'held' as const, reason: attack, winners: [] };
      return { ...said, recentWinners, lastRound: said.lastRound && { ...said.lastRound, ...held } };
    };
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script: { ...script, stats: evil } });
    await page.getByText(attack).first().waitFor();
    await scene.pass(20_000);
    await page.evaluate(() => {
      const inline = document.createElement('script');
      inline.textContent = 'window.ran = true';
      document.body.append(inline);
      document.body.setAttribute('onclick', 'window.ran = true');
    });
    await page.locator('body').click({ position: { x: 2, y: 2 } });
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    const { page: other } = await visit();
    await openPage(other, `/?wallet=${encodeURIComponent(attack)}`);
    await other.getByText(NOT_AN_ADDRESS).waitFor();
    expect(await other.evaluate(() => 'ran' in window)).toBe(false);
  });
});
