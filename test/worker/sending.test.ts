import { base58 } from '@scure/base';
import {
  ComputeBudgetInstruction,
  ComputeBudgetProgram,
  Keypair,
  SystemInstruction,
  Transaction,
} from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lamports } from '../../src/money/lamports.ts';
import { QUICKNET } from '../../src/protocol/terms/beaconNetwork.ts';
import type { LockDocuments, LockRecord, PlacedWinner } from '../../src/protocol/terms/lock.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import { ROUND_STATES } from '../../src/round/state.ts';
import { createRpc } from '../../worker/chain/rpc.ts';
import { RpcError } from '../../worker/chain/rpcError.ts';
import { createSigner, type SignerInput, SignerRefusal, type StoredRound } from '../../worker/chain/signer.ts';
import type { SignedTransaction } from '../../worker/chain/transactions.ts';
import { createPursue, type Intention } from '../../worker/engine/pursue.ts';
import { createJournal, type JournalRow } from '../../worker/store/journal.ts';
import { neverCalled } from '../domain/neverCalled.ts';
import { wallet } from '../domain/wallets.ts';
import { emptyDatabase } from './database.ts';
import { answering, type FakeNode, fakeNodes, NodeFailure, rpcError } from './fakeNodes.ts';
import {
  BEACON_1000,
  BEACON_1001,
  COMMITMENT,
  DOCUMENTS,
  ENDS_AT,
  lockOf,
  POOL,
  WINNERS_1000,
  WINNERS_1001,
} from './honestRound.ts';

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

