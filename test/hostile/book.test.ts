import '../world/quietBindings.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { base58 } from '@scure/base';
import { ComputeBudgetProgram, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askServer } from '../../client/audit/chain/askChain.ts';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { findLottery } from '../../client/audit/check/checkLottery.ts';
import type { RoundReport } from '../../commands/watcher/reportText.ts';
import { runWatcher } from '../../commands/watcher/runWatcher.ts';
import { address } from '../../src/address/address.ts';
import type { Proof } from '../../src/contract/round.ts';
import { markOf } from '../../src/marks/readForm.ts';
import { lamports } from '../../src/money/lamports.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import {
  markInstructions,
  memoInstruction,
  prizeInstructions,
  signTransaction,
} from '../../worker/chain/signing/transactions.ts';
import { eventually } from '../rounds/eventually.ts';
import { markOf as knownToLiars } from '../rounds/hostileRound.ts';
import { type Lottery, startLottery } from '../rounds/startLottery.ts';
import { announceTerms } from '../world/announceTerms.ts';
import { firstSignature } from '../world/firstSignature.ts';
import { holderLies } from '../world/nodes/holderLies.ts';
import { lieAbout, lies } from '../world/nodes/lie.ts';
import { type Node, startNode } from '../world/nodes/startNode.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import { startHttpServer } from '../world/startHttpServer.ts';
import { type ProxyRule, startProxy } from '../world/startProxy.ts';
import { witnessesSetting } from '../world/startWatchers.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { memo } from '../world/stranger/memo.ts';
import { sendAll } from '../world/stranger/sendAll.ts';

const SOL = 1_000_000_000n;
const LOOK_ALIKES = 201;
const DUST = 101;
const WALLETS = 20;
/** The balance of every account before an invented payment, lamports. */
const BEFORE = 10_000_000_000_000;
const PROGRAMS = {
  command: [process.execPath, '--no-warnings', pathOf('../../commands/verifier/command.ts')],
  python: ['python3', '-B', pathOf('../independent/verify.py')],
} as const;

/** Exit codes of the command and of the verifier in Python. */
const PROVEN = [0, 0];
const FAILED = [1, 1];
const COULD_NOT_CHECK = [2, 2];
const OWED = [3, 3];

/** The findings on proofs, P1 to P10, each tried with rounds that were really played on a real chain. */
let world: World;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'book-'));
  world = await startWorld({ slotMs: 100, holders: 20, worldSeed: 'the chain is the book' });
});
afterAll(async () => {
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The first round that is paid: when a slow machine misses a lock, the next round is taken. */
async function firstPaid(of: Lottery): Promise<Proof> {
  for (let round = 1; ; round++) {
    const proof = await of.until(round, ['paid', 'rolled-over']);
    if (proof.state === 'paid') return proof;
  }
}

type Shown = Proof | Record<string, unknown>;

interface Asked {
  readonly round: number;
  /** Null: no proof is shown. */
  readonly proof: Shown | null;
  readonly servers?: readonly string[];
}

/** Exit codes of both verifiers, and all that they printed. */
async function judge({ round, proof, servers = [world.rpcUrl] }: Asked) {
  const file = join(folder, 'proof.json');
  writeFileSync(file, JSON.stringify(proof));
  const { publicKey, genesisTime, period } = world.beacon.chain;
  const words = [
    ...[world.mint.toBase58(), String(round), ...(proof === null ? [] : ['--proof', file])],
    ...servers.flatMap((server) => ['--rpc', server]),
    ...['--drand-key', publicKey, '--drand-genesis', `${genesisTime}`, '--drand-period', `${period}`],
  ];
  const [command, python] = await Promise.all(Object.values(PROGRAMS).map((program) => run([...program, ...words])));
  return { codes: [command?.code, python?.code], said: [command?.out, python?.out] };
}

function run([program = '', ...words]: readonly string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    execFile(program, words, (error, out) => resolve({ code: error === null ? 0 : Number(error.code), out }));
  });
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** The instructions that make a wallet's mark with a memo, in the form that counts. */
async function marking(base: PublicKey, seed: string, text: string) {
  return [
    ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1 }),
    ...markInstructions(base, seed, await markRent()),
    memoInstruction(base, text),
  ];
}

