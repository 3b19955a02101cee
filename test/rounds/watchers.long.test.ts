import '../world/quietBindings.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askServer } from '../../client/audit/chain/askChain.ts';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { testimonyOf } from '../../client/audit/check/checkTestimonies.ts';
import { checkWitnesses, type WitnessFinding } from '../../client/audit/check/checkWitnesses.ts';
import type { RoundReport } from '../../commands/watcher/reportText.ts';
import { runWatcher } from '../../commands/watcher/runWatcher.ts';
import { address } from '../../src/address/address.ts';
import type { Proof, RoundDetail } from '../../src/contract/round.ts';
import { godUnits } from '../../src/money/god.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { holderLies } from '../world/nodes/holderLies.ts';
import { lies } from '../world/nodes/lie.ts';
import { startNode } from '../world/nodes/startNode.ts';
import { startHttpServer } from '../world/startHttpServer.ts';
import { type LocalWatcher, witnessesSetting } from '../world/startWatchers.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { eventually } from './eventually.ts';
import { type Lottery, startLottery } from './startLottery.ts';

const SOL = 1_000_000_000n;
const ROUNDS = 5;
const ACCOMPLICE = address(Keypair.generate().publicKey.toBase58());
const watchers: readonly LocalWatcher[] = ['Ada', 'Omitted', 'Invented', 'Mallory'].map((name) => ({
  name,
  keypair: Keypair.generate(),
}));

let world: World;
let lottery: Lottery;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchers-'));
  world = await startWorld({ slotMs: 100, holders: 80, worldSeed: 'watchers' });
  for (const { keypair } of watchers) await world.runtime.fundSol(keypair.publicKey, SOL);
  world.trade(120);
  lottery = await startLottery({
    ...{ world, roundSeconds: 24, entryLockSeconds: 18 },
    overrides: { WITNESSES: witnessesSetting(watchers) },
  });
});
afterAll(async () => {
  await lottery?.stop();
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.concurrent('watchers of a lottery whose holders trade', () => {
  it('the command with an honest node testifies in time for five rounds in a row, and ends well', async () => {
    const [key, log] = [join(folder, 'key.json'), join(folder, 'log')];
    writeFileSync(key, JSON.stringify([...keyOf('Ada').secretKey]));
    const args = ['--app', lottery.url, '--rpc', world.rpcUrl, '--key', key, '--log', log, '--rounds', `${ROUNDS}`];
    const child = spawn(process.execPath, ['--no-warnings', 'commands/watcher/run.ts', ...args]);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const reports = readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): RoundReport => JSON.parse(line));
    expect(
      reports.map(({ verdict }) => verdict),
      out + err,
    ).toEqual(Array(ROUNDS).fill('same'));
    expect([code, err]).toEqual([0, '']);
    // A node that is slow on a busy machine is asked again.
    const costs = reports.map(({ calls, suspects }) => calls - 3 * suspects).toSorted((a, b) => a - b);
    expect(costs[2]).toBeLessThanOrEqual(60);
    const [first = 0] = reports.map(({ round }) => round);
    expect(reports.map(({ round }) => round)).toEqual(Array.from({ length: ROUNDS }, (_, i) => first + i));
    for (const { round, endsAt, root, signature, notJudged } of reports) {
      expect(notJudged).toEqual([]);
      const proof = await lottery.until(round, ['paid']);
      expect(proof.snapshot?.root).toBe(root);
      const told = await eventually(
        async () => named('Ada', (await lottery.get<RoundDetail>(`/api/lottery/rounds/${round}`)).witnesses),
        (witness) => witness?.root !== null,
      );
      expect(told).toMatchObject({ name: 'Ada', root, signature });
      expect(Date.parse(told?.blockTime ?? '')).toBeLessThan(endsAt * 1000);
    }
    // The last round is over for all other watchers.
    const found = await foundByVerifier(first + ROUNDS - 1);
    expect([found.state, found.value.split('; ')[0]]).toEqual([
      ...['ok', '1 of 4 operators saw this list, 1 are needed'],
    ]);
    for (const { name } of watchers.slice(1)) expect(found.value).toContain(`${name} did not testify`);
  });

  it.each([
    ['Omitted', (entries: string[]) => entries.splice(3, 1)[0]],
    ['Invented', (entries: string[]) => invent(entries)],
  ] as const)(
    'a watcher that is shown another list than the committed one, with a wallet %s, says on chain that it saw none',
    async (name, alter) => {
      const altered: (string | undefined)[] = [];
      const app = await lyingApp((entries) => void altered.push(alter(entries)));
      const [report] = await watch(name, app.url, world.rpcUrl);
      await app.stop();
      expect(altered.length).toBeGreaterThan(0);
      expect(report).toMatchObject({ verdict: 'withheld', root: null, accused: [] });
      await lottery.until(report?.round ?? 0, ['paid']);
      expect((await foundByVerifier(report?.round ?? 0)).value).toContain(`${name} (${name}) was shown no list`);
    },
  );

  it('one that saw another list is shown with both roots, and raises an alert', async () => {
    const node = await startNode(world.rpcUrl);
    const [first, second] = world.holders.ordinary.slice(2).filter(({ amount }) => amount > 300_000_000_000n);
    if (first === undefined || second === undefined) throw new Error('nobody to lie about');
    const mark = { holders: [first, second] } as unknown as Parameters<typeof holderLies.ownerExchanged>[0];
    node.behave(lies(...holderLies.ownerExchanged(mark)));
    const [report] = await watch('Mallory', lottery.url, node.url);
    await node.stop();
    expect(report?.verdict).toBe('differs');
    const round = report?.round ?? 0;
    await lottery.until(round, ['paid']);
    const told = await eventually(
      async () => named('Mallory', (await lottery.proof(round)).witnesses),
      (witness) => witness?.root !== null,
    );
    expect(told).toMatchObject({ name: 'Mallory', root: report?.root, entries: report?.entries });
    const finding = await foundByVerifier(round);
    expect(finding?.state).toBe('failed');
    // The round's own root is in a step of its own.
    expect(finding?.value).toContain(`Mallory (Mallory) saw root ${report?.root}`);
    expect((await lottery.proof(round)).snapshot?.root).toBe(report?.publishedRoot);
    const alert = lottery.logs.filter((line) => line.includes(`ALERT witness:${round}:`)).join();
    for (const root of [report?.root, report?.publishedRoot]) expect(alert).toContain(root);
  });
});