describe('the signer', () => {
  /** The pool wallet: its key is made of 32 sevens. */
  const secretKey = Keypair.fromSeed(new Uint8Array(32).fill(7)).secretKey;
  const signerOf = (altered: Partial<SignerInput> = {}) =>
    createSigner({ secretKey, wallet: POOL, mint: wallet(77), beacon: QUICKNET, ...altered });
  const BLOCKHASH = { blockhash: wallet(5) as string, lastValidBlockHeight: 1_000, slot: 900 };
  const SIGNING = { blockhash: BLOCKHASH, computePrice: 5_000, guardRent: 897_840n };

  const record: RoundRecord = {
    ...{ round: 123, endsAt: ENDS_AT, reason: null, lock: lockOf() },
    ...{ state: 'drawn', commitment: { ...COMMITMENT, final: true }, drawn: BEACON_1000 },
    payout: { signature: null, slot: null, status: 'drawn' },
  };
  const DRAWN: StoredRound = { record, documents: DOCUMENTS, winners: WINNERS_1000 };
  const LOCKED: StoredRound = {
    ...{ documents: DOCUMENTS, winners: [] },
    record: { ...record, state: 'locked', commitment: null, drawn: null, payout: null },
  };
  const withLock = (round: StoredRound, altered: Partial<LockRecord>): StoredRound => ({
    ...round,
    record: { ...round.record, lock: { ...lockOf(), ...altered } },
  });
  const withDocuments = (round: StoredRound, altered: Partial<LockDocuments>): StoredRound => ({
    ...round,
    documents: { ...DOCUMENTS, ...altered },
  });
  const decode = ({ bytes }: SignedTransaction) => Transaction.from(Buffer.from(bytes, 'base64'));

  describe('of an honest round', () => {
    it('signs the commitment: compute budget and the memo of the lock, nothing else', () => {
      const signed = signerOf().signCommitment(LOCKED, SIGNING);
      const transaction = decode(signed);
      const [limit, price, memo, ...rest] = transaction.instructions;
      expect(rest).toEqual([]);
      expect(limit && ComputeBudgetInstruction.decodeSetComputeUnitLimit(limit)).toEqual({ units: 250_000 });
      expect(price && ComputeBudgetInstruction.decodeSetComputeUnitPrice(price).microLamports).toBe(5_000n);
      expect(memo?.programId.toBase58()).toBe(MEMO_PROGRAM);
      expect(memo?.data.toString('utf8')).toBe(
        'GOD1 commit round=123 ends=1692806364 slot=311222333' +
          ' root=ce01e78cc793967077f0bb5af24092086874268b200cfb472247f959b03fe6d2 entries=7 pool=12345678901' +
          ' prizes=2469135780 drand=96e74fcdd3a11840:1000' +
          ' rules=b7c0957158835074d53b17032b74640b127677a8e9b4aa50c6e5abfa60397ff9',
      );
      expect(memo?.keys.map(({ pubkey, isSigner }) => [pubkey.toBase58(), isSigner])).toEqual([[POOL, true]]);
    });

    it('signs the payout: compute budget, guard, three prizes and the memo, in this order and nothing else', async () => {
      const transaction = decode(await signerOf().signPayout(DRAWN, SIGNING));
      const [limit, price, fund, allocate, first, second, third, memo, ...rest] = transaction.instructions;
      expect(rest).toEqual([]);
      for (const budget of [limit, price]) expect(budget?.programId).toEqual(ComputeBudgetProgram.programId);
      expect(limit && ComputeBudgetInstruction.decodeSetComputeUnitLimit(limit)).toEqual({ units: 250_000 });
      expect(price && ComputeBudgetInstruction.decodeSetComputeUnitPrice(price).microLamports).toBe(5_000n);

      const transferOf = (instruction: typeof fund) => {
        if (instruction === undefined) return null;
        const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction);
        return [fromPubkey.toBase58(), toPubkey.toBase58(), lamports];
      };
      // SHA-256 of the pool wallet, "payout:1692806364" and the system program, by Python.
      const guard = '7no9ApB5DPQJS3phnTP2setjLhLivzXd7PCieHPez3FS';
      expect(transferOf(fund)).toEqual([POOL, guard, 897_840n]);
      const allocation = allocate && SystemInstruction.decodeAllocateWithSeed(allocate);
      expect(allocation?.accountPubkey.toBase58()).toBe(guard);
      expect(allocation?.basePubkey.toBase58()).toBe(POOL);
      expect(allocation).toMatchObject({ seed: 'payout:1692806364', space: 1 });
      expect(allocation?.programId.toBase58()).toBe('11111111111111111111111111111111');

      expect([first, second, third].map(transferOf)).toEqual([
        [POOL, wallet(2), 1_728_395_046n],
        [POOL, wallet(3), 493_827_156n],
        [POOL, wallet(6), 246_913_578n],
      ]);
      expect(memo?.programId.toBase58()).toBe(MEMO_PROGRAM);
      expect(memo?.data.toString('utf8')).toBe(
        'GOD1 payout round=123 ends=1692806364' +
          ' root=ce01e78cc793967077f0bb5af24092086874268b200cfb472247f959b03fe6d2 drand=1000 winners=3',
      );
      expect(memo?.keys.map(({ pubkey, isSigner }) => [pubkey.toBase58(), isSigner])).toEqual([[POOL, true]]);
    });

    it('is the only signer, pays the fee itself, and reports the signature and blockhash it used', async () => {
      const signed = await signerOf().signPayout(DRAWN, SIGNING);
      const transaction = decode(signed);
      expect(transaction.feePayer?.toBase58()).toBe(POOL);
      expect(transaction.signatures.map(({ publicKey }) => publicKey.toBase58())).toEqual([POOL]);
      expect(transaction.verifySignatures()).toBe(true);
      expect(transaction.recentBlockhash).toBe(wallet(5));
      expect(signed.signature).toBe(base58.encode(Uint8Array.from(transaction.signature ?? [])));
      expect(signed.blockhash).toEqual(BLOCKHASH);
    });

    it.each([1, 2])('pays %i winners when there are no more', async (count) => {
      const documents = { ...DOCUMENTS, leaves: DOCUMENTS.leaves.slice(0, count * 40) };
      const lock = lockOf(123, documents);
      // Of one or two entries the first comes first, by Python.
      const winners = WINNERS_1000.slice(0, count).map((winner, i) => ({
        ...winner,
        address: wallet(i === 0 ? 1 : 2),
      }));
      const transaction = decode(
        await signerOf().signPayout({ record: { ...record, lock }, documents, winners }, SIGNING),
      );
      expect(transaction.instructions).toHaveLength(5 + count);
      expect(transaction.instructions.at(-1)?.data.toString('utf8')).toMatch(new RegExp(` winners=${count}$`));
    });
  });

  const refused = expect.objectContaining({ name: 'SignerRefusal' });
  const outcome = async (sign: () => unknown) => {
    try {
      return await sign();
    } catch (error) {
      return error;
    }
  };

  const [first, second, third] = WINNERS_1000 as [PlacedWinner, PlacedWinner, PlacedWinner];
  const alterations: readonly (readonly [string, (round: StoredRound) => StoredRound])[] = [
    ['an owner among the entries altered', (r) => withDocuments(r, { leaves: DOCUMENTS.leaves.with(0, 9) })],
    ['an amount among the entries altered', (r) => withDocuments(r, { leaves: DOCUMENTS.leaves.with(39, 1) })],
    ['an entry gone', (r) => withDocuments(r, { leaves: DOCUMENTS.leaves.slice(40) })],
    ['a wallet slipped into the exclusions', (r) => withDocuments(r, { rules: { ...DOCUMENTS.rules, excluded: [] } })],
    ['the rules of another mint', (r) => withDocuments(r, { rules: { ...DOCUMENTS.rules, mint: wallet(1) } })],
    ['a larger pool', (r) => withLock(r, { pool: lamports(99_999_999_999n) })],
    ['a larger total', (r) => withLock(r, { total: lamports(9_999_999_999n) })],
    ['another root', (r) => withLock(r, { root: '00'.repeat(32) })],
    ['another memo', (r) => withLock(r, { memo: `${lockOf().memo} ` })],
    ['the lock of another round', (r) => withLock(r, lockOf(124))],
    ['the lock of another hour', (r) => withLock(r, lockOf(123, DOCUMENTS, ENDS_AT + 3_600))],
    ['no lock', (r) => ({ ...r, record: { ...r.record, lock: null } })],
    [
      "another network's beacon, and a lock that agrees",
      (r) => withLock(r, { beacon: { ...QUICKNET, publicKey: `93${QUICKNET.publicKey.slice(2)}` } }),
    ],
  ];

  describe.each(alterations)('of a round with %s', (_what, alter) => {
    it('signs neither commitment nor payout', async () => {
      expect(await outcome(() => signerOf().signCommitment(alter(LOCKED), SIGNING))).toEqual(refused);
      expect(await outcome(() => signerOf().signPayout(alter(DRAWN), SIGNING))).toEqual(refused);
    });
  });

  it('signs nothing that was locked under other settings', async () => {
    const others = [
      { mint: wallet(1) },
      { beacon: { ...QUICKNET, publicKey: `93${QUICKNET.publicKey.slice(2)}` } },
    ] satisfies Partial<SignerInput>[];
    for (const settings of others) {
      expect(await outcome(() => signerOf(settings).signCommitment(LOCKED, SIGNING))).toEqual(refused);
      expect(await outcome(() => signerOf(settings).signPayout(DRAWN, SIGNING))).toEqual(refused);
    }
  });

  it.each(ROUND_STATES)('of a round that is %s signs only what belongs to that state', async (state) => {
    const inState = (round: StoredRound): StoredRound => ({ ...round, record: { ...round.record, state } });
    const commitment = await outcome(() => signerOf().signCommitment(inState(LOCKED), SIGNING));
    const payout = await outcome(() => signerOf().signPayout(inState(DRAWN), SIGNING));
    expect(commitment instanceof SignerRefusal).toBe(state !== 'locked');
    expect(payout instanceof SignerRefusal).toBe(state !== 'drawn');
  });

  const beacons: readonly (readonly [string, Partial<RoundRecord>, readonly PlacedWinner[]])[] = [
    ['a forged signature', { drawn: { ...BEACON_1000, signature: `${'b'.repeat(95)}a` } }, WINNERS_1000],
    ['the genuine beacon of another round, and its winners', { drawn: BEACON_1001 }, WINNERS_1001],
    ['randomness of its own choice', { drawn: { ...BEACON_1000, randomness: BEACON_1001.randomness } }, WINNERS_1001],
    ['no beacon', { drawn: null }, WINNERS_1000],
    [
      'another round of the beacon than its memo promised, with genuine signature and winners',
      { lock: { ...lockOf(), beaconRound: 1001 }, drawn: BEACON_1001 },
      WINNERS_1001,
    ],
  ];
  it.each(beacons)('pays nobody on %s', async (_what, altered, winners) => {
    const round = { record: { ...record, ...altered }, documents: DOCUMENTS, winners };
    expect(await outcome(() => signerOf().signPayout(round, SIGNING))).toEqual(refused);
  });

  const stored: readonly (readonly [string, readonly PlacedWinner[]])[] = [
    ['another winner', [first, { ...second, address: wallet(1) }, third]],
    ['a larger prize', [{ ...first, lamports: lamports(first.lamports + 1n) }, second, third]],
    ['two winners who changed places', [{ ...first, place: 2 }, { ...second, place: 1 }, third]],
    [
      'two winners who changed prizes',
      [{ ...first, address: second.address }, { ...second, address: first.address }, third],
    ],
    ['a winner missing', [first, second]],
    ['a winner too many', [first, second, third, { ...third, address: wallet(7) }]],
    ['no winners', []],
  ];
  it.each(stored)('pays nobody when the database says %s', async (_what, winners) => {
    expect(await outcome(() => signerOf().signPayout({ ...DRAWN, winners }, SIGNING))).toEqual(refused);
  });

  it('pays nobody when nobody is in the draw', async () => {
    const documents = { ...DOCUMENTS, leaves: new Uint8Array() };
    const round = { record: { ...record, lock: lockOf(123, documents) }, documents, winners: [] };
    expect(await outcome(() => signerOf().signPayout(round, SIGNING))).toEqual(refused);
  });

  it('takes no key that is not the pool wallet’s', () => {
    expect(() => signerOf({ wallet: wallet(1) })).toThrow(SignerRefusal);
  });

  it('never signs a fee above its cap', async () => {
    await expect(signerOf().signPayout(DRAWN, { ...SIGNING, computePrice: 1_000_001 })).rejects.toThrow(RangeError);
    expect(() => signerOf().signCommitment(LOCKED, { ...SIGNING, computePrice: 1_000_001 })).toThrow(RangeError);
    expect(signerOf().signCommitment(LOCKED, { ...SIGNING, computePrice: 1_000_000 }).signature).toMatch(/^\w{60,}$/);
  });

  it('says why it refused without a word of its key', async () => {
    const error = await outcome(() => signerOf().signPayout({ ...DRAWN, winners: [] }, SIGNING));
    expect(String(error)).toBe('SignerRefusal: round 123: the stored winners are not the drawn ones');
    expect(String(error)).not.toContain(base58.encode(secretKey));
  });
});

