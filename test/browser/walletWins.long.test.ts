import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { prizeText } from '../../client/format/moneyText.ts';
import type { WalletDraws } from '../../src/contract/wallet.ts';
import type { Winner, WinnersPage } from '../../src/contract/winner.ts';
import { eventually } from '../rounds/eventually.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { axeFindings, overflow } from './pageFacts.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';

describeInBrowser('the page of a wallet that has won', ({ lottery, visit }) => {
  const get = async <T>(path: string): Promise<T> => (await fetch(lottery.url + path)).json() as Promise<T>;
  let win: Winner;
  beforeAll(async () => {
    const isPaid = ({ status }: Winner) => status === 'final';
    const { winners } = await eventually(
      () => get<WinnersPage>('/api/lottery/winners'),
      (page) => page.winners.some(isPaid),
      120,
    );
    const { address } = winners.find(isPaid) as Winner;
    const own = await get<WinnersPage>(`/api/lottery/winners?address=${address}`);
    win = own.winners[0] as Winner;
  }, 130_000);

  const expectAccessible = async (page: Page) => {
    expect(await overflow(page)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  };

  it.each(WIDTHS)(
    'has the win first, with dollars and payment, and a link of its own to share, %i px',
    async (width) => {
      const { page } = await visit({ width, reducedMotion: 'reduce' });
      await page.addInitScript(() => {
        Object.assign(navigator, { share: async (data: ShareData) => void Object.assign(window, { shared: data }) });
      });
      await openPage(page, `/wallet/${win.address}`);
      const card = page.locator('.win-card');
      expect(await card.locator('.fig').innerText()).toBe(`${prizeText(win.prizeLamports)} SOL`);
      await card.getByText(/^\$[\d,]+\.\d\d/).waitFor();
      expect(await card.getByRole('link', { name: /shows the payment/ }).getAttribute('href')).toContain(
        `/tx/${win.transactionSignature}`,
      );
      const top = async (name: string) => (await page.locator(name).boundingBox())?.y ?? Number.NaN;
      expect(await top('.win-card')).toBeLessThan(await top('.answer'));
      // The address stands in the field and once below.
      expect(await page.locator('.answer').getByText(win.address).count()).toBe(1);
      await card.getByRole('button', { name: 'Share this win' }).click();
      const path = `/rounds/${win.roundNumber}/wins/${win.place}`;
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { shared?: ShareData }).shared?.url))
        .toBe(lottery.url + path);
      await expectAccessible(page);
      await takeScreenshot(page, `wallet-win-${width}`);
      await openPage(page, path);
      expect(await page.title()).toBe(
        `${prizeText(win.prizeLamports)} SOL won in round #${win.roundNumber} · Game of Draws`,
      );
      await page.locator('.win-card').getByText('A win in Game of Draws').waitFor();
      await page.getByRole('heading', { level: 1, name: `Round #${win.roundNumber}` }).waitFor();
      await expectAccessible(page);
      await takeScreenshot(page, `shared-win-${width}`);
    },
  );

  it('says of the last 24 draws which it was in, and what it won, as the lists say', async () => {
    const { page } = await visit({ width: 360 });
    await openPage(page, `/wallet/${win.address}`);
    await page.getByText('The last 24 draws: in, out and why').click();
    const rows = page.locator('.draws li');
    await rows.first().waitFor();
    const { draws } = await get<WalletDraws>(`/api/lottery/wallets/${win.address}/draws`);
    const own = rows.filter({ hasText: new RegExp(`#${win.roundNumber}(?!\\d)`) });
    await own.getByText('WON', { exact: true }).waitFor();
    expect(await own.innerText()).toContain(`It won ${prizeText(win.prizeLamports)} SOL.`);
    expect(Math.abs((await rows.count()) - draws.length)).toBeLessThanOrEqual(1);
    await expectAccessible(page);
    await takeScreenshot(page, 'wallet-draws-360');
  });
});
