import type { Page, Route } from 'playwright-core';
import type { DistributionConfig, TaxTransaction } from '../../src/contract/distribution.ts';
import { distribute } from '../../src/distribution/distribute.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import { seededBytes } from '../world/seededKeys.ts';
import type { Tools } from './openBrowser.ts';

/** The key of the browser tests' world, a function of its seed. */
export const ADMIN_KEY = Buffer.from(seededBytes('browser tests', 'admin key')).toString('base64url');
export const CONFIG = '/api/admin/tax-distribution/config';
export const MARKETING = '2ojv9BAiHUrvsm9gxDe7fJSzbNZSJcxZvf8dqmWGHG8S';
export const UNSAVED = 'Unsaved changes';
const STORED = 'game-of-draws-admin-key';
/** The console removes a success message after this time. */
const GOOD_MS = 8000;

/** What the console's tests work with. */
export interface Desk {
  readonly visit: Tools['visit'];
  readonly other: OtherAdmin;
}

/** A text that is somewhere on the page, exactly. */
export const seen = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
/** A text in an alert or a status, exactly. */
export const alertSaid = (page: Page, text: string) =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor();
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const isEnabled = (page: Page, name: string) => button(page, name).isEnabled();

/** Another admin, who works without a browser. */
export interface OtherAdmin {
  read(): Promise<DistributionConfig>;
  /** Saves over the newest version, whatever it is. */
  save(wallets: readonly DistributionWallet[]): Promise<DistributionConfig>;
  activate(): Promise<DistributionConfig>;
  /** Back to the lottery's pool and the admin, 70 to 30, in force. */
  reset(): Promise<DistributionConfig>;
  /** Change records, newest first. */
  changes(): Promise<readonly { readonly changeType: string; readonly newValue: { readonly version: number } }[]>;
}

export function otherAdmin(url: string): OtherAdmin {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'x-admin-key': ADMIN_KEY, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: T };
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const read = () => call<DistributionConfig>('GET', CONFIG);
  const at = async (rest = '') => `${CONFIG}/${(await read()).id}${rest}`;
  const save = async (wallets: readonly DistributionWallet[]) =>
    call<DistributionConfig>('PUT', await at(), { wallets });
  const activate = async () => call<DistributionConfig>('POST', await at('/activate'), {});
  return {
    read,
    save,
    activate,
    changes: async () => call('GET', await at('/history?limit=100')),
    reset: async () => {
      const { wallets } = await read();
      await save(
        wallets.flatMap((wallet) => {
          if (wallet.isLottery) return [{ ...wallet, label: 'Lottery Pool', percentage: 70, isActive: true }];
          return wallet.isAdmin ? [{ ...wallet, percentage: 30 }] : [];
        }),
      );
      return activate();
    },
  };
}

/** A text that a tab shows once it has loaded. Tabs that are not listed show the configuration's card. */
const FIRST_SEEN: Readonly<Record<string, string>> = {
  overview: 'What needs you',
  operations: 'Alerts',
  rounds: 'Find rounds',
  statements: 'Month (UTC)',
};

/** Opens the console with a key that is stored already: the wallets, if no tab is named. */
export async function openDesk(page: Page, path = '/admin?tab=wallets', key = ADMIN_KEY): Promise<void> {
  await storeKey(page, key);
  await keepNotices(page);
  await page.goto(path);
  const tab = new URL(path, 'http://host').searchParams.get('tab') ?? 'overview';
  await page
    .getByText(FIRST_SEEN[tab] ?? 'Current Configuration', { exact: true })
    .first()
    .waitFor();
}

/**
 * Keeps a success message until something else is said. The console removes it after a while, and a test on a slow
 * machine may look later than that.
 */
export async function keepNotices(page: Page): Promise<void> {
  await page.addInitScript((goodMs) => {
    const later = window.setTimeout.bind(window);
    const patient = (work: () => void, ms?: number, ...given: unknown[]) =>
      ms === goodMs ? 0 : later(work, ms, ...given);
    Object.assign(window, { setTimeout: patient });
  }, GOOD_MS);
}

/** Leaves a key in the browser, as an earlier visit would have. */
export async function storeKey(page: Page, key: string): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [STORED, key] as const);
}

export function storedKey(page: Page): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), STORED);
}

/**
 * From now on the page's own reads of the configuration get the present one. So the page learns of another admin's save
 * only from its own actions. The returned function ends that.
 */
export async function seeNoOther(page: Page, other: OtherAdmin): Promise<() => Promise<void>> {
  const json = { success: true, data: await other.read() };
  const address = `**${CONFIG}`;
  await page.route(address, (route) => route.fulfill({ json }));
  return () => page.unroute(address);
}

/** Fields of a wallet's row, by its label. */
export function fieldsOf(page: Page, label: string) {
  return {
    address: page.getByRole('textbox', { name: `Address of ${label}`, exact: true }),
    percentage: page.getByRole('spinbutton', { name: `Percentage of ${label}`, exact: true }),
    slider: page.getByRole('slider', { name: `Percentage of ${label}`, exact: true }),
    active: page.getByRole('switch', { name: `Active ${label}`, exact: true }),
    remove: page.getByRole('button', { name: `Remove ${label}`, exact: true }),
  };
}

export async function addWallet(page: Page, label: string, address: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Add wallet' });
  await form.getByLabel('Label').fill(label);
  await form.getByLabel('Address').fill(address);
  await form.getByRole('button', { name: 'Add wallet' }).click();
}

/** Answers `count` transactions in place of the server, by its rules for status, limit and cursor. */
export async function serveTransactions(page: Page, count: number, wallets: readonly DistributionWallet[]) {
  const all = Array.from({ length: count }, (_, index) => transaction(index, wallets));
  await page.route('**/api/admin/tax-distribution/transactions?*', (route: Route) => {
    const { searchParams } = new URL(route.request().url());
    const [status, limit] = [searchParams.get('status'), Number(searchParams.get('limit'))];
    const from = Number(searchParams.get('cursor') ?? 0);
    const found = all.filter((one) => status === 'all' || one.status.toLowerCase() === status);
    const nextCursor = from + limit < found.length ? `${from + limit}` : null;
    return route.fulfill({ json: { success: true, data: found.slice(from, from + limit), nextCursor } });
  });
}

const STATUSES = ['COMPLETED', 'COMPLETED', 'FAILED', 'PENDING'] as const;

function transaction(index: number, wallets: readonly DistributionWallet[]): TaxTransaction {
  const status = STATUSES[index % 4] ?? 'PENDING';
  const total = 1_234_567_891n + BigInt(index);
  const lines = status === 'FAILED' ? [] : distribute(total, wallets).lines;
  const isSent = status === 'COMPLETED';
  return {
    id: `cycle-${1000 - index}`,
    status,
    timestamp: new Date(Date.UTC(2026, 10, 20, 12) - index * 120_000).toISOString(),
    totalAmount: Number(total) / 1e9,
    totalUnits: `${total}`,
    currency: 'SOL',
    reason: status === 'FAILED' ? 'The swap found no route.' : null,
    detail: null,
    configVersion: 1,
    txSignature: isSent ? '4'.repeat(88) : null,
    distributions: lines.map(({ amount, ...line }) => ({
      ...line,
      amount: Number(amount) / 1e9,
      units: `${amount}`,
      status: isSent ? 'SUCCESS' : 'pending',
      transactionSignature: isSent ? '5'.repeat(88) : null,
    })),
  };
}
