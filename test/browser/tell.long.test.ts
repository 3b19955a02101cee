import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { wallet } from '../domain/wallets.ts';
import { describeInBrowser, openPage, type Visit, type VisitOptions } from './openBrowser.ts';
import { axeFindings, overflow, runningAnimations, totalShift, watchShifts } from './pageFacts.ts';

const MINE = wallet(7);
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/mine';
const KEY = `B${'A'.repeat(86)}`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile Safari/604.1';

/** Acts like a browser with a push service, because this browser has none. */
const subscribing = (page: Page) =>
  page.addInitScript((endpoint) => {
    const made = {
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed');
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (sessionStorage.getItem('subscribed') ? made : null),
      subscribe: async () => {
        sessionStorage.setItem('subscribed', 'yes');
        return made;
      },
    });
  }, ENDPOINT);

const noPush = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
  });
const noWorker = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
const denied = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });

describeInBrowser('being told while away', ({ lottery, visit }) => {
  /** Somebody who has entered a wallet. `answer` is the server's to a subscription. */
  async function enter(
    { key = KEY, answer = { status: 200, body: '{"success":true}' } }: { key?: string | null; answer?: object } = {},
    options: VisitOptions = {},
    prepare: (page: Page) => Promise<unknown> = subscribing,
  ): Promise<Visit & { readonly asked: unknown[] }> {
    const opened = await visit({ serviceWorkers: 'allow', ...options });
    const { page, context } = opened;
    const asked: unknown[] = [];
    await prepare(page);
    await context.route('**/api/push', (route) => {
      if (route.request().method() === 'GET') return route.fulfill({ json: { publicKey: key } });
      asked.push(route.request().postDataJSON());
      return route.fulfill({ contentType: 'application/json', ...answer });
    });
    await context.route('**/api/push/end', (route) => {
      asked.push(route.request().postDataJSON());
      return route.fulfill({ json: { success: true } });
    });
    await context.route('**/api/lottery/wallets/**', (route) => route.fulfill({ json: standing() }));
    await openPage(page, `${lottery.url}/`);
    await page.getByLabel('Wallet address').fill(MINE);
    await page.getByRole('button', { name: 'Look up', exact: true }).click();
    return { ...opened, asked };
  }
  const ask = (page: Page) => page.getByRole('button', { name: 'Tell me when I am away' }).click();

  it('is offered where a wallet was entered; the choice is kept, and one tap ends it', async () => {
    const { page, context, asked } = await enter();
    await context.grantPermissions(['notifications'], { origin: lottery.url });
    await ask(page);
    await page.getByText('For this our server keeps the wallet’s address').waitFor();
    const box = (name: RegExp) => page.getByRole('checkbox', { name });
    expect(await box(/^I won/).isChecked()).toBe(true);
    expect(await box(/^I fell below 100,000 GOD/).isChecked()).toBe(true);
    expect(await box(/^Draw in five minutes/).isChecked()).toBe(false);
    expect(asked).toEqual([]);
    await box(/^I fell below/).uncheck();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Notifications are on in this browser').waitFor();
    const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
    expect(asked).toEqual([{ address: MINE, kinds: ['win'], endpoint: ENDPOINT, ...keys }]);
    // A visitor who comes back within a week is not sent to the server again, because an old choice could overwrite a
    // newer one.
    const isRenewing = page.waitForResponse(/renewPush/);
    await page.reload();
    await (await isRenewing).finished();
    await ask(page);
    await page.getByText('Notifications are on in this browser').waitFor();
    await box(/^Draw in five minutes/).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => asked).toHaveLength(2);
    expect(asked[1]).toMatchObject({ kinds: ['win', 'soon'] });
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Tell me on this device when').waitFor();
    expect(asked[2]).toEqual({ endpoint: ENDPOINT });
  });

  it.each([
    ['this wallet', MINE, [{ endpoint: ENDPOINT }]],
    ['another wallet, which stays', wallet(8), []],
  ])('ends when the wallet is forgotten, if it is about %s', async (_, about, ended) => {
    const { page, context, asked } = await enter();
    await context.grantPermissions(['notifications'], { origin: lottery.url });
    await page.getByRole('button', { name: 'Remember', exact: true }).click();
    await ask(page);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Notifications are on in this browser').waitFor();
    await page.evaluate(
      async (address) => (await caches.open('told')).put('/wish', Response.json({ address, kinds: ['win'] })),
      about,
    );
    const isEnding = page.waitForResponse(/endTelling/);
    await page.getByRole('button', { name: 'Forget this wallet' }).click();
    await (await isEnding).finished();
    await page.waitForFunction(
      (isKept) => (sessionStorage.getItem('subscribed') !== null) === isKept,
      ended.length === 0,
    );
    await expect.poll(() => asked.slice(1)).toEqual(ended);
    expect(await page.evaluate(() => localStorage.getItem('wallet'))).toBe(null);
  });

  // 200% zoom of a window of 1280 px is a window of 640 px.
  it.each([
    ['on a phone', { width: 360, reducedMotion: 'reduce' }],
    ['at 200% with the system’s own colours', { width: 640, forcedColors: 'active', reducedMotion: 'reduce' }],
  ] as const)('is there for everybody, on and off, %s: by keyboard, for axe, and in one width', async (_, options) => {
    const { page, context } = await enter({}, options);
    await context.grantPermissions(['notifications'], { origin: lottery.url });
    await ask(page);
    await page.getByText('Tell me on this device when').waitFor();
    await expectForEverybody(page, 5);
    await page.getByRole('button', { name: 'Turn on' }).press('Enter');
    await page.getByText('Notifications are on in this browser').waitFor();
    await expectForEverybody(page, 6);
  });

  it.each([
    ['on a phone', { width: 360, reducedMotion: 'reduce' }],
    ['at 200% with the system’s own colours', { width: 640, forcedColors: 'active', reducedMotion: 'reduce' }],
  ] as const)('asks for the page to be installed so that everybody can read it, %s', async (_, options) => {
    const { page } = await enter({}, { ...options, userAgent: IPHONE }, noPush);
    await ask(page);
    await page.getByText(/first add this page to your Home Screen/).waitFor();
    await expectForEverybody(page, 1);
  });

  it('is never asked for on arrival, and no code for it is loaded before the tap', async () => {
    const { page } = await visit();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await watchShifts(page);
    await openPage(page);
    await expect.poll(() => loaded.some((path) => path.includes('awake'))).toBe(true);
    expect(loaded.filter((path) => /TellPanel|TellMe|\/api\/push/.test(path))).toEqual([]);
    expect(await page.getByText('Tell me when I am away').count()).toBe(0);
    expect((await totalShift(page)).value).toBeLessThan(0.02);
  });

  it.each([
    [
      'has an iPhone that has not installed the page',
      { userAgent: IPHONE },
      noPush,
      /first add this page to your Home Screen/,
    ],
    ['has a browser without push', {}, noPush, /cannot show notifications of a page that is closed/],
    ['has a browser without a service worker', {}, noWorker, /shows no notifications for this page/],
    ['has blocked notifications', {}, denied, /Notifications of this site are blocked/],
  ] as const)('is told in a sentence, with the calendar, who %s', async (_, options, prepare, sentence) => {
    const { page, asked } = await enter({}, options, prepare);
    await ask(page);
    await page.getByText(sentence).waitFor();
    expect(await page.getByRole('link', { name: 'Draws for your calendar' }).getAttribute('href')).toBe('/draws.ics');
    expect(asked).toEqual([]);
  });

  it('says so where the lottery sends none, where the server refuses, and where the browser was not allowed', async () => {
    const off = await enter({ key: null });
    await ask(off.page);
    await off.page.getByText('Notifications are not switched on for this lottery.').waitFor();

    const error = 'Too many browsers have subscribed already. Please try again another day.';
    const full = await enter({
      answer: { status: 503, body: JSON.stringify({ success: false, error, code: 'BUSY' }) },
    });
    await full.context.grantPermissions(['notifications'], { origin: lottery.url });
    await ask(full.page);
    await full.page.getByRole('button', { name: 'Turn on' }).click();
    await full.page.getByText(error).waitFor();
    expect(await full.page.getByText('Tell me on this device when').isVisible()).toBe(true);

    const refused = await enter({}, {}, async (page) => {
      await subscribing(page);
      await page.addInitScript(() => {
        Object.defineProperty(Notification, 'permission', { get: () => 'default' });
        Notification.requestPermission = async () => 'default';
      });
    });
    await ask(refused.page);
    await refused.page.getByRole('button', { name: 'Turn on' }).click();
    await refused.page.getByText('Your browser was not allowed to show notifications.').waitFor();
  });
});

