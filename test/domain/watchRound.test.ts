import '../world/quietBindings.ts';
import { Keypair } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Address, address } from '../../src/address/address.ts';
import type { Proof } from '../../src/contract/round.ts';
import { godUnits, UNITS_PER_GOD } from '../../src/money/god.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { readWitnessMemo } from '../../src/witness/witnessMemo.ts';
import { type App, AppError, type ConfigRead } from '../../watcher/askApp.ts';
import { follow } from '../../watcher/follow.ts';
import type { RoundReport } from '../../watcher/RoundReport.ts';
import { watchRound } from '../../watcher/watchRound.ts';
import { createRpc } from '../../worker/chain/rpc.ts';
import { parseWire } from '../../worker/chain/wireTransaction.ts';
import { honestProof, underTerms } from '../client/honestProof.ts';
import { answering, fakeNodes, NodeFailure } from '../worker/fakeNodes.ts';
import { accountInList, mintAnswer, tokenAccount } from '../worker/tokenAccounts.ts';

const T = 1_800_000_000;
const CLOCK = { genesisTime: T - 3_600, roundSeconds: 3_600, entryLockSeconds: 60 };
const KEY = keyOf(90);
const [ANN, BEN, CAT, POOL] = [1, 2, 3, 4].map(addressOf);
const MINT = addressOf(77);

function keyOf(byte: number): Keypair {
  return Keypair.fromSeed(new Uint8Array(32).fill(byte));
}
function addressOf(byte: number): Address {
  return address(keyOf(byte).publicKey.toBase58());
}
const god = (amount: number) => godUnits(BigInt(amount) * UNITS_PER_GOD);
type Held = Readonly<Partial<Record<Address, number>>>;
const owners = (held: Held) => Object.entries(held).map(([owner, amount = 0]) => [address(owner), amount] as const);

/** What everybody holds before the lock and after it. */
const HELD: Held = { [ANN ?? '']: 200_000, [BEN ?? '']: 300_000, [CAT ?? '']: 50_000, [POOL ?? '']: 900_000 };
const LISTED: Held = { [ANN ?? '']: 200_000, [BEN ?? '']: 300_000 };

function proofOf(listed: Held): Proof {
  const { entries } = protocolOf(1).selectEntries(
    owners(listed).map(([owner, amount]) => ({ owner, amount: god(amount), frozen: godUnits(0n) })),
    { threshold: protocolOf(1).threshold, top: 0, isExcluded: () => false },
  );
  const whole = underTerms(honestProof(), { mint: MINT });
  if (whole.rules === null || whole.snapshot === null) throw new Error('no whole proof');
  return {
    ...whole,
    rules: { ...whole.rules, excluded: [[POOL ?? '', 'excluded']] },
    snapshot: {
      ...{ ...whole.snapshot, root: protocolOf(1).ownersRoot(entries.map(({ owner }) => owner)) },
      entries: entries.map(({ owner }) => owner),
      amounts: entries.map(({ amount }) => `${amount}`),
    },
  };
}

function appOf(listed: Held, altered: Partial<App> = {}): App {
  const proof = proofOf(listed);
  const round = { state: 'locked', reason: null, root: proof.snapshot?.root ?? null } as const;
  return {
    config: () => Promise.reject(new Error('nobody expected it')),
    round: async () => round,
    proof: async () => proof,
    ...altered,
  };
}

interface Chain {
  readonly before: Held;
  readonly after: Held;
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** A node that is asked for all accounts before the lock, and after it. */
function nodeOf({ before, after, answers = {} }: Chain) {
  const reads = [before, after];
  const supply = owners(before).reduce((sum, [, amount]) => sum + god(amount), 0n);
  return answering({
    getAccountInfo: mintAnswer(supply),
    getProgramAccounts: () => {
      const held = reads.length > 1 ? reads.shift() : reads[0];
      const value = owners(held ?? {}).map(([owner, amount]) => accountInList(tokenAccount(owner, god(amount)), owner));
      return { context: { slot: 4_321 + (reads.length === 1 ? 0 : -20) }, value };
    },
    getSignaturesForAddress: [],
    getLatestBlockhash: { context: { slot: 1 }, value: { blockhash: MINT, lastValidBlockHeight: 9 } },
    sendTransaction: 'sent',
    getSignatureStatuses: {
      context: { slot: 1 },
      value: [{ slot: 1, err: null, confirmationStatus: 'confirmed' }],
    },
    ...answers,
  });
}

let surprises: readonly unknown[] = [];
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(surprises).toEqual([]);
});