const markRent = async () => BigInt(await world.runtime.connection.getMinimumBalanceForRentExemption(1));

describe('a paid round of a real chain', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let lottery: Lottery;
  let paid: Proof;
  beforeAll(async () => {
    proxy = await startProxy(world.rpcUrl);
    proxy.setRule(onePayment());
    lottery = await startLottery({ world, overrides: { RPC_URLS: proxy.url } });
    paid = await firstPaid(lottery);
  }, 1_500_000);
  afterAll(async () => {
    await lottery?.stop();
    await proxy?.stop();
  });
  const codesOf = async (proof: Shown, round = paid.roundNumber) => (await judge({ round, proof })).codes;
  const ends = () => Date.parse(paid.endsAt) / 1000;
  const text = () => paid.commitment?.memo ?? '';

  it('is proven', async () => {
    expect(await codesOf(paid)).toEqual(PROVEN);
  });

  it('fails when it is shown as missed, with an end that makes its commitment late (P1)', async () => {
    const missed = { ...paid, state: 'rolled-over', reason: 'missed', winners: null, payout: null };
    expect(await codesOf(missed)).toEqual(FAILED);
    const earlier = new Date((ends() - 40) * 1000).toISOString();
    expect(await codesOf({ ...missed, endsAt: earlier })).toEqual(FAILED);
  });

  it('fails when its number is drawn at another hour, or its hour under another number (P2)', async () => {
    const later = new Date((ends() + 26) * 1000).toISOString();
    expect(await codesOf({ ...paid, endsAt: later })).toEqual(FAILED);
    // A number that is far from played: the next round is owed soon, and then that is said of it, whatever is shown.
    const other = paid.roundNumber + 1_000;
    expect(await codesOf({ ...paid, roundNumber: other }, other)).toEqual(FAILED);
  });

  it(`fails with the promise of one of ${WALLETS} other wallets that all promised the same hour (P3)`, async () => {
    const wallets = Array.from({ length: WALLETS }, () => Keypair.generate());
    const { connection } = world.runtime;
    const promises = wallets.map(async (wallet) => {
      await world.runtime.fundSol(wallet.publicKey, SOL);
      const signature = await sendTransaction(connection, await marking(wallet.publicKey, `commit:${ends()}`, text()), [
        wallet,
      ]);
      return { ...paid.commitment, wallet: wallet.publicKey.toBase58(), signature };
    });
    const lucky = (await Promise.all(promises)).at(-1);
    expect(await codesOf({ ...paid, commitment: lucky })).toEqual(FAILED);
    expect(await codesOf(paid)).toEqual(PROVEN);
  });

  it('fails with a pool of 5 lamports, a snapshot after its commitment, and an entry that its bytes exclude (P8)', async () => {
    const { prize, snapshot } = paid;
    expect(await codesOf({ ...paid, prize: prize && { ...prize, poolLamports: '5' } })).toEqual(FAILED);
    const slot = (paid.commitment?.slot ?? 0) + 1;
    expect(await codesOf({ ...paid, snapshot: snapshot && { ...snapshot, slot } })).toEqual(FAILED);
    const entries = [world.mint.toBase58(), ...(snapshot?.entries.slice(1) ?? [])];
    expect(await codesOf({ ...paid, snapshot: snapshot && { ...snapshot, entries } })).toEqual(FAILED);
  });

  it('prints no characters that a terminal would obey (P10)', async () => {
    const hostile = { ...paid, reason: '\u001b[2Jproven\u202e', beacon: { ...paid.beacon, network: '\u001b[2Jquick' } };
    const { said } = await judge({ round: paid.roundNumber, proof: hostile });
    for (const out of said) {
      expect(out).toContain('\\u001b[2J');
      for (const sign of ['\u001b', '\u202e']) expect(out).not.toContain(sign);
    }
  });

  describe('and a later round that is promised and not paid', () => {
    let owed: Proof;
    beforeAll(async () => {
      for (let round = paid.roundNumber + 1; ; round++) {
        owed = await lottery.until(round, ['drawn', 'rolled-over']);
        if (owed.state === 'drawn') return;
      }
    }, 1_500_000);

    it('is owed, whatever its proof says or leaves out, and without a proof (P9)', async () => {
      const round = owed.roundNumber;
      const verdict = () => judge({ round, proof: owed });
      // On chain, its deadline for payment has to be over.
      await eventually(verdict, ({ codes }) => !codes.includes(COULD_NOT_CHECK[0]));
      expect((await verdict()).codes).toEqual(OWED);
      const shown = ['rules', 'rulesHash', 'snapshot', 'commitment', 'beacon', 'prize', 'winners', 'payout'];
      const nothing = Object.fromEntries(shown.map((part) => [part, null]));
      expect(await codesOf({ ...owed, ...nothing, state: 'open' }, round)).toEqual(OWED);
      const missed = { ...owed, state: 'rolled-over', reason: 'missed', winners: null, payout: null };
      expect(await codesOf(missed, round)).toEqual(OWED);
      expect((await judge({ round, proof: null })).codes).toEqual(OWED);
    });

    it('cannot be checked with an invented payment beside an honest server, or alone without the pool’s signature (P7)', async () => {
      const { roundNumber: round, endsAt } = owed;
      const [signed, forged] = await neverLanded(lottery.pool, owed);
      const mark = markOf({ base: lottery.pool.publicKey.toBase58(), seed: `payout:${Date.parse(endsAt) / 1000}` });
      const liar = await startNode(world.rpcUrl);
      try {
        const verdict = async ({ signature, answer }: Invented, ...others: readonly string[]) => {
          liar.behave(shows(mark, { signature, answer }));
          const payout = { ...paid.payout, memo: answer.memo, mark, signature, slot: answer.slot };
          return judge({ round, proof: { ...owed, state: 'paid', payout }, servers: [liar.url, ...others] });
        };
        // Everything in it is right, and only the pool's own key can have signed it.
        expect((await verdict(signed)).codes).toEqual(PROVEN);
        expect((await verdict(signed)).said[0]).toContain('by the word of one server');
        expect((await verdict(signed, world.rpcUrl)).codes).toEqual(COULD_NOT_CHECK);
        expect((await verdict(forged)).codes).toEqual(COULD_NOT_CHECK);
        expect((await verdict(forged, world.rpcUrl)).codes).toEqual(COULD_NOT_CHECK);
      } finally {
        await liar.stop();
      }
    });
  });

  it(`is proven after ${LOOK_ALIKES} look-alikes that name its marks, and after a text signed with the pool’s stolen key (P6, P7)`, async () => {
    const base = lottery.pool.publicKey.toBase58();
    const names = ['commit', 'payout'].map((kind) => new PublicKey(markOf({ base, seed: `${kind}:${ends()}` })));
    const lookAlikes = Array.from({ length: LOOK_ALIKES }, (_, k) => ({ names, memos: [`${text()}${k}`] }));
    await world.stranger.sendLookAlikes(lookAlikes);
    const { connection } = world.runtime;
    const other = text().replace(/entries=\d+/, 'entries=1');
    // The mark of this hour exists already, so the chain itself refuses a second commitment.
    const again = await marking(lottery.pool.publicKey, `commit:${ends()}`, other);
    await expect(sendTransaction(connection, again, [lottery.pool])).rejects.toThrow();
    await sendTransaction(connection, [memo(other), memoInstruction(lottery.pool.publicKey, other)], [lottery.pool]);
    expect(await codesOf(paid)).toEqual(PROVEN);
  });

  it('is proven when another pool wallet is announced after it (P7)', async () => {
    const { settings, announced, pool } = lottery;
    const next = Keypair.generate();
    const vars = {
      ...settings,
      POOL_SECRET_KEY: base58.encode(next.secretKey),
      OLD_POOL_SECRET_KEYS: base58.encode(pool.secretKey),
    };
    await announceTerms(world.runtime.connection, vars, {
      ...{ terms: 2, from: lottery.nextToLock() + 3, previous: announced.hash, poolBefore: announced.terms.pool },
    });
    // Now two finalized announcements count, and the second one names the other wallet.
    await eventually(announcedPools, (pools) => pools.length === 2);
    expect(await announcedPools()).toEqual([pool, next].map(({ publicKey }) => publicKey.toBase58()));
    expect(await codesOf(paid)).toEqual(PROVEN);
  });
});