/**
 * Checks the panel: the Tab key reaches its controls in order, each with a focus ring; axe finds nothing, and nothing
 * moves.
 */
async function expectForEverybody(page: Page, controls: number): Promise<void> {
  const panel = page.locator('.tell');
  const inside = panel.locator('input, button, a');
  expect(await inside.count()).toBe(controls);
  // By the keyboard: a control that is focused by a script shows no ring.
  await inside.first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  for (let index = 0; index < controls; index++) {
    if (index > 0) await page.keyboard.press('Tab');
    const control = inside.nth(index);
    expect(await control.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await control.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
    expect(
      (await control.locator('xpath=ancestor-or-self::*[self::label or self::a or self::button]').boundingBox())
        ?.height,
    ).toBeGreaterThanOrEqual(24);
  }
  const areForced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches);
  expect(await axeFindings(page, areForced ? ['color-contrast'] : [], '.tell')).toEqual([]);
  // The panel has only just opened: what is around it is laid out anew a moment later.
  await expect.poll(() => overflow(page)).toBe(0);
  expect(await runningAnimations(page)).toBe(0);
}

function standing(): WalletCheck {
  return {
    ...{ address: MINE, balance: 1_234_567, balanceUnits: '1234567000000', isEligible: true, reason: null },
    ...{ rank: 3, eligibleWallets: 99, odds: { round: 0.03, day: 0.3, month: 0.99 }, lockedRound: null },
    ...{ wins: [], totalWins: 0, totalWon: 0, totalWonLamports: '0', updatedAt: new Date().toISOString() },
  };
}
