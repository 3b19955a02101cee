import { expect, it } from 'vitest';
import { partName } from '../../client/status/PartsPanel.tsx';
import { sumOf, uptimeText } from '../../client/status/UptimePanel.tsx';
import { status as contract, type Status } from '../../src/contract/health.ts';
import { STATUS_CASES } from '../gallery/status.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { axeFindings, cutOff, overflow, places, totalShift, watchShifts } from './pageFacts.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';

const STATUS = '**/api/lottery/status';

describeInBrowser('the page of the status', ({ lottery, visit }) => {
  const read = async (): Promise<Status> =>
    contract.parse(await (await fetch(`${lottery.url}/api/lottery/status`)).json());

  it('is read without JavaScript: every part, and each of 90 days with its counts', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    const before = await read();
    await page.goto('/status');
    const { parts, days } = await read();
    expect(days).toHaveLength(90);
    const main = page.getByRole('main');
    for (const { name } of parts)
      expect(await main.getByRole('heading', { name: partName(name), exact: true }).count()).toBe(1);
    expect(await main.locator('dd').first().innerText()).toMatch(/^(?:\d+\.\d\d%|–)$/);
    await main.getByText('Show as table').click();
    expect(await main.getByRole('row').count()).toBe(91);
    const [newest] = await main.locator('tbody tr').all();
    // At midnight the page is of one of the two days.
    const newestDays = [before.days, days].map((all) => `/rounds?date=${all.at(-1)?.date}`);
    expect(newestDays).toContain(await newest?.locator('a').getAttribute('href'));
  });

  it('counts what the API counts, and is found from every page’s foot', async () => {
    const { page } = await visit();
    const before = sumOf((await read()).days).total;
    await openPage(page, '/terms');
    const [answered] = await Promise.all([
      page.waitForResponse(/\/status$/),
      page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name: 'Status', exact: true }).click(),
    ]);
    expect(answered.status()).toBe(200);
    await page.getByRole('heading', { level: 1, name: /^Running\.|down\./ }).waitFor();
    const shown = await page.locator('.plots dd').allInnerTexts();
    const counts = shown.slice(1).map((text) => Number(text.replaceAll(',', '')));
    const total = counts.reduce((sum, count) => sum + count, 0);
    // Rounds end meanwhile.
    expect(total).toBeGreaterThanOrEqual(before);
    expect(total).toBeLessThanOrEqual(sumOf((await read()).days).total);
    expect(shown[0]).toBe(uptimeText({ onTime: counts[0] ?? 0, total }));
  });

  // A poll that becomes due while the clock is moved is sent at the end of the move, so none of these seconds count as
  // waiting.
  it('a status stays when later requests fail, and is marked as old; nonsense is not accepted as a status', async () => {
    const { page } = await visit();
    await page.clock.install();
    await openPage(page, '/status');
    for (const answer of [{ status: 500, body: '{}' }, { json: { days: [] } }, { body: '<html>' }]) {
      await page.route(STATUS, (route) => route.fulfill(answer));
      await page.clock.fastForward(61_000);
      await page.getByText('The status could not be read again.').waitFor();
      expect(await page.locator('.uptime g').count()).toBe(90);
      await page.unroute(STATUS);
      await page.clock.fastForward(61_000);
      await page.getByText('The status could not be read again.').waitFor({ state: 'detached' });
    }
  });

  it.each(WIDTHS)('%i px: nothing is cut off, moves or scrolls sideways, and axe finds nothing', async (width) => {
    const { page } = await visit({ width, reducedMotion: 'reduce' });
    await page.clock.install();
    await watchShifts(page);
    await openPage(page, '/status');
    const { value, moved } = await totalShift(page);
    expect(value, moved.join('\n')).toBeLessThan(0.02);
    const before = await places(page, ['.status .lede']);
    await page.route(STATUS, (route) => route.fulfill({ json: STATUS_CASES['something is down'] }));
    await page.clock.fastForward(61_000);
    await page.getByText('2 parts are down. 1 more needs attention.').waitFor();
    expect(await places(page, ['.status .lede'])).toEqual(before);
    await page.getByText('Show as table').click();
    expect(await overflow(page)).toBe(0);
    expect(await cutOff(page, '.status :is(h1, h2, h3, p, dd, td, .badge)')).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await takeScreenshot(page, `status-${width}`);
  });
});