/** The pool wallets that the newest lottery of the mint has announced so far. */
async function announcedPools(): Promise<readonly string[]> {
  const { publicKey, genesisTime, period } = world.beacon.chain;
  const { lottery } = await findLottery({
    view: createChainView(askServer(world.rpcUrl)),
    asked: { mint: address(world.mint.toBase58()), pinned: null },
    network: { network: { name: 'local', publicKey, genesisTime, periodSeconds: period }, by: 'pinned' },
    ...{ round: 1, shown: [] },
  });
  return lottery?.counted.map(({ pool }) => pool) ?? [];
}

/** Lets only one payment get on chain: that of the first round to be paid. */
function onePayment(): ProxyRule {
  let first: string | undefined;
  return (method, [bytes]) => {
    const [round] = /GOD1 payout round=\d+ /.exec(Buffer.from(String(bytes), 'base64').toString('latin1')) ?? [];
    if (method !== 'sendTransaction' || round === undefined) return null;
    first ??= round;
    return round === first ? null : { status: 503, json: {} };
  };
}

interface Invented {
  readonly signature: string;
  readonly answer: {
    readonly memo: string;
    readonly slot: number;
    readonly blockTime: number | null;
    readonly transaction: readonly [string, 'base64'];
    readonly meta: { readonly err: null; readonly preBalances: number[]; readonly postBalances: number[] };
    readonly version: 'legacy';
  };
}

