import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { TAMPERED_PROOFS, tamperedProof } from '../client/tamperedProofs.ts';
import { describeInBrowser, openPage } from './openBrowser.ts';
import { overflow } from './pageFacts.ts';
import { takeScreenshot } from './screenshots.ts';
import { serveTableRound, TABLE_ROUND, verify, verifyButton } from './verifiedPage.ts';

/** Expected errors: requests that this test lets fail. */
const EXPECTED = /net::ERR_FAILED|Failed to load/;

/** One changed field for each way to fail; all the fields that fail in that way are judged in `test/client/tamperedProofs.test.ts`. */
function waysToFail() {
  const changed = TAMPERED_PROOFS.cases.filter(({ how }) => how === 'changed');
  const ways = new Map(changed.map((one) => [JSON.stringify([one.right, one.verdict.failed]), one] as const));
  // The page's own hours: no field but these two.
  return [...ways.values(), ...changed.filter(({ path }) => path === 'roundNumber' || path === 'endsAt')];
}

describeInBrowser('a round of quicknet that this browser verifies', ({ lottery, visit }) => {
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
      // The page knows the hours of the rounds, so a number or an end of another hour is red at once.
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
      // The third proof is held back until the visitor has stopped the audit.
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
    // The announced hours say which rounds exist. A text that is not a proof fails no round.
    const verdicts = report.rounds.map(({ verdict }) => verdict);
    expect(verdicts).toEqual(['proven', 'could-not-check', 'could-not-check']);
  });

  it('a step without an answer could not be checked, and is never ok', async () => {
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
