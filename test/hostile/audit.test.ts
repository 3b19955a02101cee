import '../world/quietBindings.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../../client/audit/check/Report.ts';
import type { AuditRow } from '../../client/audit/thread/AuditRow.ts';
import type { Proof, RoundsPage } from '../../src/contract/round.ts';
import { findChromium, NO_CHROMIUM } from '../browser/findChromium.ts';
import { launchBrowser } from '../browser/launchBrowser.ts';
import { eventually } from '../rounds/eventually.ts';
import { type Lottery, startLottery } from '../rounds/startLottery.ts';
import { startProxy } from '../world/startProxy.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import type { Trading } from '../world/trade.ts';

/** Enough for rounds of every end, and for a pause between them; here they take four minutes. */
const ROUNDS = 12;
const SCHEDULE = { roundSeconds: 21, entryLockSeconds: 14 };
/** Longer than four minutes, because rounds that a slow machine misses are played again. */
const PLAYED_WITHIN_SECONDS = 1_500;
/** A last resort: the page checks all rounds one after the other. */
const PATIENCE_MS = 600_000;
const VERIFIER = fileURLToPath(new URL('../independent/verify.py', import.meta.url));

const chromium = findChromium();
if (chromium === null && process.env.CI) throw new Error(NO_CHROMIUM);

