import { text as textOf } from 'node:stream/consumers';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DRAW_STEPS } from '../../client/audit/check/Step.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Proof, RoundsPage } from '../../src/contract/round.ts';
import { TAMPERED_PROOFS, tamperedProof } from '../client/tamperedProofs.ts';
import { eventually } from '../rounds/eventually.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { overflow } from './pageFacts.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';
import { serveTableRound, TABLE_ROUND } from './verifiedPage.ts';

/** Only what is no news: requests that this test lets fail. */
const EXPECTED = /net::ERR_FAILED|Failed to load/;

const LABELS = ['Public key (hex)', 'Genesis (unix seconds)', 'Period (seconds)'];

const verifyButton = (page: Page) => page.getByRole('button', { name: /^Verify round/ });

/** The steps of the page in a state, once the check has ended. */
async function verify(page: Page) {
  await verifyButton(page).click();
  await page.locator('.audit .save button').waitFor();
  await expect.poll(() => verifyButton(page).isEnabled()).toBe(true);
  return page.locator('.proofSteps > li').evaluateAll((all) =>
    all.map((one) => ({
      id: one.getAttribute('data-step'),
      state: one.className,
      value: one.querySelector('code')?.textContent,
    })),
  );
}

/** How many steps the page has shown, each time that it showed another number of them. */
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

/** One changed field for each way to fail; all the fields that fail in that way are judged in `test/client/tamperedProofs.test.ts`. */
function waysToFail() {
  const changed = TAMPERED_PROOFS.cases.filter(({ how }) => how === 'changed');
  const ways = new Map(changed.map((one) => [JSON.stringify([one.right, one.verdict.failed]), one] as const));
  // The page's own hours: no field but these two.
  return [...ways.values(), ...changed.filter(({ path }) => path === 'roundNumber' || path === 'endsAt')];
}

