import '../world/quietBindings.ts';
import { createHash } from 'node:crypto';
import { Keypair } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type App, AppError, askApp, type ConfigRead } from '../../commands/watcher/askApp.ts';
import type { RoundReport } from '../../commands/watcher/reportText.ts';
import { follow } from '../../commands/watcher/runWatcher.ts';
import { watchRound } from '../../commands/watcher/watchRound.ts';
import { type Address, address } from '../../src/address/address.ts';
import type { Proof } from '../../src/contract/round.ts';
import type { TermsMembers } from '../../src/contract/terms.ts';
import { godUnits, UNITS_PER_GOD } from '../../src/money/god.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import { commitMemo } from '../../src/protocol/v1/commitMemo.ts';
import { canonicalJson } from '../../src/terms/canonicalJson.ts';
import { readWitnessMemo, witnessSeed } from '../../src/witness/witnessMemo.ts';
import { parseWire } from '../../worker/chain/ledger/wireTransaction.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { honestProof, underTerms } from '../client/honestProof.ts';
import { answering, fakeNodes, NodeFailure, rpcError } from '../worker/fakeNodes.ts';
import { markAt, type OnChain, transactionsOf } from '../worker/markedChain.ts';
import { accountInList, mintAnswer, tokenAccount } from '../worker/tokenAccounts.ts';

const T = 1_800_000_000;
const CLOCK = { genesisTime: T - 3_600, roundSeconds: 3_600, entryLockSeconds: 60 };
const KEY = keyOf(90);
const [ANN, BEN, CAT] = [1, 2, 3].map(addressOf);
const pool = transactionsOf(keyOf(4).secretKey);
const POOL = pool.address;
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

/** What all wallets hold before the lock and after it. */
const HELD: Held = { [ANN ?? '']: 200_000, [BEN ?? '']: 300_000, [CAT ?? '']: 50_000, [POOL]: 900_000 };
const LISTED: Held = { [ANN ?? '']: 200_000, [BEN ?? '']: 300_000 };

function proofOf(listed: Held): Proof {
  const { entries } = protocolOf(1).selectEntries(
    owners(listed).map(([owner, amount]) => ({ owner, amount: god(amount), frozen: godUnits(0n) })),
    { threshold: protocolOf(1).threshold, top: 0, isExcluded: () => false },
  );
  const whole = underTerms(honestProof(), TERMS);
  if (whole.rules === null || whole.snapshot === null) throw new Error('no whole proof');
  return {
    ...whole,
    rules: { ...whole.rules, excluded: [[POOL, 'excluded']] },
    snapshot: {
      ...{ ...whole.snapshot, slot: SLOT, root: protocolOf(1).ownersRoot(entries.map(({ owner }) => owner)) },
      entries: entries.map(({ owner }) => owner),
      amounts: entries.map(({ amount }) => `${amount}`),
    },
  };
}

/** The commitment of a proof, as its pool wallet signed it. */
function committed({ snapshot, rules, prize }: Proof): OnChain {
  if (snapshot === null || rules === null) throw new Error('no whole proof');
  const protocol = protocolOf(1);
  const memo = commitMemo({
    ...{ round: 1, endsAt: T, slot: snapshot.slot, root: snapshot.root, entries: snapshot.entries.length },
    ...{ poolLamports: BigInt(prize?.poolLamports ?? 0), totalLamports: BigInt(prize?.totalLamports ?? 0) },
    ...{ beaconKeyId: protocol.beaconKeyId(QUICKNET), beaconRound: protocol.beaconRoundAt(QUICKNET, T) },
    rulesHash: protocol.rulesHash({ ...rules, excluded: rules.excluded.map(([owner, why]) => [address(owner), why]) }),
  });
  return pool.burnt(`commit:${T}`, memo, { blockTime: T - 55 });
}

/** The proof that an app shows, and the committed list: that of the proof, or another one. */
interface Shown extends App {
  readonly commitment: OnChain | null;
}

function appOf(
  listed: Held,
  { proof = proofOf(listed), commitment = committed(proof), ...altered }: AppAltered = {},
): Shown {
  const named = commitment && { signature: commitment.signature };
  return {
    config: () => Promise.reject(new Error('nobody expected it')),
    terms: async () => ({ announcements: proof.terms.map(({ terms }) => ({ terms })) }),
    round: async () => ({ commitment: named }) as Awaited<ReturnType<App['round']>>,
    proof: async () => proof,
    ...altered,
    commitment,
  };
}

interface AppAltered extends Partial<Omit<App, 'proof'>> {
  readonly proof?: Proof;
  readonly commitment?: OnChain | null;
}

