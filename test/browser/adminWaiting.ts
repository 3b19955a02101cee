import { expect, it } from 'vitest';
import type { DistributionConfig, WaitingActivation } from '../../src/contract/distribution.ts';
import { button, CONFIG, type Desk, MARKETING, openDesk, seen } from './adminDesk.ts';
import { overflow } from './pageFacts.ts';

/**
 * An activation that waits: what it shows, and who may do what about it. And what the console says of an address that
 * is typed.
 */
export function adminWaiting({ visit, other }: Desk): void {
  /** Opens the console where `bob` has asked for a version; the lottery itself must not change. */
  const open = async (own: string, over: Partial<WaitingActivation> = {}) => {
    const { page } = await visit();
    const base = await other.read();
    const wallets = base.wallets.map((each) => ({ ...each, percentage: each.isAdmin ? 100 : 0 }));
    const waiting: WaitingActivation = {
      ...{ ask: 'ask-1', version: base.version, wallets, askedBy: 'bob', askedAt: base.updatedAt, confirmedBy: null },
      ...{ needsSecondKey: true, inForceAt: null, difference: 'The pool’s share: 70.00% → 0.00%.', ...over },
    };
    const server: { config: DistributionConfig; asked: unknown[] } = { config: { ...base, waiting }, asked: [] };
    const answer = () => ({ json: { success: true, data: server.config } });
    await page.route(`**${CONFIG}`, (route) => route.fulfill(answer()));
    await page.route('**/api/admin/session', (route) =>
      route.fulfill({ json: { success: true, data: { name: own, roles: ['read', 'operate', 'distribute'] } } }),
    );
    await page.route(/config\/[\w-]+\/(confirm|stop)$/, (route) => {
      server.asked.push([route.request().url().split('/').at(-1), route.request().postDataJSON()]);
      server.config = { ...server.config, waiting: null };
      return route.fulfill(answer());
    });
    await openDesk(page);
    const card = page.getByRole('region', { name: `Version ${base.version} waits to come into force` });
    await card.getByText('The pool’s share: 70.00% → 0.00%.').waitFor();
    return { page, card, server, version: base.version };
  };

  it('another key confirms it, after a look at who gains and who loses', async () => {
    const { page, server, card, version } = await open('alice');
    await card.getByText('A second key has to confirm it.').waitFor();
    await button(page, `Confirm version ${version}`).click();
    const dialog = page.getByRole('dialog', { name: `Confirm version ${version}?` });
    await dialog.getByText('bob asked for it. Look at every address: who is named here gets the tax.').waitFor();
    await dialog.getByRole('button', { name: `Confirm version ${version}` }).click();
    await seen(page, 'Confirmed. It is in force now.');
    expect(server.asked).toEqual([['confirm', { ask: 'ask-1' }]]);
    expect(await card.count()).toBe(0);
  });

  it('whoever has asked for it cannot confirm it, and can stop it', async () => {
    const { page, server, card, version } = await open('bob');
    await card.getByText('You asked for it yourself: somebody with another key confirms it.').waitFor();
    expect(await button(page, `Confirm version ${version}`).count()).toBe(0);
    await button(page, 'Stop it').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click();
    await seen(page, 'The activation is stopped.');
    expect(server.asked).toEqual([['stop', { ask: 'ask-1' }]]);
  });

  it('a delay says until when it can be stopped, and fits a phone', async () => {
    const { page, card } = await open('alice', { needsSecondKey: false, inForceAt: '2030-01-02T03:04:00.000Z' });
    await card.getByText('2 Jan 2030, 03:04:00 UTC').waitFor();
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => overflow(page)).toBe(0);
      const shots = process.env.SHOTS;
      if (shots !== undefined) await page.screenshot({ path: `${shots}/waiting-${width}.png` });
    }
  });

  it('an address is looked up as it is typed, and what the chain says stands below it', async () => {
    const { page } = await visit();
    await openDesk(page);
    const form = page.getByRole('form', { name: 'Add wallet' });
    await form.getByLabel('Address').fill(MARKETING);
    await form.getByText(/^This address was never used on chain/).waitFor();
  });
}
