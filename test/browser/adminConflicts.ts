import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { alertSaid, button, CONFIG, type Desk, fieldsOf, openDesk, seeNoOther, seen, UNSAVED } from './adminDesk.ts';

/** Two admins at once, and a network or a server that fails. */
export function adminConflicts({ visit, other }: Desk): void {
  const edit = async (page: Page): Promise<void> => {
    await fieldsOf(page, 'Lottery Pool').percentage.fill('60');
    await fieldsOf(page, 'Admin').percentage.fill('40');
  };
  const othersSave = async () => {
    const { wallets } = await other.read();
    return other.save(wallets.map((wallet) => (wallet.isLottery ? { ...wallet, label: 'The Pool' } : wallet)));
  };

  it('a stale save shows what changed meanwhile and keeps the edits; they are saved over the newer version', async () => {
    const { page } = await visit();
    await openDesk(page);
    await edit(page);
    const look = await seeNoOther(page, other);
    const { version } = await othersSave();
    await button(page, 'Save Changes').click();
    const dialog = page.getByRole('dialog', { name: `Version ${version} was saved meanwhile` });
    await dialog.getByText('Lottery Pool', { exact: true }).waitFor();
    await look();
    await dialog.getByRole('button', { name: 'Keep my edits' }).click();
    await seen(page, UNSAVED);
    expect(await fieldsOf(page, 'The Pool').percentage.inputValue()).toBe('60');
    await button(page, 'Save Changes').click();
    await seen(page, 'Configuration saved successfully!');
    const saved = await other.read();
    expect(saved.version).toBe(version + 1);
    expect(saved.wallets.map(({ label, percentage }) => [label, percentage])).toEqual([
      ['The Pool', 60],
      ['Admin', 40],
    ]);
  });

  it('or are discarded for it', async () => {
    const { page } = await visit();
    await openDesk(page);
    await edit(page);
    const look = await seeNoOther(page, other);
    const { version } = await othersSave();
    await button(page, 'Save Changes').click();
    await page.getByRole('dialog').waitFor();
    await look();
    await button(page, 'Discard my edits').click();
    await seen(page, `v${version}`);
    expect(await fieldsOf(page, 'The Pool').percentage.inputValue()).toBe('70');
    expect((await other.read()).version).toBe(version);
  });

  it('a save whose answer is lost: a sentence, the edits stay, and saving again finds that they are stored already', async () => {
    const { page } = await visit();
    await openDesk(page);
    await edit(page);
    const before = (await other.changes()).length;
    // Reads get no answer either, because one of them would show that the save was stored.
    let isOut = true;
    await page.route(`**${CONFIG}{,/*}`, async (route) => {
      const isSave = route.request().method() === 'PUT';
      if (isSave && !isOut) return route.continue();
      if (isSave) await route.fetch();
      await route.abort();
    });
    await button(page, 'Save Changes').click();
    await alertSaid(page, 'Failed to save configuration');
    await alertSaid(page, 'Network error. Please check your connection.');
    await seen(page, UNSAVED);
    isOut = false;
    await button(page, 'Save Changes').click();
    await seen(page, 'Configuration saved successfully!');
    expect((await other.changes()).length).toBe(before + 1);
  });

  it('a save that never arrives, or that the server refuses: nothing is written and nothing is lost', async () => {
    const { page } = await visit();
    await openDesk(page);
    await edit(page);
    const { version } = await other.read();
    for (const [answer, sentence] of [
      [null, 'Network error. Please check your connection.'],
      [{ status: 502, body: 'Bad gateway' }, 'Failed to save configuration'],
      [
        {
          status: 422,
          json: { success: false, error: 'a; b', code: 'BROKEN_RULES', errors: ['First rule', 'Second rule'] },
        },
        'Second rule',
      ],
      [
        { status: 429, headers: { 'retry-after': '5' }, body: '{}' },
        'Too many attempts. Please try again in 5 seconds.',
      ],
    ] as const) {
      await page.route(`**${CONFIG}/*`, (route) => (answer === null ? route.abort() : route.fulfill(answer)));
      await button(page, 'Save Changes').click();
      await alertSaid(page, sentence);
      await page.unroute(`**${CONFIG}/*`);
      expect(await fieldsOf(page, 'Admin').percentage.inputValue()).toBe('40');
      await seen(page, UNSAVED);
    }
    expect((await other.read()).version).toBe(version);
  });

  it('an activation that fails says so; if the version is no longer the newest, it says which one is', async () => {
    const { page } = await visit();
    await openDesk(page);
    await edit(page);
    await button(page, 'Save Changes').click();
    await seen(page, 'INACTIVE');
    const activate = async () => {
      await button(page, 'Activate').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Activate version/ })
        .click();
    };
    const look = await seeNoOther(page, other);
    await page.route('**/activate', (route) => route.fulfill({ status: 500, body: '' }));
    await activate();
    await alertSaid(page, 'Failed to activate configuration');
    await page.unroute('**/activate');
    const { version } = await othersSave();
    await activate();
    await page.getByRole('alert').getByText(`Version ${version} was saved meanwhile`).waitFor();
    await look();
    await seen(page, `v${version}`);
    expect((await other.read()).isActive).toBe(false);
  });

  it('another admin’s save is noticed when the window gets the focus again; own edits are kept', async () => {
    const { page } = await visit();
    await openDesk(page);
    const { version } = await othersSave();
    const lookAgain = () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect
      .poll(async () => {
        await lookAgain();
        return page.getByText(`v${version}`, { exact: true }).isVisible();
      })
      .toBe(true);
    await fieldsOf(page, 'Admin').percentage.fill('25');
    const { wallets } = await other.read();
    await other.save(wallets.map((wallet) => (wallet.isLottery ? { ...wallet, label: 'Pool again' } : wallet)));
    await expect
      .poll(async () => {
        await lookAgain();
        return page.getByRole('dialog').isVisible();
      })
      .toBe(true);
    await page.keyboard.press('Escape');
    expect(await fieldsOf(page, 'Admin').percentage.inputValue()).toBe('25');
    await button(page, 'Review it').click();
    await button(page, 'Keep my edits').click();
    expect(await fieldsOf(page, 'Pool again').percentage.inputValue()).toBe('70');
  });
}
