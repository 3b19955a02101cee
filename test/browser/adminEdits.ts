import { expect, it } from 'vitest';
import {
  addWallet,
  alertSaid,
  button,
  type Desk,
  fieldsOf,
  isEnabled,
  MARKETING,
  openDesk,
  seen,
  UNSAVED,
} from './adminDesk.ts';

/** From an edit to the version in force. */
export function adminEdits({ visit, other }: Desk): void {
  it('edit, invalid total, Auto Balance, save, reload, activate', async () => {
    const { page } = await visit();
    await openDesk(page);
    const { version } = await other.read();
    await seen(page, 'ACTIVE');
    await seen(page, `v${version}`);
    expect([await isEnabled(page, 'Save Changes'), await isEnabled(page, 'Activate')]).toEqual([false, false]);

    await addWallet(page, 'Marketing', MARKETING);
    const marketing = fieldsOf(page, 'Marketing');
    expect(await marketing.percentage.inputValue()).toBe('0');
    expect(await marketing.active.isChecked()).toBe(true);
    await marketing.percentage.fill('5');
    await fieldsOf(page, 'Lottery Pool').percentage.fill('61.5');
    await seen(page, UNSAVED);
    await seen(page, 'Total percentage must equal 100%, currently 96.50%');
    await page.getByRole('img', { name: /^Allocation: Lottery Pool 61.50%.*unallocated 3.50%$/ }).waitFor();
    await button(page, 'Save Changes').click();
    await alertSaid(page, 'Total percentage must equal 100%, currently 96.50%');

    await button(page, 'Auto Balance').click();
    // The message disappears with its cause.
    expect(
      await page
        .getByRole('alert')
        .getByText(/^Total percentage/)
        .count(),
    ).toBe(0);
    await seen(page, 'The full 100% is allocated.');
    const shares = () =>
      page.getByRole('spinbutton').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    expect(await shares()).toEqual(['33.34', '33.33', '33.33']);
    expect(await button(page, 'Auto Balance').isVisible()).toBe(false);
    await button(page, 'Save Changes').click();
    await seen(page, 'Configuration saved successfully!');
    await seen(page, 'INACTIVE');
    expect(await page.getByText(UNSAVED, { exact: true }).isVisible()).toBe(false);
    // The button of the next step is the primary one.
    expect(await page.locator('.acts .primary').allTextContents()).toEqual(['Activate']);
    expect([await isEnabled(page, 'Save Changes'), await isEnabled(page, 'Activate')]).toEqual([false, true]);

    await page.reload();
    await seen(page, `v${version + 1}`);
    expect(await shares()).toEqual(['33.34', '33.33', '33.33']);
    await page.getByText(`Version ${version} is in force`).waitFor();

    await fieldsOf(page, 'Marketing').percentage.fill('33.34');
    expect(await isEnabled(page, 'Activate')).toBe(false);
    await fieldsOf(page, 'Marketing').percentage.fill('33.33');
    await button(page, 'Activate').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/affects the next tax collection cycle/).waitFor();
    const changes = await dialog.getByRole('listitem').allTextContents();
    expect(changes.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Lottery Pool ?70.00% .* 33.34% loses 36.66%$/),
      expect.stringMatching(/^Admin ?30.00% .* 33.33% gains 3.33%$/),
      expect.stringMatching(new RegExp(`^Marketing ?Added ?0.00% .* 33.33% gains 33.33% ?Address ${MARKETING}$`)),
    ]);
    await dialog.getByRole('button', { name: `Activate version ${version + 1}` }).click();
    await seen(page, 'Configuration activated successfully!');
    await seen(page, 'ACTIVE');
    expect((await other.read()).isActive).toBe(true);
  });

  it('every rule at once, in the words of the server; each beside its field as well', async () => {
    const { page } = await visit();
    await openDesk(page);
    const { wallets } = await other.read();
    await addWallet(page, 'Twice', wallets.find((wallet) => wallet.isLottery)?.address ?? '');
    await fieldsOf(page, 'Twice').percentage.fill('7');
    await addWallet(page, 'Nameless', MARKETING);
    await fieldsOf(page, 'Nameless').address.fill('short');
    await page.getByRole('textbox', { name: 'Label', exact: true }).nth(2).fill('');
    await button(page, 'Save Changes').click();
    const sentences = await page.getByRole('alert').getByRole('listitem').allTextContents();
    expect(sentences).toEqual([
      'Total percentage must equal 100%, currently 107.00%',
      'Every wallet needs a label',
      'Invalid wallet address for : short',
      `Duplicate active wallet address: ${wallets[0]?.address}`,
    ]);
    await seen(page, 'Another active wallet has this address: Lottery Pool. Put both shares on one of them');
    await seen(page, 'Another active wallet has this address: Twice. Put both shares on one of them');
    await seen(page, 'Invalid wallet address');
  });

  it('an unusual address is a warning, one that cannot be paid an error', async () => {
    const { page } = await visit();
    await openDesk(page);
    // A program's address, derived so that no key has it.
    await addWallet(page, 'Vault', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
    const { address } = fieldsOf(page, 'Vault');
    await address.fill('3uTzTX5GBSfbW7eM9R9k95H7Txe32Qw3Z25MtyD2dzwC');
    await page.getByText(/^Off the curve/).waitFor();
    await address.fill('11111111111111111111111111111111');
    await seen(page, 'This address belongs to the chain itself and cannot be paid');
  });

  it('the form for a new wallet: what is missing, what is wrong', async () => {
    const { page } = await visit();
    await openDesk(page);
    await addWallet(page, '', '');
    await alertSaid(page, 'Please fill in all required fields');
    await addWallet(page, 'Marketing', `0${MARKETING.slice(1)}`);
    await alertSaid(page, 'Invalid wallet address');
    expect(await page.getByText(UNSAVED, { exact: true }).isVisible()).toBe(false);
    const form = page.getByRole('form', { name: 'Add wallet' });
    expect(await form.getByLabel('Address').evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('the admin wallet stays: it is neither removed nor switched off nor relabelled', async () => {
    const { page } = await visit();
    await openDesk(page);
    const { remove, active } = fieldsOf(page, 'Admin');
    await remove.click({ force: true });
    await alertSaid(page, 'Cannot remove admin wallet');
    await active.focus();
    await page.keyboard.press('Space');
    await alertSaid(page, 'Cannot deactivate admin wallet');
    expect(await active.isChecked()).toBe(true);
    // The pool's label, and that of the form below.
    expect(await page.getByRole('textbox', { name: 'Label', exact: true }).count()).toBe(2);
  });

  it('removing asks first, and the focus goes on to a field that is still there', async () => {
    const { page } = await visit();
    await openDesk(page);
    await addWallet(page, 'Marketing', MARKETING);
    await fieldsOf(page, 'Marketing').remove.click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to remove "Marketing"?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await fieldsOf(page, 'Marketing').remove.click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await fieldsOf(page, 'Marketing').address.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    expect(await page.getByText(UNSAVED, { exact: true }).isVisible()).toBe(false);
  });

  it('a percentage: comma and point are decimal marks, a message says what was changed or not understood; arrows and slider', async () => {
    const { page } = await visit();
    await openDesk(page);
    const { percentage, slider } = fieldsOf(page, 'Admin');
    for (const [typed, kept, note] of [
      ['33,3', '33.3', null],
      ['250', '100', '250% is more than 100%, so 100% is used.'],
      ['-3', '0', '-3% is less than 0%, so 0% is used.'],
      ['12.345', '12.35', 'Rounded to 12.35%: a share has at most two decimals.'],
      ['1,234.5', '12.35', '"1,234.5" is not understood. Write digits with at most one decimal mark, such as 33.3.'],
      ['', '12.35', null],
    ] as const) {
      await percentage.fill('');
      await percentage.pressSequentially(typed);
      expect(await percentage.inputValue()).toBe(typed);
      await percentage.blur();
      expect(await percentage.inputValue()).toBe(kept);
      expect(await page.locator('.pct [role=alert]').allTextContents()).toEqual(note === null ? [] : [note]);
    }
    await percentage.fill('12,5');
    await percentage.press('ArrowUp');
    expect(await percentage.inputValue()).toBe('12.51');
    await percentage.press('ArrowDown');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await percentage.inputValue()).toBe('12.6');
  });

  it('unsaved changes: the browser asks before it leaves, and they can be discarded', async () => {
    const { page } = await visit();
    await openDesk(page);
    await fieldsOf(page, 'Admin').percentage.click();
    await fieldsOf(page, 'Admin').percentage.fill('20');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    await page.evaluate(() => setTimeout(() => location.reload()));
    expect(await asked).toBe('beforeunload');
    await button(page, 'Discard changes').click();
    await button(page, 'Discard them').click();
    expect(await fieldsOf(page, 'Admin').percentage.inputValue()).toBe('30');
  });

  it('a label is only text: no script in it runs, and its writing direction does not affect the text after it', async () => {
    const { page } = await visit();
    const attack = '<script>window.ran = 1</script>';
    await openDesk(page);
    await page.getByRole('textbox', { name: 'Label', exact: true }).first().fill(attack);
    await button(page, 'Save Changes').click();
    await seen(page, 'Configuration saved successfully!');
    await button(page, 'Activate').click();
    await page.getByRole('dialog').getByText(attack).first().waitFor();
    await page.keyboard.press('Escape');
    for (const tab of ['Distribution Preview', 'Configuration History', 'Wallet Management']) {
      await page.getByRole('tab', { name: tab }).click();
    }
    await page.getByRole('tab', { name: 'Configuration History' }).click();
    await page.locator('bdi').getByText(attack).first().waitFor();
    await page.getByRole('tab', { name: 'Wallet Management' }).click();
    await page.getByRole('textbox', { name: 'Label', exact: true }).first().fill('safe\u202Egnp.exe');
    await seen(page, 'At most 64 characters, all of them printable');
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });
}