const SLOT = 4_321;
const TERMS: Partial<TermsMembers> = {
  ...{ mint: MINT, pool: POOL, genesis: T - 3_600, length: 3_600 },
  excluded: [
    [POOL, 'lottery pool'],
    [addressOf(98), 'tax authority'],
  ].toSorted() as [string, string][],
};

interface Chain {
  /** The wallets in the first reading and in all later ones. */
  readonly before: Held;
  readonly after: Held;
  /** The slots of the first reading and of the later ones; the last is that of all further ones. */
  readonly slots?: readonly number[];
  readonly answers?: Readonly<Record<string, unknown>>;
}

/** Slots of readings that enclose those at which a list may have been read. */
const AROUND = [SLOT - 20, SLOT, SLOT + 8];

/** Signatures of the commitments that a node knows. */
const known = new Map<string, OnChain>();

/** A node that is asked for all accounts before the lock, and after it. */
function nodeOf({ before, after, slots = [SLOT - 20, SLOT + 8], answers = {} }: Chain) {
  let readings = 0;
  const supply = owners(before).reduce((sum, [, amount]) => sum + god(amount), 0n);
  return answering({
    getAccountInfo: mintAnswer(supply),
    getProgramAccounts: () => {
      const held = readings === 0 ? before : after;
      const slot = slots[Math.min(readings, slots.length - 1)];
      readings += 1;
      const value = owners(held).map(([owner, amount]) => accountInList(tokenAccount(owner, god(amount)), owner));
      return { context: { slot }, value };
    },
    getSignaturesForAddress: [],
    getTransaction: (signature: string) => {
      const one = known.get(signature);
      return one ? { transaction: [one.bytes, 'base64'] } : null;
    },
    getMinimumBalanceForRentExemption: 897_840,
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
  mint: MINT,
  ...{ roundSeconds: CLOCK.roundSeconds, entryLockSeconds: CLOCK.entryLockSeconds },
} as unknown as ConfigRead;

/** Everything that a watcher needs, from a moment on, with a clock that its waits move. */
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
async function watch(app: Shown, node: ReturnType<typeof answering>, key: Keypair | null = KEY) {
  if (app.commitment) known.set(app.commitment.signature, app.commitment);
  const { parts, fake } = partsOver(app, node, key, T - 75);
  const toWatch = { round: 1, clock: CLOCK, mint: MINT };
  const again = () => watchRound(parts, toWatch);
  const report = await again();
  const sent = fake.calls.find(({ method }) => method === 'sendTransaction')?.params[0];
  const wire = parseWire(Uint8Array.from(Buffer.from(String(sent ?? ''), 'base64')));
  const texts = wire?.instructions.map(({ data }) => new TextDecoder().decode(data)) ?? [];
  return {
    wire,
    report,
    again,
    calls: fake.calls,
    testimony: texts.map(readWitnessMemo).find((said) => said !== null) ?? null,
  };
}

describe('a watcher', () => {
  it('never gives up: an app that does not answer is asked again, and a round is watched when it is back', async () => {
    let refusals = 4;
    const statuses: string[] = [];
    const config = async () => {
      if (refusals-- > 0) throw new AppError('it cannot be reached');
      return { ...CONFIG, genesisTime: new Date(CLOCK.genesisTime * 1_000).toISOString() };
    };
    const app = appOf(LISTED, { config });
    known.set(app.commitment?.signature ?? '', app.commitment as OnChain);
    const { parts } = partsOver(app, nodeOf({ before: HELD, after: HELD }), KEY, T - 1_800);
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
    const app = appOf(LISTED, { config, commitment: null });
    const { parts } = partsOver(app, nodeOf({ before: HELD, after: HELD }), KEY, T - 30);
    await follow({
      ...{ ...parts, rounds: 1, signal: new AbortController().signal, onReport: () => {} },
      onStatus: (status) => void statuses.push(status),
    });
    expect(statuses).toEqual(['waiting for the lock of round 2']);
  });
});

describe('a watcher’s round', () => {
  it('costs at most 14 calls when nobody differs and the list is there, and testifies its root by a mark', async () => {
    const { report, calls, testimony, wire } = await watch(appOf(LISTED), nodeOf({ before: HELD, after: HELD }));
    expect(report).toMatchObject({
      verdict: 'same',
      accused: [],
      notJudged: [],
      suspects: 0,
      entries: 2,
      problem: null,
    });
    const seen = { root: proofOf(LISTED).snapshot?.root, entries: 2, unjudged: 0 };
    const [shown] = proofOf(LISTED).terms;
    const lottery = createHash('sha256')
      .update(canonicalJson(shown?.terms as never))
      .digest('hex');
    expect(testimony).toEqual({ lottery: lottery.slice(0, 16), round: 1, endsAt: T, seen });
    const own = address(KEY.publicKey.toBase58());
    expect(wire?.keys).toContain(markAt(own, witnessSeed(T, lottery)));
    expect([report.calls, calls.length <= 14]).toEqual([calls.length, true]);
  });

  it('costs at most three more calls for each wallet that fits neither reading', async () => {
    const invented = { ...LISTED, [addressOf(50)]: 800_000, [addressOf(51)]: 800_000 };
    const { report, calls } = await watch(appOf(invented), nodeOf({ before: HELD, after: HELD }));
    expect(report.accused.map(({ kind, owner }) => [kind, owner]).toSorted()).toEqual(
      [50, 51].map((byte) => ['invented', addressOf(byte)]).toSorted(),
    );
    expect(calls.length).toBeLessThanOrEqual(14 + 2 * 3);
  });

  it('believes a wallet that held enough only at a slot up to eight after the named one, and no other', async () => {
    for (const [slot, accused] of [
      [SLOT, []],
      [SLOT + 8, []],
      [SLOT + 9, [['invented', CAT]]],
    ] as const) {
      // It buys in this slot, and sells again before the watcher reads.
      const trades = [slot + 1, slot];
      const getSignaturesForAddress = (of: string) =>
        of === CAT ? trades.map((at) => ({ signature: `trade ${at}`, slot: at, err: null })) : [];
      const getTransaction = (signature: string) => {
        const one = known.get(signature);
        if (one) return { transaction: [one.bytes, 'base64'] };
        const held = (amount: number) => [
          { accountIndex: 0, mint: MINT, owner: CAT, uiTokenAmount: { amount: `${god(amount)}` } },
        ];
        const [before, after] = signature === `trade ${slot}` ? [50_000, 222_222] : [222_222, 50_000];
        return {
          ...{ slot: Number(signature.slice('trade '.length)), transaction: { message: { accountKeys: [CAT] } } },
          meta: { preTokenBalances: held(before), postTokenBalances: held(after) },
        };
      };
      const answers = { getSignaturesForAddress, getTransaction };
      const chain = { before: HELD, after: HELD, slots: [SLOT - 20, SLOT + 12], answers };
      const { report } = await watch(appOf({ ...LISTED, [CAT ?? '']: 222_222 }), nodeOf(chain));
      expect([report.accused.map(({ kind, owner }) => [kind, owner]), report.notJudged]).toEqual([accused, []]);
    }
  });

  it('reads again, until its node is eight slots past the named one', async () => {
    const slots = [SLOT - 20, SLOT + 7, SLOT + 8];
    const { calls } = await watch(appOf(LISTED), nodeOf({ before: HELD, after: HELD, slots }));
    expect(calls.filter(({ method }) => method === 'getProgramAccounts')).toHaveLength(3);
  });

  it('makes no request about a wallet’s account', async () => {
    const { calls } = await watch(appOf(LISTED), nodeOf({ before: HELD, after: HELD }));
    expect(calls.map(({ method }) => method)).not.toContain('getMultipleAccounts');
  });

  it.each(['getLatestBlockhash', 'getMinimumBalanceForRentExemption'])(
    'testifies when its node answers %s only when it is asked again',
    async (method) => {
      let refusals = 2;
      const whole = {
        getLatestBlockhash: { context: { slot: 1 }, value: { blockhash: MINT, lastValidBlockHeight: 9 } },
      };
      const later = { getMinimumBalanceForRentExemption: 897_840, ...whole }[method];
      const answers = { [method]: () => (refusals-- > 0 ? rpcError(-32_005, 'the node is behind') : later) };
      const { report, testimony } = await watch(appOf(LISTED), nodeOf({ before: HELD, after: HELD, answers }));
      expect(report).toMatchObject({ verdict: 'same', problem: null });
      expect(testimony?.seen?.root).toBe(report.root);
    },
  );

  it('accuses a list that leaves out a wallet for a reason that does not follow from its bytes', async () => {
    const without = proofOf({ [ANN ?? '']: 200_000 });
    const excluded: [string, 'off curve'][] = [[BEN ?? '', 'off curve']];
    const rules = without.rules && { ...without.rules, excluded };
    const app = appOf({ [ANN ?? '']: 200_000 }, { proof: { ...without, rules } });
    const { report } = await watch(app, nodeOf({ before: HELD, after: HELD }));
    expect(report.accused).toMatchObject([{ kind: 'missing', owner: BEN }]);
    expect(report.accused[0]?.why).toContain('"off curve"');
  });

  it('testifies the corrected list with its root when somebody is missing', async () => {
    const only = { [ANN ?? '']: 200_000 };
    const { report, testimony } = await watch(appOf(only), nodeOf({ before: HELD, after: HELD }));
    expect(report).toMatchObject({ verdict: 'differs', publishedRoot: proofOf(only).snapshot?.root });
    expect(report.accused.map(({ kind, owner }) => [kind, owner])).toEqual([['missing', BEN]]);
    expect(testimony?.seen).toMatchObject({ root: proofOf(LISTED).snapshot?.root, entries: 2 });
  });

  it('accuses nobody when the node tells nothing of a suspect’s transactions, and says so', async () => {
    const getSignaturesForAddress = () => {
      throw new NodeFailure('TypeError', 'down');
    };
    const changed = { ...LISTED, [CAT ?? '']: 222_222 };
    const node = nodeOf({ before: HELD, after: HELD, slots: AROUND, answers: { getSignaturesForAddress } });
    const far = nodeOf({
      before: HELD,
      after: HELD,
      slots: [SLOT - 20, SLOT + 20],
      answers: { getSignaturesForAddress },
    });
    const { report, testimony } = await watch(appOf(changed), far);
    expect(report).toMatchObject({ verdict: 'same', accused: [], root: proofOf(changed).snapshot?.root });
    expect(report.notJudged.map(({ owner }) => owner)).toEqual([CAT]);
    // The number that it could not judge is written on chain.
    expect(testimony?.seen).toMatchObject({ root: proofOf(changed).snapshot?.root, unjudged: 1 });
    // Readings of the snapshot’s own slot and of the eighth after it say what transactions do not.
    const near = await watch(appOf(changed), node);
    expect(near.report.accused.map(({ kind, owner }) => [kind, owner])).toEqual([['invented', CAT]]);
    // Readings that end before the eighth slot do not: it may have held enough after them.
    const slots = [SLOT - 20, SLOT, SLOT + 7, SLOT + 20];
    const open = nodeOf({ before: HELD, after: HELD, slots, answers: { getSignaturesForAddress } });
    const early = (await watch(appOf(changed), open)).report;
    expect([early.accused, early.notJudged.map(({ owner }) => owner)]).toEqual([[], [CAT]]);
  });

  it('cannot check without a complete list of holders, and then writes nothing on chain', async () => {
    const broken = nodeOf({ before: HELD, after: HELD, answers: { getAccountInfo: mintAnswer(1n) } });
    const { report, testimony } = await watch(appOf(LISTED), broken);
    expect(report).toMatchObject({ verdict: 'unjudged', root: null, signature: null });
    expect([report.problem, testimony]).toEqual(['the RPC server gave no whole list of holders', null]);
  });

  it('asks an app again that does not answer, until there is no time left', async () => {
    let refusals = 3;
    const fine = appOf(LISTED);
    const late = appOf(LISTED, {
      terms: async () => {
        if (refusals-- > 0) throw new AppError('it cannot be reached');
        return fine.terms();
      },
    });
    expect((await watch(late, nodeOf({ before: HELD, after: HELD }))).report.verdict).toBe('same');
    const gone = appOf(LISTED, { terms: () => Promise.reject(new AppError('it cannot be reached')) });
    expect((await watch(gone, nodeOf({ before: HELD, after: HELD }))).report).toMatchObject({
      ...{ verdict: 'unjudged', problem: 'it cannot be reached' },
    });
  });

  it('does not say that nothing was committed when it came too late to look', async () => {
    const { parts } = partsOver(appOf(LISTED), nodeOf({ before: HELD, after: HELD }), KEY, T - 4);
    const report = await watchRound(parts, { round: 1, clock: CLOCK, mint: MINT });
    expect([report.verdict, report.problem]).toEqual(['unjudged', 'there was no time left to look for the list']);
  });

  it('has nothing to judge when nothing was committed, whatever the app shows', async () => {
    const { report, testimony } = await watch(
      appOf(LISTED, { commitment: null }),
      nodeOf({ before: HELD, after: HELD }),
    );
    expect([report.verdict, testimony]).toEqual(['no-list', null]);
  });

  it('finds what the app does not name in the mark’s own history', async () => {
    const app = appOf(LISTED, { round: async () => ({ commitment: null }) });
    const { signature = '', slot = 0 } = app.commitment ?? {};
    const getSignaturesForAddress = (of: string) =>
      of === markAt(POOL, `commit:${T}`) ? [{ signature, slot, err: null }] : [];
    const { report } = await watch(app, nodeOf({ before: HELD, after: HELD, answers: { getSignaturesForAddress } }));
    expect(report.verdict).toBe('same');
  });

  it('cannot check when strangers flood the mark’s history and the app names nothing', async () => {
    const app = appOf(LISTED, { round: async () => ({ commitment: null }) });
    const { signature = '', slot = 0 } = app.commitment ?? {};
    const dust = Array.from({ length: 21 }, (_, i) => ({ signature: `dust ${i}`, slot: slot + 1, err: null }));
    const getSignaturesForAddress = () => [...dust, { signature, slot, err: null }];
    const { report } = await watch(app, nodeOf({ before: HELD, after: HELD, answers: { getSignaturesForAddress } }));
    expect([report.verdict, report.problem]).toEqual(['unjudged', expect.stringContaining('than are looked through')]);
  });

  it('says on chain that it was shown no list, and accepts only the committed one', async () => {
    const other = proofOf({ ...LISTED, [CAT ?? '']: 150_000 });
    for (const proof of [other, { ...other, snapshot: null, rules: null }]) {
      const app = { ...appOf(LISTED), proof: async () => proof };
      const { report, testimony } = await watch(app, nodeOf({ before: HELD, after: HELD }));
      expect([report.verdict, testimony?.seen]).toEqual(['withheld', null]);
      expect(report.signature).not.toBeNull();
    }
  });

  it('is not blinded by transactions that a stranger adds to the account of a holder who is left out', async () => {
    // 101 that cannot change anything: more than are looked at one by one.
    const dust = Array.from({ length: 101 }, (_, i) => ({ signature: `dust ${i}`, slot: SLOT - 1, err: null }));
    const getTransaction = (signature: string) => {
      const one = known.get(signature);
      if (one) return { transaction: [one.bytes, 'base64'] };
      const meta = { preTokenBalances: [], postTokenBalances: [] };
      return { slot: SLOT - 1, meta, transaction: { message: { accountKeys: [MINT, POOL] } } };
    };
    const answers = { getSignaturesForAddress: () => dust, getTransaction };
    const only = { [ANN ?? '']: 200_000 };
    const around = nodeOf({ before: HELD, after: HELD, slots: AROUND, answers });
    const { report, testimony } = await watch(appOf(only), around);
    expect(report.accused.map(({ kind, owner }) => [kind, owner])).toEqual([['missing', BEN]]);
    expect(testimony?.seen).toMatchObject({ root: proofOf(LISTED).snapshot?.root, unjudged: 0 });
    // Without a reading near the snapshot it cannot tell, and says how many it could not judge.
    const slots = [SLOT - 20, SLOT + 20] as const;
    const far = await watch(appOf(only), nodeOf({ before: HELD, after: HELD, slots, answers }));
    expect(far.testimony?.seen).toMatchObject({ root: proofOf(only).snapshot?.root, unjudged: 1 });
  });

  it('makes requests as a browser does, and nothing shows that a watcher makes them', async () => {
    const asked: RequestInit[] = [];
    const fetch = (async (_: unknown, init: RequestInit) => {
      asked.push(init);
      return Response.json({});
    }) as typeof globalThis.fetch;
    await expect(askApp('https://app.test', fetch).config()).rejects.toThrow(AppError);
    expect(asked[0]?.headers).toEqual({ 'user-agent': 'Mozilla/5.0', accept: '*/*', 'accept-language': 'en' });
  });

  it('names what is wrong in an answer, also where the answer is no object', async () => {
    const config = (answer: unknown) =>
      askApp('https://app.test', (async () => Response.json(answer)) as typeof globalThis.fetch).config();
    await expect(config({})).rejects.toThrow(/to \/api\/config: unexpected mint$/);
    await expect(config(null)).rejects.toThrow(/to \/api\/config: unexpected answer$/);
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

  it('judges a snapshot that claims an old slot by its own reading before the lock', async () => {
    const old = proofOf({ ...LISTED, [CAT ?? '']: 150_000 });
    const app = appOf(LISTED, { proof: { ...old, snapshot: old.snapshot && { ...old.snapshot, slot: 12 } } });
    const { report } = await watch(app, nodeOf({ before: HELD, after: HELD }));
    expect(report.accused.map(({ kind, owner }) => [kind, owner])).toEqual([['invented', CAT]]);
  });
});