/** A payment that never landed: once signed with the pool's key, and once with an invented signature. */
async function neverLanded(pool: Keypair, { endsAt, roundNumber, snapshot, beacon, winners }: Proof) {
  if (snapshot === null || beacon === null || winners === null) throw new Error('a drawn round has winners');
  const { connection } = world.runtime;
  const protocol = protocolOf(1);
  const end = Date.parse(endsAt) / 1000;
  const due = winners.map(({ address: to, ...won }) => ({
    ...won,
    address: address(to),
    lamports: lamports(BigInt(won.lamports)),
  }));
  const said = protocol.payoutMemo({
    ...{ round: roundNumber, endsAt: end, root: snapshot.root, beaconRound: beacon.round, winners: due.length },
  });
  const [rent, slot] = [await markRent(), await connection.getSlot('finalized')];
  const { bytes, signature } = signTransaction(pool, {
    blockhash: { ...(await connection.getLatestBlockhash('finalized')), slot },
    computePrice: 100_000,
    instructions: [
      ...markInstructions(pool.publicKey, protocol.payoutSeed(end), rent),
      ...prizeInstructions(pool.publicKey, due),
      memoInstruction(pool.publicKey, said),
    ],
  });
  const blockTime = await connection.getBlockTime(slot);
  const keys = Transaction.from(Buffer.from(bytes, 'base64')).compileMessage().accountKeys;
  const won = new Map(due.map((one) => [`${one.address}`, Number(one.lamports)]));
  const balances = {
    preBalances: keys.map(() => BEFORE),
    postBalances: keys.map((key) => BEFORE + (won.get(key.toBase58()) ?? 0)),
  };
  const invented = (of: Uint8Array): Invented => ({
    signature: firstSignature(of),
    answer: {
      ...{ memo: said, slot, blockTime, version: 'legacy' },
      transaction: [Buffer.from(of).toString('base64'), 'base64'],
      meta: { err: null, ...balances },
    },
  });
  const whole = Uint8Array.from(Buffer.from(bytes, 'base64'));
  if (invented(whole).signature !== signature) throw new Error('the signature stands behind the count of signatures');
  const forged = Uint8Array.from(whole);
  forged.set(base58.decode(signature).reverse(), 1);
  return [invented(whole), invented(forged)] as const;
}

