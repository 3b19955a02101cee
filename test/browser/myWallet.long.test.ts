import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { totalShift, watchShifts } from './pageFacts.ts';
import { openScene } from './scene.ts';
import { type RealAnswers, realAnswers, usualScript } from './script.ts';

const KEY = 'wallet';
const SEEN = 'wallet-seen-win';
const MINUTE = 60_000;

const keep = (page: Page, entries: Readonly<Record<string, string>>) =>
  page.addInitScript((all) => {
    for (const [key, text] of Object.entries(all))
      if (localStorage.getItem(key) === null) localStorage.setItem(key, text);
  }, entries);
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const header = (page: Page) => page.locator('.my-wallet');

describeInBrowser('the visitor’s own wallet', ({ lottery, visit }) => {
  /** The lottery in mid-life, and a wallet of its holders list with what the server says of it. */
  const prepare = async () => {
    const real = await realAnswers(lottery.url);
    const address = real.participants.data.topHolders[2]?.address ?? '';
    const now = Date.now();
    const script = usualScript(real, { left: 50 * MINUTE, now });
    return { real, address, now, script: { ...script, wallet: () => standing(real, address) } };
  };

  it('is remembered only after the visitor said so; then the header says in, and its rows are marked', async () => {
    const { real, address, now, script } = await prepare();
    const { page, requests } = await visit({ width: 360 });
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script });
    await page.getByLabel('Wallet address').fill(`https://solscan.io/account/${address} `);
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    await scene.passUntil(() => page.getByText('Remember this wallet on this device?').isVisible());
    expect(await page.getByLabel('Wallet address').inputValue()).toBe(address);
    expect(await stored(page)).toEqual({});
    await page.getByRole('button', { name: 'Remember', exact: true }).click();
    await scene.passUntil(() => header(page).getByText('In the draw').isVisible());
    expect(await stored(page)).toEqual({ [KEY]: address, [SEEN]: '0' });
    expect(await page.locator('.hl .own').textContent()).toContain('YOU');
    const before = requests.filter((request) => request.includes('/wallets/')).length;
    // The visitor's own look-up and the header's: each asks once a minute at most, whatever else the page reads.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await scene.pass(59_000);
    expect(requests.filter((request) => request.includes('/wallets/')).length - before).toBeLessThanOrEqual(2);
    await header(page).locator('summary').click();
    // The panel keeps its own background in whatever order the styles are loaded. Forced colours remove a gradient, and
    // the page once showed through.
    const color = await page.locator('.mine-panel').evaluate((panel) => {
      for (const style of document.querySelectorAll('style')) document.head.append(style);
      return getComputedStyle(panel).backgroundColor;
    });
    expect(color).toBe('rgb(24, 48, 39)');
    const odds = `1 in ${Math.round(real.participants.data.total / 3)} chance to win`;
    expect(await header(page).textContent()).toContain(odds);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await header(page).getByRole('button', { name: 'Forget this wallet' }).click();
    await scene.passUntil(async () => (await header(page).textContent()) === 'My wallet');
    expect(await stored(page)).toEqual({});
    expect(await page.locator('.hl .own').count()).toBe(0);
  });

  it('leaves the focus in its place when the answer is closed whose wallet was remembered meanwhile', async () => {
    const { address, now, script } = await prepare();
    const { page } = await visit();
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script });
    await page.getByLabel('Wallet address').fill(address);
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    await scene.passUntil(() => page.getByText('Remember this wallet on this device?').isVisible());
    await page.getByRole('button', { name: 'Remember', exact: true }).click();
    await scene.passUntil(() => header(page).getByText('In the draw').isVisible());
    await page.locator('#wallet').getByRole('button', { name: 'Close' }).click();
    await page.locator('#wallet .my-line').waitFor();
    const isThere = () => document.querySelector('#wallet')?.contains(document.activeElement);
    expect(await page.evaluate(isThere)).toBe(true);
  });

  it('is said to be in the draw also right after another wallet that is', async () => {
    const { real, address, now, script } = await prepare();
    const other = real.participants.data.topHolders[3]?.address ?? '';
    const { page } = await visit();
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script });
    const said = () => page.evaluate(() => document.querySelector('.notices .sr')?.textContent ?? '');
    const ask = async (one: string) => {
      await page.getByLabel('Wallet address').fill(one);
      await page.getByRole('button', { name: 'Look up', exact: true }).click();
    };
    await ask(address);
    await scene.passUntil(async () => (await said()).trim() === 'This wallet is in the draw.');
    const before = await said();
    await ask(other);
    // A screen reader hears only what changes.
    await scene.passUntil(async () => (await said()) !== before);
    expect((await said()).trim()).toBe('This wallet is in the draw.');
  });

  it('is told of a win at the next visit, until it has looked; nothing moves for it', async () => {
    const { real, address, now, script } = await prepare();
    const { page } = await visit();
    await watchShifts(page);
    await keep(page, { [KEY]: address, [SEEN]: '11' });
    const win = { ...real.stats.recentWinners[0], ...WIN, address };
    const wallet = () => ({ ...standing(real, address), wins: [win], totalWins: 1 });
    const scene = await openScene({ page, url: lottery.url, startsAt: now, script: { ...script, wallet } });
    await scene.passUntil(() => header(page).getByText('1.2345 SOL in round #12').first().isVisible());
    await expect
      .poll(() => page.getByRole('status').first().textContent())
      .toContain('You won 1.2345 SOL in round #12.');
    const { value, moved } = await totalShift(page);
    expect(value, moved.join('\n')).toBeLessThan(0.02);
    expect((await stored(page))[SEEN]).toBe('11');
    await header(page).locator('summary').click();
    await expect.poll(async () => (await stored(page))[SEEN]).toBe('12');
    await page.keyboard.press('Escape');
    await expect.poll(() => header(page).locator('details').getAttribute('open')).toBeNull();
    const summary = header(page).locator('summary');
    await expect.poll(() => summary.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('may be out, excluded, no address any more, or not looked up: the header says so and the page works', async () => {
    const { real, address, now, script } = await prepare();
    const out = {
      ...standing(real, address),
      isEligible: false,
      balanceUnits: '80000000000',
      reason: 'It holds too little.',
    };
    const excluded = { ...out, rank: null, reason: 'This is the lottery pool’s own wallet, so it can’t enter.' };
    for (const [kept, wallet, said, detail] of [
      [address, () => out, 'Not in the draw', '20,000 GOD short'],
      [address, () => excluded, 'Not in the draw', excluded.reason],
      ['no address', () => out, 'Not readable', 'not a wallet address'],
      [address, 'fails', 'Not known', 'try again every minute'],
    ] as const) {
      const { page } = await visit();
      await keep(page, { [KEY]: kept });
      const scene = await openScene({ page, url: lottery.url, startsAt: now, script: { ...script, wallet } });
      await scene.passUntil(() => header(page).getByText(said, { exact: true }).isVisible());
      await header(page).locator('summary').click();
      await header(page).getByText(detail).waitFor();
      await page.context().close();
    }
  });

  it('is remembered until the page is closed where the browser refuses to store anything', async () => {
    const { address } = await prepare();
    const { page } = await visit();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    });
    await openPage(page, `/?wallet=${address}`);
    await page.getByRole('button', { name: 'Remember', exact: true }).click();
    await page.getByText('This browser stores nothing for this site').waitFor();
    await header(page).getByText('In the draw').waitFor();
    await page.getByRole('button', { name: 'Forget this wallet' }).last().click();
    await page.getByText('Remember this wallet on this device?').waitFor();
  });

  it('is answered in sight of whoever opens a link with it, and an error clears the answer before', async () => {
    const { real } = await prepare();
    const address = real.participants.data.topHolders[0]?.address ?? '';
    for (const width of [360, 1280]) {
      const { page } = await visit({ width });
      await watchShifts(page);
      await openPage(page, `/?wallet=${address}`);
      const answer = page.locator('#wallet h3').first();
      await expect.poll(() => answer.evaluate((one) => one === document.activeElement)).toBe(true);
      const box = await answer.boundingBox();
      expect(box?.y ?? -1).toBeGreaterThan(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
      const { value, moved } = await totalShift(page);
      expect(value, moved.join('; ')).toBeLessThan(0.02);
      await page.getByLabel('Wallet address').fill('abc');
      await page.getByRole('button', { name: 'Look up', exact: true }).click();
      await page.getByText('A wallet address has 32 to 44').waitFor();
      expect(await page.getByText('IN THE DRAW', { exact: true }).count()).toBe(0);
    }
  });
});

const WIN = {
  roundNumber: 12,
  place: 1,
  position: 'first',
  prize: 1.234567,
  prizeLamports: '1234567000',
  timestamp: '2026-11-20T07:00:00.000Z',
  transactionSignature: null,
  status: 'sent',
} as const;

function standing({ participants }: RealAnswers, address: string): WalletCheck {
  const { total } = participants.data;
  return {
    address,
    balance: 1_234_567,
    balanceUnits: '1234567000000',
    isEligible: true,
    reason: null,
    rank: 3,
    eligibleWallets: total,
    odds: { round: 3 / total, day: 0.3, month: 0.99 },
    lockedRound: null,
    wins: [],
    totalWins: 0,
    totalWon: 0,
    totalWonLamports: '0',
    updatedAt: participants.data.updatedAt,
  };
}