const CONFIG = {
  ...{ mint: MINT, exclusions: [{ address: POOL, reason: 'lottery pool' }] },
  ...{ roundSeconds: CLOCK.roundSeconds, entryLockSeconds: CLOCK.entryLockSeconds },
} as unknown as ConfigRead;

/** What a watcher works with, from a moment on, on a clock that its waits move. */
function partsOver(app: App, node: ReturnType<typeof answering>, key: Keypair | null, unix: number) {
  const fake = fakeNodes({ 'rpc.test': node });
  surprises = fake.surprises;
  let now = unix * 1_000;
  const rpc = createRpc({ urls: ['https://rpc.test'], fetch: fake.fetch, now: () => now });
  const parts = {
    ...{ app, rpc, key, now: () => now },
    wait: async (ms: number) => {
      now += ms;
    },
  };
  return { parts, fake };
}

/** A watcher's round from 15 seconds before the lock on. */
async function watch(app: App, node: ReturnType<typeof answering>, key: Keypair | null = KEY) {
  const { parts, fake } = partsOver(app, node, key, T - 75);
  const toWatch = { round: 1, clock: CLOCK, config: CONFIG };
  const again = () => watchRound(parts, toWatch);
  const report = await again();
  const sent = fake.calls.find(({ method }) => method === 'sendTransaction')?.params[0];
  const wire = parseWire(Uint8Array.from(Buffer.from(String(sent ?? ''), 'base64')));
  const texts = wire?.instructions.map(({ data }) => new TextDecoder().decode(data)) ?? [];
  return {
    report,
    again,
    calls: fake.calls,
    testimony: texts.map(readWitnessMemo).find((said) => said !== null) ?? null,
  };
}

describe('a watcher', () => {
  it('never gives up: an app that is away is asked again, and a round is watched when it is back', async () => {
    let refusals = 4;
    const statuses: string[] = [];
    const config = async () => {
      if (refusals-- > 0) throw new AppError('it cannot be reached');
      return { ...CONFIG, genesisTime: new Date(CLOCK.genesisTime * 1_000).toISOString() };
    };
    const { parts } = partsOver(appOf(LISTED, { config }), nodeOf({ before: HELD, after: HELD }), KEY, T - 1_800);
    const reports: RoundReport[] = [];
    await follow({
      ...{ ...parts, rounds: 1, signal: new AbortController().signal },
      onReport: (report) => void reports.push(report),
      onStatus: (status) => void statuses.push(status),
    });
    expect(reports.map(({ verdict }) => verdict)).toEqual(['same']);
    expect(statuses).toEqual([...Array(4).fill('it cannot be reached'), 'waiting for the lock of round 1']);
  });

  it('waits for the next round when it comes too late for this one', async () => {
    const statuses: string[] = [];
    const config = async () => ({ ...CONFIG, genesisTime: new Date(CLOCK.genesisTime * 1_000).toISOString() });
    const missed = { state: 'rolled-over', reason: 'missed', root: null } as const;
    const app = appOf(LISTED, { config, round: async () => missed });
    const { parts } = partsOver(app, nodeOf({ before: HELD, after: HELD }), KEY, T - 30);
    await follow({
      ...{ ...parts, rounds: 1, signal: new AbortController().signal, onReport: () => {} },
      onStatus: (status) => void statuses.push(status),
    });
    expect(statuses).toEqual(['waiting for the lock of round 2']);
  });
});