/** A server that shows an invented payment and its mark, and is honest otherwise. */
function shows(mark: string, { signature, answer }: Invented): ProxyRule {
  const made = { data: ['AA==', 'base64'], executable: false, lamports: 1, owner: SystemProgram.programId, space: 1 };
  return lies(
    lieAbout('getTransaction', (truth, [asked]) => (asked === signature ? answer : truth)),
    lieAbout<{ readonly context: unknown }>('getAccountInfo', (truth, [asked]) =>
      asked === mark ? { ...truth, value: made } : truth,
    ),
  );
}

describe('a round whose terms name a watcher, of a lottery whose node leaves a holder out', () => {
  const ada = Keypair.generate();
  let node: Node;
  let watched: Lottery;
  beforeAll(async () => {
    await world.runtime.fundSol(ada.publicKey, SOL);
    node = await startNode(world.rpcUrl);
    node.behave(lies(...holderLies.amountMoved(await knownToLiars(world, world.mint, 0))));
    watched = await startLottery({
      ...{ world, roundSeconds: 36, entryLockSeconds: 30 },
      overrides: { RPC_URLS: node.url, WITNESSES: witnessesSetting([{ name: 'Ada', keypair: ada }]) },
    });
  }, 1_500_000);
  afterAll(async () => {
    await watched?.stop();
    await node?.stop();
  });

  it('cannot be checked while the watcher has said nothing on chain, whatever the proof leaves out (P5)', async () => {
    const proof = await firstPaid(watched);
    const round = proof.roundNumber;
    expect((await judge({ round, proof })).codes).toEqual(COULD_NOT_CHECK);
    expect((await judge({ round, proof: { ...proof, witnesses: [] } })).codes).toEqual(COULD_NOT_CHECK);
  });

  it(`fails because of the watcher, in spite of ${DUST} transactions of dust on that holder’s account (P4)`, async () => {
    const { holders } = await knownToLiars(world, world.mint, 0);
    const [{ owner, tokenAccount }] = holders;
    const app = await dustedApp(watched.url, tokenAccount);
    try {
      const [report] = await watch(app.url);
      expect(app.dusted()).toBe(DUST);
      expect(report).toMatchObject({ verdict: 'differs', notJudged: [] });
      expect(report?.accused).toMatchObject([{ kind: 'missing', owner: owner.toBase58() }]);
      const round = report?.round ?? 0;
      const proof = await watched.until(round, ['paid']);
      expect((await judge({ round, proof })).codes).toEqual(FAILED);
      expect((await judge({ round, proof: { ...proof, witnesses: [] } })).codes).toEqual(FAILED);
    } finally {
      await app.stop();
    }
  });

  async function watch(app: string): Promise<RoundReport[]> {
    const reports: RoundReport[] = [];
    await runWatcher({
      ...{ app, rpc: world.rpcUrl, key: ada, rounds: 1, signal: new AbortController().signal },
      onReport: (report) => void reports.push(report),
      onStatus: () => {},
    });
    return reports;
  }

  /** The lottery's app. Before it shows its first list, strangers fill the account's history. */
  async function dustedApp(url: string, account: PublicKey) {
    const payer = Keypair.generate();
    await world.runtime.fundSol(payer.publicKey, SOL);
    let dusting: Promise<readonly string[]> | undefined;
    let count = 0;
    const dust = () =>
      sendAll(world.runtime.connection, {
        payer,
        parts: Array.from({ length: DUST }, (_, k) => ({
          instructions: [
            SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: account, lamports: 1 }),
            memo(`dust ${k}`),
          ],
          version: 'legacy' as const,
        })),
      });
    const server = await startHttpServer(async ({ path }) => {
      const response = await fetch(url + path);
      const json: unknown = await response.json();
      if (path.endsWith('/proof') && (json as Partial<Proof>).snapshot) {
        dusting ??= dust();
        count = (await dusting).length;
      }
      return { status: response.status, json };
    });
    return { ...server, dusted: () => count };
  }
});