let world: World;
let trading: Trading;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let lottery: Lottery;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  if (chromium === null) return;
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
  world = await startWorld({ slotMs: 100, holders: 40, worldSeed: 'audited rounds' });
  trading = world.trade(60);
  proxy = await startProxy(world.rpcUrl);
  lottery = await startLottery({ world, ...SCHEDULE, overrides: { RPC_URLS: proxy.url } });
  browser = await launchBrowser(chromium);
});
afterAll(async () => {
  await browser?.close();
  await lottery?.stop();
  await proxy?.stop();
  await world?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(chromium === null)('the page /audit over real rounds', () => {
  it('shows a full bar and a report after a pause and a reload, with the verdicts of the verifier in Python', {
    timeout: 1_000 * (PLAYED_WITHIN_SECONDS + 600),
  }, async () => {
    await eventually(lockedRounds, (rounds) => rounds.length >= ROUNDS / 2, PLAYED_WITHIN_SECONDS);
    const calledOff = await callOneOff();
    await eventually(lockedRounds, (rounds) => rounds.length >= ROUNDS - 1, PLAYED_WITHIN_SECONDS);
    const unpaid = await leaveOneOwed();
    const newest = await stopTheChain(unpaid);
    const rounds = Array.from({ length: newest }, (_, back) => newest - back);
    const proofs = new Map<number, Proof>();
    for (const round of rounds) proofs.set(round, await lottery.get(`/api/lottery/rounds/${round}/proof`));
    const [other, honest] = rounds
      .flatMap((round) => proofs.get(round) ?? [])
      .filter(isPaid)
      .slice(-2);
    const lie = forge(honest, other);
    const forged = lie.roundNumber;
    proofs.set(forged, lie);

    const context = await browser.newContext({ baseURL: lottery.url, viewport: { width: 768, height: 1024 } });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const asked: number[] = [];
    const held: { round: number | null; release: () => void } = { round: rounds[5] ?? null, release: () => {} };
    await page.route('**/api/lottery/rounds/*/proof', async (route) => {
      const round = Number(/rounds\/(\d+)/.exec(route.request().url())?.[1]);
      asked.push(round);
      // The sixth proof is held back until the visitor has stopped the audit.
      if (round === held.round) await new Promise<void>((resolve) => Object.assign(held, { release: resolve }));
      return round === forged ? route.fulfill({ json: lie }) : route.fallback();
    });
    await nameBeacon(page, newest - unpaid + 1);
    await page.getByLabel('How many of the last rounds').fill('');
    await page.getByRole('button', { name: 'Verify the last rounds now' }).click();
    await page.getByText(`Checking round 6 of ${newest}…`).waitFor();
    expect(await bar(page)).toEqual([5, newest]);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText(`Stopped after 5 of ${newest} rounds.`).waitFor();
    Object.assign(held, { round: null }).release();

    await page.reload();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.getByText(`Stopped after 5 of ${newest} rounds.`).waitFor();
    asked.length = 0;
    await page.getByRole('button', { name: 'Resume' }).click();
    const checked = page.getByText(new RegExp(`^${newest} rounds checked: `));
    expect(await checked.textContent()).toMatch(/^\d+ rounds checked: 1 failed\. Not proven in \d+: /);
    expect(await bar(page)).toEqual([newest, newest]);
    expect(await page.locator('.audited tr[data-round]').count()).toBe(newest);
    const badge = (round: number) => page.locator(`.audited tr[data-round="${round}"] .badge`).textContent();
    expect([await badge(calledOff), await badge(unpaid)]).toEqual(['CALLED OFF', 'OWED']);
    expect(await badge(forged)).toMatch(/FAILED$/);

    const report = await savedReport(page);
    await context.close();
    expect(report.map(({ roundNumber }) => roundNumber)).toEqual(rounds);
    const verdicts = new Map(report.map(({ roundNumber, verdict }) => [roundNumber, verdict]));
    for (const round of rounds)
      expect(`${round} ${verdicts.get(round)}`).toBe(`${round} ${await inPython(round, proofs)}`);
    const expected = (round: number): Verdict => {
      if (round === unpaid) return 'owed';
      if (round === forged) return 'failed';
      return proofs.get(round)?.state === 'paid' ? 'proven' : 'called-off';
    };
    for (const round of rounds) expect([round, verdicts.get(round)]).toEqual([round, expected(round)]);
    // Proven rounds are not asked for again; every other one is.
    const again = rounds.filter((round, at) => at >= 5 || verdicts.get(round) !== 'proven');
    expect(new Set(asked)).toEqual(new Set(again));
    expect(report.find(({ roundNumber }) => roundNumber === forged)?.open.map(({ id }) => id)).toContain('winners');
  });
});

/** The rounds that have a list of entries and are past the state `locked`. */
async function lockedRounds(): Promise<number[]> {
  const { rounds } = await lottery.get<RoundsPage>('/api/lottery/rounds?limit=100');
  return rounds.filter(({ root, state }) => root !== null && state !== 'locked').map(({ roundNumber }) => roundNumber);
}

const refuse = () => proxy.setRule((method) => (method === 'sendTransaction' ? { status: 503, json: {} } : null));

/** Keeps the commitment of one round off the chain, so that the round is called off. */
async function callOneOff(): Promise<number> {
  for (let round = lottery.nextToLock(); ; round++) {
    await lottery.until(round, ['paid', 'rolled-over']);
    refuse();
    const next = await lottery.until(round + 1, ['rolled-over', 'committed', 'drawn']);
    proxy.setRule(null);
    if (next.state === 'rolled-over' && next.snapshot !== null) return next.roundNumber;
    round = next.roundNumber;
  }
}

/** Keeps the payment of one round off the chain, and later ones too, so that the round is owed. */
async function leaveOneOwed(): Promise<number> {
  for (let round = lottery.nextToLock(); ; round++) {
    const { state } = await lottery.until(round, ['committed', 'paid', 'rolled-over']);
    if (state !== 'committed') continue;
    refuse();
    const then = await lottery.until(round, ['drawn', 'paid']);
    if (then.state === 'drawn') return round;
    proxy.setRule(null);
  }
}

/**
 * Stops the chain once the unpaid round is owed. An audit goes through the hours whose promise has to be paid by the
 * chain's time, and there would be one more every 21 s, however long the page takes. Returns the newest of them. Where a
 * slow machine stops late, it is one after the unpaid round, in which nothing was promised.
 */
async function stopTheChain(unpaid: number): Promise<number> {
  const { connection } = world.runtime;
  const newest = async () => {
    const time = await connection.getBlockTime(await connection.getSlot('finalized'));
    return Math.floor(((time ?? 0) - lottery.genesisTime) / SCHEDULE.roundSeconds) - 1;
  };
  await trading.stop();
  await eventually(newest, (round) => round >= unpaid);
  await world.runtime.pauseClock();
  return newest();
}

const isPaid = ({ state }: Proof) => state === 'paid';

/** A proof with the winners of another round. */
function forge(proof: Proof | undefined, other: Proof | undefined): Proof {
  if (!proof?.winners || !other?.winners) throw new Error('the rounds have no winners');
  return {
    ...proof,
    winners: other.winners.map((winner, i) => ({ ...winner, lamports: proof.winners?.[i]?.lamports ?? '' })),
  };
}

/**
 * Enters the beacon's network, as a visitor does who has it from the operator. The page says that it needs the network
 * when it has checked the last rounds, down to the first one that was promised.
 */
async function nameBeacon(page: Page, count: number): Promise<void> {
  await page.goto('/audit');
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.getByLabel('How many of the last rounds').fill(`${count}`);
  await page.getByRole('button', { name: 'Verify the last rounds now' }).click();
  await page.getByText('Not drand’s quicknet').waitFor();
  await page.getByText(/^\d+ rounds? checked/).waitFor();
  await page.getByText('Name the beacon network yourself').click();
  const { publicKey, genesisTime, period } = world.beacon.chain;
  await page.getByLabel('Public key (hex)').fill(publicKey);
  await page.getByLabel('Genesis (unix seconds)').fill(`${genesisTime}`);
  await page.getByLabel('Period (seconds)').fill(`${period}`);
  await page.getByRole('button', { name: 'Believe this network' }).click();
  await page.getByText('Rounds are checked against this network').waitFor();
}

const bar = (page: Page) =>
  page.locator('.audit progress').evaluate((one) => {
    const { value, max } = one as HTMLProgressElement;
    return [value, max];
  });

async function savedReport(page: Page): Promise<readonly AuditRow[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the report as JSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('audit-report.json');
  return (JSON.parse(await textOf(await download.createReadStream())) as { rounds: AuditRow[] }).rounds;
}

/** The verdict of the verifier in Python, which shares no code with the page, on the same proof and the same chain. */
async function inPython(round: number, proofs: ReadonlyMap<number, Proof>): Promise<Verdict> {
  const file = join(folder, `${round}.json`);
  writeFileSync(file, JSON.stringify(proofs.get(round)));
  const { publicKey, genesisTime, period } = world.beacon.chain;
  const said = await promisify(execFile)('python3', [
    ...['-B', VERIFIER, world.mint.toBase58(), String(round), '--proof', file, '--rpc', world.rpcUrl],
    ...['--drand-key', publicKey, '--drand-genesis', `${genesisTime}`, '--drand-period', `${period}`],
  ]).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  return (JSON.parse(said.stdout.trim().split('\n').at(-1) ?? '') as { verdict: Verdict }).verdict;
}
