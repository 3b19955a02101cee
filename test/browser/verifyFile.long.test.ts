import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inclusionJson, inclusionProof } from '../../client/audit/check/inclusion.ts';
import type { Address } from '../../src/address/address.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { hostileNode } from '../client/hostileNode.ts';
import { serveHostileNode } from '../client/serveHostileNode.ts';
import { TAMPERED_PROOFS, tamperedProof } from '../client/tamperedProofs.ts';
import { describeInBrowser } from './openBrowser.ts';
import { axeFindings, overflow } from './pageFacts.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';

const { add, mint, proof, cases } = TAMPERED_PROOFS;
const NUMBER = proof.roundNumber;

/** The inclusion proof of the list's second wallet, as its page saves it. */
function findPlace({ roundNumber, snapshot }: typeof proof) {
  const entries = (snapshot?.entries ?? []).map((owner) => owner as Address);
  const found = inclusionProof(protocolOf(1), { round: roundNumber, entries, address: entries[1] ?? '' });
  if (found === null) throw new Error('the wallet is in the list');
  return inclusionJson(found);
}

/** Gives the file a proof as a file, and reads what became of each step. */
async function verify(page: Page, json: unknown) {
  await page.locator('#verdict').evaluate((verdict) => verdict.replaceChildren());
  await page.locator('#file').setInputFiles({
    name: 'proof.json',
    mimeType: 'application/json',
    buffer: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
  });
  await page.waitForFunction(() => !['', 'Checking…'].includes(document.getElementById('verdict')?.textContent ?? ''));
  return page.evaluate(() => ({
    verdict: document.getElementById('verdict')?.textContent ?? '',
    steps: Array.from(document.querySelectorAll<HTMLElement>('#steps li'), ({ dataset, className, children }) => ({
      id: dataset.step ?? '',
      state: className,
      value: children[3]?.textContent ?? '',
    })),
  }));
}

describeInBrowser('the verifier that works alone', ({ lottery, visit }) => {
  let node = hostileNode({ name: 'tampered', verdict: 'proven', add });
  let served: Awaited<ReturnType<typeof serveHostileNode>>;
  beforeAll(async () => {
    const beacon = { round: proof.beacon?.round, signature: proof.beacon?.signature };
    const documents = new Map([[`/public/${beacon.round}`, beacon]]);
    served = await serveHostileNode({ node: () => node, documents });
  });
  afterAll(() => served?.stop());

  /** What a visitor knows from elsewhere: the lottery's mint, and which round is meant. */
  const naming = async (page: Page) => {
    await page.getByLabel('Mint of the token').fill(mint);
    await page.getByLabel('Round, if the proof’s own number is not to be taken').fill(`${NUMBER}`);
  };
  const askingNode = async (page: Page) => {
    await naming(page);
    await page.getByLabel('Ask the chain and drand over the network').check();
    await page.getByLabel('Solana server').fill(served.url);
    await page.getByText('Another beacon network').click();
    await page.getByLabel('Relay').fill(served.url);
  };

  it('is one file whose script runs by its hash, and it judges every field as the other verifiers do', async () => {
    const { page } = await visit({ width: 1280 });
    const response = await page.goto('/verify.html');
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-/);
    expect(policy).not.toMatch(/unsafe|self/);
    await askingNode(page);
    const honest = await verify(page, proof);
    expect(honest.steps.filter(({ state }) => state !== 'ok')).toEqual([]);
    const { length } = honest.steps;
    expect(honest.verdict).toBe(
      `Round ${NUMBER} is proven: ${length} of ${length} steps are ok. One server was asked about the chain.`,
    );
    for (const one of cases) {
      node = hostileNode({ name: 'tampered', verdict: 'proven', add });
      const { steps } = await verify(page, tamperedProof(one));
      const inState = (...states: string[]) =>
        steps.filter(({ id, state }) => states.includes(state) && id !== 'drand').map(({ id }) => id);
      const found = {
        failed: inState('failed'),
        pending: inState('not-reached'),
        unchecked: inState('could-not-check'),
        owed: inState('owed'),
      };
      expect(found, `${one.path} ${one.how}`).toEqual(one.verdict);
    }
  });

  it('works from disk, asks nobody until it is told to, and takes a proof that is dropped on it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'verify-file-'));
    const file = join(folder, 'verify.html');
    const saved = await fetch(`${lottery.url}/verify.html?save`);
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="verify.html"');
    writeFileSync(file, await saved.text());
    const { page } = await visit({ width: 360 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    // In the site's fonts, which are in the file.
    const fonts = () =>
      page.evaluate(async () => Array.from(await document.fonts.ready, ({ family, status }) => `${family}: ${status}`));
    expect(await fonts()).toEqual(expect.arrayContaining(['Archivo: loaded', 'Geist Mono: loaded']));
    await naming(page);
    const dropped = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'proof.json', { type: 'application/json' }));
      return transfer;
    }, JSON.stringify(proof));
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
    // Steps that follow from the proof alone are ok, and all steps that need the chain are open.
    const open = 'Could not check: “Lottery is the one of this mint”, “The chain says: promised and paid”, ';
    await page.getByText(`Round ${NUMBER} is not proven. ${open}`).waitFor();
    expect(await page.locator('#steps li.ok').count()).toBe(12);
    expect(await page.locator('#unconfirmed dt').allTextContents()).toContain('notes.paidAt');
    expect(asked.filter((url) => /^http/.test(url))).toEqual([]);
    await askingNode(page);
    node = hostileNode({ name: 'tampered', verdict: 'proven', add });
    expect((await verify(page, proof)).verdict).toContain('is proven');
    rmSync(folder, { recursive: true });
  });

  it.each(WIDTHS)('fits into %i px, and axe finds nothing', async (width) => {
    const { page } = await visit({ width, bypassCSP: true });
    await page.goto('/verify.html');
    expect((await verify(page, proof)).verdict).toContain('Name the token’s mint by its address');
    await naming(page);
    expect((await verify(page, 'no proof')).verdict).toMatch(/Could not check: .*“Proof can be read”/);
    await verify(page, { ...proof, rulesHash: '0'.repeat(64) });
    expect(await overflow(page)).toBe(0);
    await takeScreenshot(page, `verify-file-${width}`);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('holds a wallet’s inclusion proof against the list of the round', async () => {
    const { page } = await visit({ width: 360 });
    await page.goto('/verify.html');
    await naming(page);
    await page.getByText('Was a wallet in the list?').click();
    const answer = findPlace(proof);
    const inclusion = async (json: unknown) => {
      await page.getByLabel('Inclusion proof').fill(JSON.stringify(json));
      const { steps } = await verify(page, proof);
      return steps.find(({ id }) => id === 'inclusion');
    };
    expect(await inclusion(answer)).toMatchObject({ state: 'ok', value: expect.stringContaining(answer.address) });
    expect(await inclusion({ ...answer, address: '1'.repeat(32) })).toMatchObject({
      state: 'failed',
      value: expect.stringMatching(/^inclusion\.path: expected [0-9a-f]{64} got [0-9a-f]{64}$/),
    });
  });

  it('says what it needs where no script runs', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto('/verify.html');
    expect(await page.locator('noscript p').isVisible()).toBe(true);
  });
});