describeInBrowser('a round that this browser verifies', ({ lottery, visit }) => {
  /** The newest whose payment is final: a verifier takes nothing less from the chain. */
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
    'a real paid round turns green step by step, and its network once the visitor has named it, %i px',
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

  it('comes to four sentences with ticks within one screen of a phone on the round’s own page, its steps folded below', async () => {
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
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
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
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
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

  it('a round of quicknet is all green; every way to fail has its red step with both values', async () => {
    const { page } = await visit({ width: 360 });
    const outside = await serveTableRound(page, lottery.url);
    await openPage(page, `/audit?round=${TABLE_ROUND}`);
    const honest = await verify(page);
    expect(honest.filter(({ state }) => state !== 'ok')).toEqual([]);
    await page.getByText('VERIFIED', { exact: true }).waitFor();
    await takeScreenshot(page, 'verify-360-proven');
    for (const one of waysToFail()) {
      outside.proof = tamperedProof(one);
      const steps = await verify(page);
      // The page knows its hours: a number or an end of another one is red at once.
      if (one.path === 'roundNumber' || one.path === 'endsAt') {
        const value = expect.stringMatching(/expected .+ got .+/);
        expect(steps.find(({ id }) => id === 'proof')).toMatchObject({ state: 'failed', value });
        continue;
      }
      // Drand knows more than the table: it has the honest signature.
      const known = ['drand'];
      const red = steps.filter(({ id, state }) => state === 'failed' && !known.includes(id ?? ''));
      expect(
        red.map(({ id }) => id),
        one.path,
      ).toEqual(one.verdict.failed.filter((id) => !known.includes(id)));
      // Terms that are not the announced ones could not be checked, and fail nothing.
      const right = steps.find(({ id }) => id === one.right);
      if (one.right !== null) expect(right?.value, one.path).toMatch(/expected .+ got .+/);
    }
    await takeScreenshot(page, 'verify-360-tampered');
  });

  it('the last rounds are audited with a bar, can be stopped and taken up again, and end with a report', async () => {
    const { page } = await visit({ width: 768 });
    await serveTableRound(page, lottery.url);
    const release: (() => void)[] = [];
    let isHeld = true;
    await page.route('**/api/lottery/rounds/*/proof', async (route) => {
      const round = Number(/rounds\/(\d+)/.exec(route.request().url())?.[1]);
      // The third round takes until the visitor has stopped the audit.
      if (round === TABLE_ROUND - 2 && isHeld) await new Promise<void>((resolve) => release.push(resolve));
      if (round === TABLE_ROUND) return route.fallback();
      return route.fulfill({ status: round === TABLE_ROUND - 1 ? 404 : 200, json: { roundNumber: round } });
    });
    await openPage(page, '/audit');
    const checked = () => page.locator('.audited tr[data-round]').count();
    await page.getByRole('button', { name: 'Verify the last rounds now' }).click();
    await page.getByText('Checking round 3 of 3…').waitFor();
    expect(await page.locator('.audit progress').evaluate((bar) => (bar as HTMLProgressElement).value)).toBe(2);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('Stopped after 2 of 3 rounds.').waitFor();
    isHeld = false;
    for (const go of release) go();
    // A reload forgets nothing.
    await page.reload();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.getByText('Stopped after 2 of 3 rounds.').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText(/^3 rounds checked\. Not proven in 2: /).waitFor();
    expect(await checked()).toBe(3);
    expect(await overflow(page)).toBe(0);
    await takeScreenshot(page, 'audit-768-done');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the report as JSON' }).click(),
    ]);
    const report = JSON.parse(await textOf(await download.createReadStream())) as { rounds: { verdict: string }[] };
    // The announced hours say which rounds there are. What is no proof fails nothing.
    const verdicts = report.rounds.map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['proven', 'could-not-check', 'could-not-check']);
  });

  it('what nobody answers could not be checked, and is never ok', async () => {
    const { page } = await visit({ width: 1280, expected: EXPECTED });
    const outside = await serveTableRound(page, lottery.url);
    await openPage(page, `/audit?round=${TABLE_ROUND}`);
    outside.isDrandDown = true;
    const open = async () => (await verify(page)).filter(({ state }) => state !== 'ok').map(({ id }) => id);
    expect(await open()).toEqual(['drand']);
    Object.assign(outside, { isDrandDown: false, isNodeDown: true });
    const payment = ['payout', 'payout memo', 'payout mark', 'payout transfers', 'payout balances'];
    const unknown = ['lottery', 'marks', 'terms', 'pool wallet', 'commitment', 'snapshot', 'pool', 'witnesses'];
    expect(await open()).toEqual([...unknown, ...payment]);
    await page.getByText('13 NOT PROVEN').waitFor();
  });

  it('starts the check anew when its thread could not be loaded the first time', async () => {
    const { page } = await visit({ width: 360, expected: /the verifier’s thread failed/ });
    await serveTableRound(page, lottery.url);
    let isDown = true;
    await page.route('**/assets/verifierThread-*.js', (route) => (isDown ? route.abort() : route.fallback()));
    await openPage(page, `/audit?round=${TABLE_ROUND}`);
    await verifyButton(page).click();
    await page.getByText('The check could not be started. Please try again.').waitFor();
    isDown = false;
    expect((await verify(page)).filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  it('asks the visitor’s own server, which is kept in this browser, and refuses what is no address', async () => {
    const { page } = await visit({ width: 768 });
    await serveTableRound(page, lottery.url);
    const asked: string[] = [];
    await page.route('https://own.test/**', (route) => {
      asked.push(route.request().url());
      return route.fallback({ url: 'https://node.test/' });
    });
    await openPage(page, `/audit?round=${TABLE_ROUND}`);
    await page.getByText('Ask a Solana server of your own').click();
    const field = page.getByLabel('Address of the server');
    await field.fill('ftp://own.test');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('That is no address that a page may ask').waitFor();
    await field.fill('https://own.test/key');
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByText('own.test is asked.').waitFor();
    await page.reload();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await verify(page);
    expect(new Set(asked)).toEqual(new Set(['https://own.test/key']));
  });
});
