import { expect, it } from 'vitest';
import { QUIET } from '../gallery/desk.ts';
import { addWallet, button, fieldsOf, MARKETING, openDesk, otherAdmin, seen, serveTransactions } from './adminDesk.ts';
import { describeInBrowser } from './openBrowser.ts';
import { axeFindings, overflow } from './pageFacts.ts';
import { found, HELD, play, SHELVED } from './playedOperations.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';

/** Only looks at the console; nothing is saved, because other files read the same configuration meanwhile. */
describeInBrowser('how the console looks', ({ lottery, visit }) => {
  const other = otherAdmin(lottery.url);

  it('axe finds nothing in any state, and nothing is wider than its window, at 360, 768 and 1280 px', async () => {
    const { page } = await visit({ width: 360, reducedMotion: 'reduce' });
    const { wallets } = await other.read();
    await serveTransactions(page, 60, wallets);
    const look = async (state: string): Promise<void> => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        // Folded parts are laid out again a moment later.
        await expect.poll(() => overflow(page), { message: `${state} at ${width}` }).toBe(0);
        if (width !== 768) expect(await axeFindings(page), `${state} at ${width}`).toEqual([]);
        await takeScreenshot(page, `admin-${state}-${width}`, false);
      }
    };
    await page.goto('/admin');
    await button(page, 'Access Dashboard').click();
    await seen(page, 'Admin key is required');
    await look('login');
    await openDesk(page);
    await look('desk');
    await addWallet(page, 'Marketing', MARKETING);
    await fieldsOf(page, 'Marketing').active.click();
    await fieldsOf(page, 'Marketing').address.fill('x');
    await fieldsOf(page, 'Lottery Pool').percentage.fill('95');
    await button(page, 'Save Changes').click();
    await page.getByText(/differ from version/).click();
    await look('problems');
    await button(page, 'Discard changes').click();
    await look('dialog');
    await button(page, 'Discard them').click();
    for (const tab of ['Distribution Preview', 'Transaction History', 'Configuration History']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.keyboard.press('Escape');
      const first = page.getByRole('tabpanel').locator('details').first();
      await first.locator('summary').click();
      await look(tab.toLowerCase().replace(' ', '-'));
    }
    await page.getByRole('tab', { name: 'Operations' }).click();
    await page.getByRole('heading', { name: 'Wallets' }).waitFor();
    await look('operations');
  });

  it.each([360, 1280])(
    '%i px: nothing scrolls sideways and axe finds nothing, in the list and in a dialog',
    async (width) => {
      const { page } = await visit({ width, reducedMotion: 'reduce' });
      const everything = ['warnings of the settings', 'alerts of every kind', 'every forecast', 'what was done', HELD];
      const all = everything.map(found);
      await play(page, {
        ...QUIET,
        warnings: all.flatMap(({ warnings }) => warnings),
        alerts: all.flatMap(({ alerts }) => alerts),
        wallets: found('every forecast').wallets,
        actions: all.flatMap(({ actions }) => actions),
        rounds: [
          ...found(HELD).rounds,
          ...found(SHELVED)
            .rounds.slice(0, 1)
            .map((one) => ({ ...one, roundNumber: 7 })),
        ],
        cycles: found('a waiting tax cycle of every step').cycles,
        journal: found('more in flight than is shown').journal,
      });
      await button(page, 'Show all').click();
      await seen(page, 'Show the newest alone');
      expect(await overflow(page)).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await takeScreenshot(page, `admin-operations-all-${width}`);
      await button(page, 'Close… round 1200').click();
      await page.getByRole('dialog').waitFor();
      expect(await overflow(page)).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await takeScreenshot(page, `admin-exit-${width}`);
    },
  );
});