describe('pursuing an intention', () => {
  let db: D1Database;
  let now = 0;
  beforeEach(async () => {
    db = await emptyDatabase();
    now = 1_000_000;
  });

  let surprises: unknown[][] = [];
  afterEach(() => {
    const all = surprises.flat();
    surprises = [];
    expect(all).toEqual([]);
  });

  /** A chain in memory. What it says of a signature, how far it is, and what happens to bytes handed to it, are the test's. */
  function chainOf(onSend: (bytes: string) => unknown = () => 'accepted') {
    const said = {
      status: null as { err: unknown; confirmationStatus: string | null; slot: number } | null,
      blockHeight: 500,
      firstBlock: 0,
      down: false,
    };
    const sent: string[] = [];
    const node: FakeNode = (method, params) => {
      if (said.down) throw new NodeFailure('TypeError', 'network');
      return answering({
        async sendTransaction(bytes: string, options: unknown) {
          expect(options).toEqual({ encoding: 'base64', skipPreflight: true });
          sent.push(bytes);
          return onSend(bytes);
        },
        getSignatureStatuses: ([signature]: string[]) => {
          // Whoever asks about a signature must have written it down before.
          expect(signature).toMatch(/^signature /);
          return { context: { slot: 10_000 }, value: [said.status] };
        },
        getEpochInfo: () => ({ blockHeight: said.blockHeight, absoluteSlot: 9_000 }),
        getFirstAvailableBlock: () => said.firstBlock,
      })(method, params);
    };
    const fake = fakeNodes({ 'node.test': node });
    surprises.push(fake.surprises);
    const rpc = createRpc({ urls: ['https://node.test'], fetch: fake.fetch, now: () => now });
    return { rpc, said, sent, calls: fake.calls };
  }

  const signedAs = (name: string): SignedTransaction => ({
    ...{ bytes: `bytes ${name}`, signature: `signature ${name}` },
    blockhash: { blockhash: 'blockhash', lastValidBlockHeight: 1_000, slot: 900 },
  });
  const intentionOf = (altered: Partial<Intention> = {}): Intention => ({
    ...{ key: 'payout:123', mayResend: true, maySign: async () => true, sign: async () => signedAs('first') },
    ...altered,
  });
  const pursueOf = (chain: ReturnType<typeof chainOf>, database = db) =>
    createPursue({ journal: createJournal(database, () => now), rpc: chain.rpc, now: () => now });
  const rows = () => createJournal(db, () => now).attempts('payout:123');
  const noSigning = neverCalled('sign');

  /** An intention whose first attempt has been written and sent. */
  async function begun(onSend?: (bytes: string) => unknown) {
    const chain = chainOf(onSend);
    const pursue = pursueOf(chain);
    await pursue(intentionOf());
    chain.sent.length = 0;
    return { chain, pursue, ...chain };
  }

  it('writes the signed bytes before it sends them', async () => {
    const chain = chainOf(async (bytes) => {
      const row = await db
        .prepare('SELECT bytes, signature, state FROM journal WHERE key = ?')
        .bind('payout:123')
        .first();
      expect(row).toEqual({ bytes, signature: 'signature first', state: 'sent' });
      return 'signature first';
    });
    const pursuit = await pursueOf(chain)(intentionOf());
    expect(chain.sent).toEqual(['bytes first']);
    expect(pursuit).toMatchObject({ kind: 'pending', seen: 'sent', row: { attempt: 0, bytes: 'bytes first' } });
    expect(await rows()).toMatchObject([{ blockhash: 'blockhash', lastValidBlockHeight: 1_000, signedSlot: 900 }]);
  });

  /** D1 that fails on statements of a kind: before anything happened, or after, with the answer lost. */
  const failing = (kind: string, when: 'before' | 'after'): D1Database =>
    new Proxy(db, {
      get(target, name) {
        if (name !== 'prepare') return Reflect.get(target, name).bind(target);
        return (sql: string) => {
          const statement = target.prepare(sql);
          if (!sql.startsWith(kind)) return statement;
          const run = async (bound: D1PreparedStatement) => {
            if (when === 'after') await bound.run();
            throw new Error('D1_ERROR: network lost');
          };
          return { bind: (...values: unknown[]) => ({ run: () => run(statement.bind(...values)) }) };
        };
      },
    });

  it('sends nothing when the journal cannot be written', async () => {
    const chain = chainOf();
    await expect(pursueOf(chain, failing('INSERT', 'before'))(intentionOf())).rejects.toThrow('D1_ERROR');
    expect(chain.sent).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('sends nothing when the answer to the writing is lost, and those very bytes the next time', async () => {
    const chain = chainOf();
    await expect(pursueOf(chain, failing('INSERT', 'after'))(intentionOf())).rejects.toThrow('D1_ERROR');
    expect(chain.sent).toEqual([]);
    expect(await pursueOf(chain)(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'pending', seen: 'sent' });
    expect(chain.sent).toEqual(['bytes first']);
  });

  it.each([
    [
      'no answer',
      () => {
        throw new NodeFailure('TimeoutError', 'timed out');
      },
    ],
    ['"already processed"', () => rpcError(-32_002, 'This transaction has already been processed')],
    ['"blockhash not found"', () => rpcError(-32_002, 'Blockhash not found')],
    ['500', () => new Response('', { status: 500 })],
    ['429', () => new Response('', { status: 429 })],
  ])('takes %s to a sending for nothing at all: the attempt stays open', async (_what, onSend) => {
    const chain = chainOf(onSend);
    expect(await pursueOf(chain)(intentionOf())).toMatchObject({ kind: 'pending', seen: 'sent' });
    expect(await rows()).toMatchObject([{ attempt: 0, state: 'sent', bytes: 'bytes first' }]);
  });

  it('sends the same bytes again after two seconds without a trace, and signs nothing', async () => {
    const { pursue, sent } = await begun();
    const again = intentionOf({ sign: noSigning, maySign: neverCalled('maySign') });
    now += 1_999;
    expect(await pursue(again)).toMatchObject({ kind: 'pending', seen: 'sent' });
    expect(sent).toEqual([]);
    now += 1;
    await pursue(again);
    await pursue(again);
    expect(sent).toEqual(['bytes first']);
    now += 2_000;
    await pursue(again);
    expect(sent).toEqual(['bytes first', 'bytes first']);
    expect(await rows()).toHaveLength(1);
  });

  it('sends nothing again when it may not, however long there is no trace', async () => {
    const { pursue, sent } = await begun();
    now += 600_000;
    expect(await pursue(intentionOf({ mayResend: false, sign: noSigning }))).toMatchObject({ kind: 'pending' });
    expect(sent).toEqual([]);
  });

  it('sends what it finds in the journal at once after a restart', async () => {
    const { chain, sent } = await begun();
    await pursueOf(chain)(intentionOf({ sign: noSigning }));
    expect(sent).toEqual(['bytes first']);
  });

  it.each([
    ['processed', 'sent', 'sent', null],
    ['confirmed', 'confirmed', 'confirmed', 950],
  ])('waits while the transaction is %s', async (confirmationStatus, seen, state, slot) => {
    const { pursue, said, sent } = await begun();
    said.status = { err: null, confirmationStatus, slot: 950 };
    now += 60_000;
    expect(await pursue(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'pending', seen, slot });
    expect(await rows()).toMatchObject([{ state }]);
    expect(sent).toEqual([]);
  });

  it('is done when the transaction is final, and asks no node ever again', async () => {
    const { chain, pursue, said } = await begun();
    said.status = { err: null, confirmationStatus: 'finalized', slot: 951 };
    expect(await pursue(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'final', slot: 951 });
    expect(await rows()).toMatchObject([{ state: 'finalized', slot: 951 }]);
    chain.calls.length = 0;
    for (const later of [pursue, pursueOf(chain)]) {
      expect(await later(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'final', slot: 951 });
    }
    expect(chain.calls).toEqual([]);
  });

  it('takes an old transaction that a node lists without a status for final', async () => {
    const { pursue, said } = await begun();
    said.status = { err: null, confirmationStatus: null, slot: 952 };
    expect(await pursue(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'final', slot: 952 });
  });

  it.each(['processed', 'confirmed'])('believes no error that is only %s: a fork may still undo it', async (status) => {
    const { pursue, said, sent } = await begun();
    said.status = { err: { InstructionError: [3, 'Custom'] }, confirmationStatus: status, slot: 950 };
    now += 60_000;
    expect(await pursue(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'pending', seen: 'sent' });
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    expect(sent).toEqual([]);
  });

  it('buries an attempt whose error is final, with the error, and signs the next', async () => {
    const { pursue, said, sent } = await begun();
    said.status = { err: { InstructionError: [3, 'Custom'] }, confirmationStatus: 'finalized', slot: 950 };
    const asked: (readonly JournalRow[])[] = [];
    const maySign = async (attempts: readonly JournalRow[]) => {
      asked.push(attempts);
      return true;
    };
    const pursuit = await pursue(intentionOf({ maySign, sign: async () => signedAs('second') }));
    expect(pursuit).toMatchObject({ kind: 'pending', seen: 'sent', row: { attempt: 1, bytes: 'bytes second' } });
    expect(asked).toMatchObject([[{ attempt: 0, state: 'failed', proof: '{"InstructionError":[3,"Custom"]}' }]]);
    expect(sent).toEqual(['bytes second']);
    expect(await rows()).toMatchObject([
      { attempt: 0, state: 'failed', proof: '{"InstructionError":[3,"Custom"]}' },
      { attempt: 1, state: 'sent', bytes: 'bytes second' },
    ]);
  });

  it('signs the next attempt after an expiry only with the proof of it', async () => {
    const { pursue, said, sent } = await begun();
    const next = intentionOf({ mayResend: false, sign: async () => signedAs('second') });
    now += 2_000;
    said.blockHeight = 1_000;
    expect(await pursue(next)).toMatchObject({ kind: 'pending', row: { attempt: 0 } });
    now += 2_000;
    said.blockHeight = 1_001;
    said.firstBlock = 901;
    expect(await pursue(next)).toMatchObject({ kind: 'pending', row: { attempt: 0 } });
    expect(sent).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    now += 2_000;
    said.firstBlock = 900;
    expect(await pursue(next)).toMatchObject({ kind: 'pending', row: { attempt: 1, bytes: 'bytes second' } });
    expect(sent).toEqual(['bytes second']);
    expect(await rows()).toMatchObject([
      { state: 'expired', proof: expect.stringContaining('expired: finalized block height 1001 > 1000') },
      { state: 'sent' },
    ]);
  });

  it('stops when an attempt is dead and no other may be signed, and says what died', async () => {
    const { pursue, said, sent } = await begun();
    said.blockHeight = 1_001;
    now += 2_000;
    const stop = intentionOf({ maySign: async () => false, sign: noSigning });
    const idle = { kind: 'idle', attempts: [{ attempt: 0, state: 'expired' }] };
    expect(await pursue(stop)).toMatchObject(idle);
    expect(await pursue(stop)).toMatchObject(idle);
    expect(sent).toEqual([]);
    expect(await rows()).toMatchObject([{ attempt: 0, state: 'expired' }]);
  });

  it('signs nothing at all when it may not', async () => {
    const chain = chainOf();
    const pursuit = await pursueOf(chain)(intentionOf({ maySign: async () => false, sign: noSigning }));
    expect(pursuit).toEqual({ kind: 'idle', attempts: [] });
    expect(chain.calls).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('learns nothing from nodes that are down', async () => {
    const { pursue, said, sent } = await begun();
    Object.assign(said, { down: true, blockHeight: 5_000 });
    now += 60_000;
    await expect(pursue(intentionOf({ sign: noSigning }))).rejects.toThrow(RpcError);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    expect(sent).toEqual([]);
  });

  it("sends another writer's bytes when that one was first, and forgets its own", async () => {
    const chain = chainOf();
    const sign = async () => {
      await createJournal(db, () => now).write({ ...attemptOf('rival'), key: 'payout:123', attempt: 0 });
      return signedAs('late');
    };
    expect(await pursueOf(chain)(intentionOf({ sign }))).toMatchObject({
      kind: 'pending',
      row: { bytes: 'bytes rival' },
    });
    expect(chain.sent).toEqual(['bytes rival']);
    expect(await rows()).toMatchObject([{ attempt: 0, bytes: 'bytes rival' }]);
  });

  it('sends nothing when the other writer was first and its bytes are dead already', async () => {
    const chain = chainOf();
    const sign = async () => {
      const journal = createJournal(db, () => now);
      await journal.bury(
        await journal.write({ ...attemptOf('rival'), key: 'payout:123', attempt: 0 }),
        'expired',
        'proof',
      );
      return signedAs('late');
    };
    await pursueOf(chain)(intentionOf({ sign }));
    expect(chain.sent).toEqual([]);
    expect(await rows()).toMatchObject([{ attempt: 0, state: 'expired', bytes: 'bytes rival' }]);
  });

  it('leaves one attempt and one transaction however many pursue it at once', async () => {
    const chain = chainOf();
    const sign = vi.fn(async () => signedAs(`${sign.mock.calls.length}`));
    await Promise.all(Array.from({ length: 10 }, () => pursueOf(chain)(intentionOf({ sign }))));
    expect(sign.mock.calls.length).toBeGreaterThan(1);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(new Set(chain.sent)).toEqual(new Set([row?.bytes]));
  });

  function attemptOf(name: string) {
    const { bytes, signature, blockhash } = signedAs(name);
    return {
      ...{ bytes, signature, blockhash: blockhash.blockhash },
      ...{ lastValidBlockHeight: blockhash.lastValidBlockHeight, signedSlot: blockhash.slot },
    };
  }
});