const named = (wanted: string, all: Proof['witnesses']) => all.find(({ name }) => name === wanted);

/** What the browser's verifier finds through the watchers' marks. */
async function foundByVerifier(round: number): Promise<WitnessFinding> {
  const [view, proof, endsAt] = [
    createChainView(askServer(world.rpcUrl)),
    await lottery.proof(round),
    lottery.endsAt(round),
  ];
  const root = proof.snapshot?.root ?? '';
  const { lottery: hash } = await lottery.get<{ lottery: string }>('/api/lottery/terms');
  const beaconAt = Date.parse(proof.beacon?.time ?? '') / 1000;
  const found = proof.witnesses.map(async (witness) => ({
    ...{ name: witness.name, operator: witness.name },
    claim: { ...witness, blockTime: witness.blockTime === null ? null : Date.parse(witness.blockTime) / 1000 },
    ...(await testimonyOf(view, witness.address, {
      ...{ lottery: hash, round, endsAt, beaconAt, named: witness.signature },
    })),
  }));
  return checkWitnesses(root, await Promise.all(found), 1);
}

function keyOf(wanted: string): Keypair {
  const found = watchers.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no watcher ${wanted}`);
  return found.keypair;
}

async function watch(name: string, app: string, rpc: string): Promise<RoundReport[]> {
  const reports: RoundReport[] = [];
  await runWatcher({
    ...{ app, rpc, key: keyOf(name), rounds: 1, signal: new AbortController().signal },
    onReport: (report) => void reports.push(report),
    onStatus: () => {},
  });
  return reports;
}

/** The app with another list in its proofs, under that list's own root. */
function lyingApp(alter: (entries: string[]) => void) {
  return startHttpServer(async ({ path }) => {
    const response = await fetch(lottery.url + path);
    const json = (await response.json()) as Proof;
    if (!path.endsWith('/proof') || json.snapshot === null) return { status: response.status, json };
    const entries = [...json.snapshot.entries];
    alter(entries);
    const owners = entries.map((owner) => address(owner));
    const amounts = entries.map(() => '900000000000');
    return {
      status: 200,
      json: { ...json, snapshot: { ...json.snapshot, entries, amounts, root: protocolOf(1).ownersRoot(owners) } },
    };
  });
}

function invent(entries: string[]): string {
  entries.push(ACCOMPLICE);
  const { entries: sorted } = protocolOf(1).selectEntries(
    entries.map((owner) => ({ owner: address(owner), amount: god(900_000), frozen: godUnits(0n) })),
    { threshold: protocolOf(1).threshold, top: 0, isExcluded: () => false },
  );
  entries.splice(0, entries.length, ...sorted.map(({ owner }) => owner));
  return ACCOMPLICE;
}

const god = (amount: number) => godUnits(BigInt(amount) * 1_000_000n);
