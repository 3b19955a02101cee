import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { QUIET } from '../gallery/desk.ts';
import { heldRound, REFUSALS } from '../gallery/operations.ts';
import { alertSaid, button, type Desk, seen } from './adminDesk.ts';
import { axeFindings, cutOff, overflow } from './pageFacts.ts';
import { found, HELD, play, SHELVED } from './playedOperations.ts';
import { takeScreenshot } from './screenshots.ts';

/** A text that a form accepts as base58 of 64 bytes. */
const SIGNATURE = '5'.repeat(88);
const PAYMENTS = REFUSALS['it is paid already']?.payments ?? [];

const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const itemOf = (page: Page, text: string) => group(page, 'Held rounds').getByRole('listitem').filter({ hasText: text });

/** What operators do with what waits for a person. */
export function adminExits({ visit }: Desk): void {
  it('each held round offers the exits of its reason, and says why it has no release', async () => {
    const { page } = await visit();
    await play(page, found(HELD));
    const offered = async (reason: string) =>
      (await itemOf(page, reason).getByRole('button').allTextContents()).map((text) => text.split('…')[0]);
    expect(await offered('mark-without-record')).toEqual(['Close', 'Shelve']);
    for (const reason of ['commitment-lost', 'payout-rejected', 'record-mismatch', 'overdue'])
      expect(await offered(reason)).toEqual(['Release', 'Close', 'Shelve']);
    await itemOf(page, 'mark-without-record').getByText('It cannot be released:').waitFor();
    expect(await page.getByText('npm run pay -- N').count()).toBe(1);
    expect(await page.getByText('A plain transfer pays nothing').count()).toBe(1);
  });

  it('an exit says what will happen and asks for a reason; afterwards the result is shown and the list is read again', async () => {
    const { page } = await visit();
    const server = await play(page, found(HELD));
    const opener = button(page, 'Release… round 1202');
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Release round 1202?' });
    await dialog.getByText('First the Solana nodes are asked for the mark of the round’s payment.').waitFor();
    await dialog.getByRole('button', { name: 'Release' }).click();
    await alertSaid(page, 'A reason is required');
    expect(await dialog.getByLabel('Reason').evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(server.asked).toEqual([]);

    await page.keyboard.press('Enter');
    server.afterwards = { ...QUIET, rounds: [] };
    await dialog.getByLabel('Reason').fill('the rent is paid now');
    await page.keyboard.press('Enter');
    await seen(page, 'Round 1202 is released.');
    expect(server.asked).toEqual(['POST rounds/1202/release {"reason":"the rent is paid now"}']);
    await page.getByText('No round waits for a person.').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('a dialog that is opened again at the moment of its closing stays open', async () => {
    const { page } = await visit();
    await play(page, found(HELD));
    const opener = button(page, 'Release… round 1202');
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Release round 1202?' });
    await dialog.evaluate(async (one) => {
      (one as HTMLDialogElement).requestClose();
      // The page renders in microtasks. The browser's close event of a dialog is a separate task, which comes later.
      for (let turn = 0; turn < 10; turn++) await null;
      (document.activeElement as HTMLButtonElement).click();
    });
    await dialog.getByLabel('Reason').fill('still here');
    // A close event of the first dialog would have come by now.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('still here');
  });

  it('a release of a tax cycle that has paid already is refused, with each payment shown and nothing to try again', async () => {
    const { page } = await visit({ width: 360, reducedMotion: 'reduce' });
    const server = await play(page, found('a waiting tax cycle of every step'));
    const error = `Tax cycle 1800000003 has been paid already, at least in part: ${PAYMENTS[0]?.signature}. It is not paid again; close it instead.`;
    const json = { success: false, error, code: 'ALREADY_PAID', errors: [error], data: { payments: PAYMENTS } };
    server.answer = { status: 409, json };
    await button(page, 'Release… tax cycle 1800000003').click();
    const dialog = page.getByRole('dialog', { name: 'Release tax cycle 1800000003?' });
    await dialog.getByLabel('Reason').fill('try again');
    await dialog.getByRole('button', { name: 'Release' }).click();
    await alertSaid(page, error);
    const payments = dialog.getByRole('list', { name: 'Payments on chain' }).getByRole('listitem');
    expect(await payments.count()).toBe(3);
    const links = await payments
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    for (const { to, signature } of PAYMENTS)
      expect(links.join(' ')).toMatch(new RegExp(`/address/${to}.*/tx/${signature}`));
    expect(await payments.first().innerText()).toContain('9.000000 SOL');
    // The dialog can only be closed, because a second try would find the same.
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['OK']);
    expect(await overflow(page)).toBe(0);
    expect(await cutOff(page, '.modal-text, .refusal, .refusal p')).toEqual([]);
    await takeScreenshot(page, 'admin-already-paid-360');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await button(page, 'Release… tax cycle 1800000003').waitFor();
  });

  it('a refusal and a silent server leave the dialog open with what is known', async () => {
    const { page, context } = await visit();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const server = await play(page, found(HELD));
    const error = 'Round 1203 was committed in time and its hour is not paid: it is owed.';
    server.answer = { status: 409, json: { success: false, error, code: 'EXIT_REFUSED', errors: [error] } };
    await button(page, 'Close… round 1203').click();
    const dialog = page.getByRole('dialog', { name: 'Close round 1203?' });
    await dialog.getByText('A closed round cannot be opened again.').waitFor();
    await dialog.getByLabel('Reason').fill('paid by hand');
    await dialog.getByLabel('Signature of the round’s payment').focus();
    // Whoever copies a signature often copies a space with it.
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${SIGNATURE} `);
    await page.keyboard.press('Control+v');
    const confirm = dialog.locator('button[type=submit]');
    await confirm.click();
    await alertSaid(page, error);
    expect(server.asked).toEqual([`POST rounds/1203/close {"reason":"paid by hand","signature":"${SIGNATURE}"}`]);
    await page.unroute(/\/api\/admin\/operations\/(?!actions)(.+)$/);
    await page.route('**/operations/rounds/1203/close', (route) => route.abort());
    await confirm.click();
    await alertSaid(page, 'Network error. Please check your connection.');
    await alertSaid(page, 'It may have been done nevertheless: look at the state of round 1203 before you try again.');
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('paid by hand');
  });

  it('a shelved round is shown as owed, with who shelved it and why, and can be released', async () => {
    const { page } = await visit();
    const server = await play(page, { ...QUIET, rounds: [heldRound('payout-rejected')] });
    await button(page, 'Shelve… round 1202').click();
    const dialog = page.getByRole('dialog', { name: 'Shelve round 1202?' });
    await dialog.getByText('The round is shown to everybody as owed').waitFor();
    await dialog.getByLabel('Reason').fill('frozen');
    server.afterwards = found(SHELVED);
    await dialog.getByRole('button', { name: 'Shelve' }).click();
    await seen(page, 'Round 1202 is shelved.');
    const item = itemOf(page, 'SHELVED');
    await item.getByText('Shelved by alice at 20 Nov 2026').waitFor();
    await item.getByText('publicly owed').waitFor();
    expect(await item.getByRole('button').allTextContents()).toEqual(['Release… round 1202', 'Close… round 1202']);
    await itemOf(page, 'a reason of a later version')
      .getByText('This version of the console knows no way out.')
      .waitFor();
  });

  it('a waiting tax cycle is released and closed', async () => {
    const { page } = await visit();
    const server = await play(page, found('a waiting tax cycle of every step'));
    for (const [exit, done] of [
      ['Release', 'released'],
      ['Close', 'closed'],
    ] as const) {
      await button(page, `${exit}… tax cycle 1800000003`).click();
      const dialog = page.getByRole('dialog', { name: `${exit} tax cycle 1800000003?` });
      await dialog.getByLabel('Reason').fill('looked at it');
      await dialog.locator('button[type=submit]').click();
      await seen(page, `Tax cycle 1800000003 is ${done}.`);
    }
    expect(server.asked).toEqual([
      'POST cycles/1800000003/release {"reason":"looked at it"}',
      'POST cycles/1800000003/close {"reason":"looked at it"}',
    ]);
  });
}
