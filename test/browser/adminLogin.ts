import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  ADMIN_KEY,
  alertSaid,
  button,
  CONFIG,
  type Desk,
  fieldsOf,
  openDesk,
  seen,
  storedKey,
  storeKey,
  UNSAVED,
} from './adminDesk.ts';

/** Who gets into the console, and who has to leave it. */
export function adminLogin({ visit }: Desk): void {
  const login = async (page: Page, key: string): Promise<void> => {
    await page.getByLabel('Admin Key').fill(key);
    await button(page, 'Access Dashboard').click();
  };

  it('the page is not indexed or cached, runs only its own script, and says so when scripts do not run', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    const response = await page.goto('/admin');
    const headers = response?.headers() ?? {};
    expect(await page.title()).toBe('Tax Distribution Admin · Game of Draws');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*style-src 'self'/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    await page.getByText('This console needs JavaScript.').waitFor();
    expect(await page.getByText('Loading admin interface...').isVisible()).toBe(false);
  });

  it('no key, a wrong key, a key that cannot be sent in a header: a sentence each, and nothing is stored', async () => {
    const { page, requests } = await visit();
    await page.goto('/admin');
    const field = page.getByLabel('Admin Key');
    await field.waitFor();
    expect(await field.getAttribute('type')).toBe('password');
    expect(await field.getAttribute('autocomplete')).toBe('current-password');
    await page.getByText('Security notice.').waitFor();
    await login(page, '');
    await alertSaid(page, 'Admin key is required');
    await login(page, 'ключ');
    await alertSaid(page, 'Invalid admin key');
    expect(requests.filter((request) => request.includes('/admin/'))).toEqual([]);
    await login(page, 'wrong');
    await alertSaid(page, 'Invalid admin key');
    expect(await storedKey(page)).toBeNull();
    await login(page, ADMIN_KEY);
    await page.getByRole('heading', { name: 'Tax Distribution Admin' }).waitFor();
    await page.getByRole('heading', { name: 'What needs you' }).waitFor();
    expect(await storedKey(page)).toBe(ADMIN_KEY);
  });

  it.each([
    ['no network', null, 'Network error. Please check your connection.'],
    ['a broken server', { status: 500, body: 'oops' }, 'Authentication failed. Please try again.'],
    ['an answer that is none', { status: 200, body: '<!doctype html>' }, 'Authentication failed. Please try again.'],
    [
      'too many wrong keys',
      { status: 429, headers: { 'retry-after': '17' }, body: '{}' },
      'Too many attempts. Please try again in 17 seconds.',
    ],
  ])('%s: its own sentence', async (_, answer, sentence) => {
    const { page } = await visit();
    await page.route(`**${CONFIG}`, (route) => (answer === null ? route.abort() : route.fulfill(answer)));
    await page.goto('/admin');
    await login(page, ADMIN_KEY);
    await alertSaid(page, sentence);
    expect(await storedKey(page)).toBeNull();
  });

  it('a stored key is checked: when it is refused it is deleted, without an answer it is kept and tried again', async () => {
    const { page } = await visit();
    await storeKey(page, 'of yesterday');
    await page.goto('/admin');
    await alertSaid(page, 'Invalid admin key');
    expect(await storedKey(page)).toBeNull();

    await storeKey(page, ADMIN_KEY);
    let answer: (() => void) | undefined;
    await page.route(`**${CONFIG}`, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.abort();
    });
    await page.goto('/admin');
    await seen(page, 'Loading admin interface...');
    await expect.poll(() => answer !== undefined).toBe(true);
    answer?.();
    await alertSaid(page, 'Network error. Please check your connection.');
    expect(await storedKey(page)).toBe(ADMIN_KEY);
    await page.unroute(`**${CONFIG}`);
    await button(page, 'Try the stored key again').click();
    await page.getByRole('heading', { name: 'What needs you' }).waitFor();
  });

  it('logs out in every tab; with unsaved changes only after a confirmation', async () => {
    const { page, context } = await visit();
    await openDesk(page);
    const second = await context.newPage();
    await second.goto('/admin');
    await second.getByRole('heading', { name: 'What needs you' }).waitFor();
    await page.bringToFront();
    await fieldsOf(page, 'Admin').percentage.fill('31');
    await button(page, 'Logout').click();
    await button(page, 'Cancel').click();
    expect(await fieldsOf(page, 'Admin').percentage.inputValue()).toBe('31');
    await button(page, 'Logout').click();
    await button(page, 'Log out and lose them').click();
    await page.getByLabel('Admin Key').waitFor();
    expect(await storedKey(page)).toBeNull();
    await alertSaid(second, 'Another tab has logged out. Log in again.');
  });

  it('a key that is removed meanwhile: back to the login, and the edits are there again after it', async () => {
    const { page } = await visit();
    await openDesk(page);
    await fieldsOf(page, 'Lottery Pool').percentage.fill('60');
    await fieldsOf(page, 'Admin').percentage.fill('40');
    // Only from the save on, because an earlier poll would take the button away.
    let isRemoved = false;
    await page.route('**/api/admin/**', (route) => {
      const headers = route.request().headers();
      isRemoved ||= route.request().method() === 'PUT';
      return route.continue({ headers: isRemoved ? { ...headers, 'x-admin-key': 'removed' } : headers });
    });
    await button(page, 'Save Changes').click();
    await alertSaid(page, 'Your admin key is no longer valid. Please log in again.');
    await page.getByText('Your unsaved changes are still here.').waitFor();
    expect(await storedKey(page)).toBeNull();
    await page.unroute('**/api/admin/**');
    await login(page, ADMIN_KEY);
    await seen(page, UNSAVED);
    expect(await fieldsOf(page, 'Lottery Pool').percentage.inputValue()).toBe('60');
    await button(page, 'Save Changes').click();
    await seen(page, 'Configuration saved successfully!');
  });
}
