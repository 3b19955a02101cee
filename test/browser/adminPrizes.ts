import { expect, it } from 'vitest';
import { addWallet, button, type Desk, fieldsOf, MARKETING, openDesk, seen } from './adminDesk.ts';

const CONSEQUENCE = 'No tax will reach the lottery pool: prizes end when the pool is empty.';

/**
 * A change that would end the prizes is shown with its consequence, and has to be confirmed by typing, both when it is
 * edited and when it is activated.
 */
export function adminPrizes({ visit, other }: Desk): void {
  it('removing the lottery’s pool is confirmed by typing, and so is the activation of a version without it', async () => {
    const { page } = await visit();
    await openDesk(page);
    const { version } = await other.read();
    // Marketing, for comparison, is removed by one click.
    await addWallet(page, 'Marketing', MARKETING);
    await fieldsOf(page, 'Marketing').remove.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It stops receiving tax once you save and activate.').waitFor();
    expect(await dialog.getByText(CONSEQUENCE).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Remove' }).click();

    await fieldsOf(page, 'Lottery Pool').remove.click();
    await page.getByRole('dialog', { name: 'Are you sure you want to remove "Lottery Pool"?' }).waitFor();
    await dialog.getByText(CONSEQUENCE, { exact: true }).waitFor();
    const remove = dialog.getByRole('button', { name: 'Remove' });
    expect(await remove.isEnabled()).toBe(false);
    await dialog.getByLabel('Type END PRIZES to confirm').fill('end');
    expect(await remove.isEnabled()).toBe(false);
    await page.keyboard.press('Escape');
    expect(await fieldsOf(page, 'Lottery Pool').percentage.inputValue()).toBe('70');

    await fieldsOf(page, 'Lottery Pool').remove.click();
    await dialog.getByLabel('Type END PRIZES to confirm').fill('END PRIZES');
    await remove.click();
    await fieldsOf(page, 'Lottery Pool').percentage.waitFor({ state: 'detached' });
    await page.getByRole('tabpanel').getByText(CONSEQUENCE, { exact: true }).waitFor();
    // A pool that is switched off counts as removed. Other tests need it again.
    await button(page, 'Discard changes').click();
    await button(page, 'Discard them').click();
    await fieldsOf(page, 'Lottery Pool').active.focus();
    await page.keyboard.press('Space');
    await dialog.getByLabel('Type END PRIZES to confirm').fill('END PRIZES');
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await fieldsOf(page, 'Admin').percentage.fill('100');
    await button(page, 'Save Changes').click();
    await seen(page, 'Configuration saved successfully!');
    await button(page, 'Activate').click();
    const activate = dialog.getByRole('button', { name: `Activate version ${version + 1}` });
    await dialog.getByText(CONSEQUENCE, { exact: true }).waitFor();
    expect(await activate.isEnabled()).toBe(false);
    await page.keyboard.press('Escape');
    expect((await other.read()).isActive).toBe(false);
    await button(page, 'Activate').click();
    await dialog.getByLabel('Type END PRIZES to confirm').fill('END PRIZES');
    await activate.click();
    await seen(page, 'Configuration activated successfully!');
    expect((await other.read()).isActive).toBe(true);
  });

  it('switching it off is confirmed by typing; at 0% the consequence is shown beside the total', async () => {
    const { page } = await visit();
    await openDesk(page);
    const pool = fieldsOf(page, 'Lottery Pool');
    await pool.active.focus();
    await page.keyboard.press('Space');
    const dialog = page.getByRole('dialog', { name: 'Switch off "Lottery Pool"?' });
    await dialog.getByText(CONSEQUENCE, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await pool.active.isChecked()).toBe(true);
    const note = page.getByRole('tabpanel').getByText(CONSEQUENCE, { exact: true });
    await expect.poll(() => note.count()).toBe(0);
    await pool.percentage.fill('0,5');
    expect(await note.count()).toBe(0);
    await pool.percentage.fill('0');
    await note.waitFor();
    await pool.percentage.fill('70');
    await note.waitFor({ state: 'detached' });
  });
}
