import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DRAW_STEPS } from '../../client/audit/check/Step.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Proof, RoundsPage } from '../../src/contract/round.ts';
import { eventually } from '../rounds/eventually.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { axeFindings, overflow } from './pageFacts.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';
import { verify, verifyButton } from './verifiedPage.ts';

const LABELS = ['Public key (hex)', 'Genesis (unix seconds)', 'Period (seconds)'];

/** The numbers of steps that the page has shown, one after the other. */
function countSteps(page: Page) {
  return page.evaluateHandle(() => {
    const counts: number[] = [];
    new MutationObserver(() => {
      const count = document.querySelectorAll('.proofSteps > li').length;
      if (count > 0 && count !== counts.at(-1)) counts.push(count);
    }).observe(document.body, { childList: true, subtree: true });
    return counts;
  });
}

describeInBrowser('a round that this browser verifies', ({ lottery, visit }) => {
  /** The newest round whose payment is final, because a verifier accepts nothing less from the chain. */
  const paidRound = async (): Promise<Proof> => {
    const isFinal = ({ finalAt }: RoundsPage['rounds'][number]) => finalAt !== null;
    const { rounds } = await eventually(
      async () => (await (await fetch(`${lottery.url}/api/lottery/rounds?limit=10&state=paid`)).json()) as RoundsPage,
      (page) => page.rounds.some(isFinal),
    );
    const paid = rounds.find(isFinal)?.roundNumber;
    return (await fetch(`${lottery.url}/api/lottery/rounds/${paid}/proof`)).json() as Promise<Proof>;
  };

  /** A visitor who knows the network from its operator; here the operator is the test. */
  const nameBeacon = async (page: Page, altered: Partial<PublicConfig['drand']> = {}) => {
    const { drand } = (await (await fetch(`${lottery.url}/api/config`)).json()) as PublicConfig;
    const { publicKey, genesisTime, period } = { ...drand, ...altered };
    await page.getByText('Name the beacon network yourself').click();
    for (const [i, value] of [publicKey, genesisTime, period].entries())
      await page.getByLabel(LABELS[i] ?? '').fill(`${value}`);
    await page.getByRole('button', { name: 'Believe this network' }).click();
    await page.getByText('Rounds are checked against this network, which you named.').waitFor();
  };

  it.each(WIDTHS)(
    'a real paid round turns green step by step; its network does once the visitor has named it, %i px',
    async (width) => {
      const { roundNumber } = await paidRound();
      const { page } = await visit({ width });
      await openPage(page, `/audit?round=${roundNumber}`);
      const counts = await countSteps(page);
      const steps = await verify(page);
      // One after the other, never fewer than before.
      const seen = await counts.evaluate((all) => all);
      expect([seen.length > 3, seen.at(-1)]).toEqual([true, steps.length]);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(steps.filter(({ state }) => state !== 'ok')).toEqual([
        { id: 'network', state: 'could-not-check', value: expect.stringContaining('only this site vouches for it') },
      ]);
      expect(steps.map(({ id }) => id)).toEqual(DRAW_STEPS);
      expect(await page.locator('.audit .alarm').filter({ visible: true }).textContent()).toContain(
        'Not drand’s quicknet',
      );
      expect(await overflow(page), 'px to scroll sideways').toBe(0);
      await takeScreenshot(page, `verify-${width}-real`);
      await nameBeacon(page);
      const named = await verify(page);
      expect(named.filter(({ state }) => state !== 'ok')).toEqual([]);
      expect(named.find(({ id }) => id === 'network')?.value).toContain('WARNING: not drand’s quicknet');
      await page.getByText(/^All \d+ steps of the check$/).click();
      await page.getByText('Beacon network is the one that you named', { exact: true }).waitFor();
      await page.getByText('VERIFIED', { exact: true }).waitFor();
      expect(await page.locator('.audit .alarm').filter({ visible: true }).count()).toBe(0);
      expect(await overflow(page), 'px to scroll sideways').toBe(0);
      await takeScreenshot(page, `verify-${width}-named`);
    },
  );

  it('ends in four sentences with ticks within one screen of a phone on the round’s own page, its steps folded below', async () => {
    const { roundNumber } = await paidRound();
    const { page } = await visit({ width: 360 });
    await openPage(page, `/rounds/${roundNumber}`);
    await verify(page);
    await nameBeacon(page);
    await verify(page);
    await page.getByText('VERIFIED', { exact: true }).waitFor();
    const sentences = page.locator('.sentences > li');
    expect(await sentences.evaluateAll((all) => all.map((one) => one.className))).toEqual(Array(4).fill('ok'));
    expect(await page.locator('.proofSteps').filter({ visible: true }).count()).toBe(0);
    const button = await verifyButton(page).boundingBox();
    const last = await sentences.last().boundingBox();
    if (button === null || last === null) throw new Error('the button and the sentences are shown');
    expect(last.y + last.height - button.y).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflow(page), 'px to scroll sideways').toBe(0);
    await takeScreenshot(page, 'verify-360-sentences');
    await page.getByText(/^All \d+ steps of the check$/).click();
    expect(await page.locator('.proofSteps > li').filter({ visible: true }).count()).toBe(DRAW_STEPS.length);
  });

  it('a network that is not the round’s fails with both values, and can be forgotten again', async () => {
    const { roundNumber } = await paidRound();
    const { page } = await visit({ width: 360 });
    await openPage(page, `/audit?round=${roundNumber}`);
    await verify(page);
    await nameBeacon(page, { publicKey: '8'.repeat(192) });
    expect(await axeFindings(page)).toEqual([]);
    // It is kept, and shown after a reload without a check.
    await page.reload();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    const red = (await verify(page)).find(({ id }) => id === 'network');
    expect(red).toMatchObject({
      state: 'failed',
      value: expect.stringMatching(/^beacon\.publicKey: expected 8{192} got /),
    });
    await page.getByText('Name the beacon network yourself').click();
    await page.getByLabel('Period (seconds)').fill('');
    await page.getByRole('button', { name: 'Believe this network' }).click();
    await page.getByText('The key, the genesis and the period of a drand network go together.').waitFor();
    for (const label of LABELS) await page.getByLabel(label).fill('');
    await page.getByRole('button', { name: 'Believe this network' }).click();
    const amber = (await verify(page)).find(({ id }) => id === 'network');
    expect(amber?.state).toBe('could-not-check');
    expect(await page.evaluate(() => localStorage.getItem('beacon-network'))).toBeNull();
  });
});