describe('a watcher’s round', () => {
  it('costs at most ten calls when nobody differs, and testifies the published root', async () => {
    const { report, calls, testimony } = await watch(appOf(LISTED), nodeOf({ before: HELD, after: HELD }));
    expect(report).toMatchObject({
      verdict: 'same',
      accused: [],
      notJudged: [],
      suspects: 0,
      entries: 2,
      problem: null,
    });
    expect(testimony).toEqual({ round: 1, endsAt: T, root: proofOf(LISTED).snapshot?.root, entries: 2 });
    expect([report.calls, calls.length <= 10]).toEqual([calls.length, true]);
  });

  it('costs three calls more at most for each wallet that fits no reading', async () => {
    const invented = { ...LISTED, [addressOf(50)]: 800_000, [addressOf(51)]: 800_000 };
    const { report, calls } = await watch(appOf(invented), nodeOf({ before: HELD, after: HELD }));
    expect(report.accused.map(({ kind, owner }) => [kind, owner]).toSorted()).toEqual(
      [50, 51].map((byte) => ['invented', addressOf(byte)]).toSorted(),
    );
    expect(calls.length).toBeLessThanOrEqual(10 + 2 * 3);
  });

  it('asks nobody what stands behind a wallet', async () => {
    const { calls } = await watch(appOf(LISTED), nodeOf({ before: HELD, after: HELD }));
    expect(calls.map(({ method }) => method)).not.toContain('getMultipleAccounts');
  });

  it('accuses a list that leaves a wallet out for a reason which its bytes do not give', async () => {
    const without = proofOf({ [ANN ?? '']: 200_000 });
    const excluded: [string, 'off curve'][] = [[BEN ?? '', 'off curve']];
    const rules = without.rules && { ...without.rules, excluded };
    const app = appOf({ [ANN ?? '']: 200_000 }, { proof: async () => ({ ...without, rules }) });
    const { report } = await watch(app, nodeOf({ before: HELD, after: HELD }));
    expect(report.accused).toMatchObject([{ kind: 'missing', owner: BEN }]);
    expect(report.accused[0]?.why).toContain('"off curve"');
  });

  it('testifies the list set right when somebody is missing, with its root', async () => {
    const only = { [ANN ?? '']: 200_000 };
    const { report, testimony } = await watch(appOf(only), nodeOf({ before: HELD, after: HELD }));
    expect(report).toMatchObject({ verdict: 'differs', publishedRoot: proofOf(only).snapshot?.root });
    expect(report.accused.map(({ kind, owner }) => [kind, owner])).toEqual([['missing', BEN]]);
    expect(testimony).toMatchObject({ root: proofOf(LISTED).snapshot?.root, entries: 2 });
  });

  it('accuses nobody when the node tells nothing of a suspect’s transactions, and says so', async () => {
    const getSignaturesForAddress = () => {
      throw new NodeFailure('TypeError', 'down');
    };
    const changed = { ...LISTED, [CAT ?? '']: 222_222 };
    const node = nodeOf({ before: HELD, after: HELD, answers: { getSignaturesForAddress } });
    const { report } = await watch(appOf(changed), node);
    expect(report).toMatchObject({ verdict: 'same', accused: [], root: proofOf(changed).snapshot?.root });
    expect(report.notJudged.map(({ owner }) => owner)).toEqual([CAT]);
  });

  it('could not check without a whole list of holders, and then says nothing on chain', async () => {
    const broken = nodeOf({ before: HELD, after: HELD, answers: { getAccountInfo: mintAnswer(1n) } });
    const { report, testimony } = await watch(appOf(LISTED), broken);
    expect(report).toMatchObject({ verdict: 'unjudged', root: null, signature: null });
    expect([report.problem, testimony]).toEqual(['the RPC server gave no whole list of holders', null]);
  });

  it('asks an app again that does not answer, until there is no time left', async () => {
    let refusals = 3;
    const fine = appOf(LISTED);
    const late = appOf(LISTED, {
      round: async (round) => {
        if (refusals-- > 0) throw new AppError('it cannot be reached');
        return fine.round(round);
      },
    });
    expect((await watch(late, nodeOf({ before: HELD, after: HELD }))).report.verdict).toBe('same');
    const gone = appOf(LISTED, { round: () => Promise.reject(new AppError('it cannot be reached')) });
    expect((await watch(gone, nodeOf({ before: HELD, after: HELD }))).report).toMatchObject({
      ...{ verdict: 'unjudged', problem: 'it cannot be reached' },
    });
  });

  it('has nothing to see when nothing was locked', async () => {
    const missed = { state: 'rolled-over', reason: 'missed', root: null } as const;
    const { report } = await watch(appOf(LISTED, { round: async () => missed }), nodeOf({ before: HELD, after: HELD }));
    expect(report.verdict).toBe('no-list');
  });

  it('writes nothing without a key, and says that a testimony did not land', async () => {
    const { report, testimony } = await watch(appOf(LISTED), nodeOf({ before: HELD, after: HELD }), null);
    expect([report.verdict, report.signature, testimony]).toEqual(['same', null, null]);
    const poor = { getBalance: { context: { slot: 1 }, value: 5 } };
    const lost = { getSignatureStatuses: { context: { slot: 1 }, value: [null] }, ...poor };
    const failed = await watch(appOf(LISTED), nodeOf({ before: HELD, after: HELD, answers: lost }));
    expect(failed.report.signature).toBeNull();
    expect(failed.report.problem).toMatch(/was not confirmed before the draw: .* holds too little SOL/);
  });

  it('judges a snapshot that claims to be of long ago as of its own reading before the lock', async () => {
    const old = proofOf({ ...LISTED, [CAT ?? '']: 150_000 });
    const app = appOf(LISTED, {
      proof: async () => ({ ...old, snapshot: old.snapshot && { ...old.snapshot, slot: 12 } }),
    });
    const { report } = await watch(app, nodeOf({ before: HELD, after: HELD }));
    expect(report.accused.map(({ kind, owner }) => [kind, owner])).toEqual([['invented', CAT]]);
  });
});
