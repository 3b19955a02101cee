import { base58 } from '@scure/base';
import {
  ComputeBudgetInstruction,
  ComputeBudgetProgram,
  Keypair,
  SystemInstruction,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../src/address/address.ts';
import { addressWithSeed } from '../../../src/address/addressWithSeed.ts';
import { lamports } from '../../../src/money/lamports.ts';
import { QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import type { LockDocuments, LockRecord, PlacedWinner } from '../../../src/protocol/terms/lock.ts';
import type { RoundRecord } from '../../../src/round/record.ts';
import { ROUND_STATES } from '../../../src/round/state.ts';
import {
  createSigner,
  type SignerInput,
  SignerRefusal,
  type StoredRound,
} from '../../../worker/chain/signing/signer.ts';
import { roundCosts, type SignedTransaction } from '../../../worker/chain/signing/transactions.ts';
import { wallet } from '../../domain/wallets.ts';
import {
  BEACON_1000,
  BEACON_1001,
  COMMITMENT,
  DOCUMENTS,
  ENDS_AT,
  lockOf,
  NO_TIMES,
  POOL,
  WINNERS_1000,
  WINNERS_1001,
} from '../honestRound.ts';

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

describe('the signer', () => {
  /** The pool wallet: its key is made of 32 sevens. */
  const secretKey = Keypair.fromSeed(new Uint8Array(32).fill(7)).secretKey;
  const signerOf = (altered: Partial<SignerInput> = {}) =>
    createSigner({ wallets: [{ address: POOL, secretKey }], beacon: QUICKNET, ...altered });
  const BLOCKHASH = { blockhash: wallet(5) as string, lastValidBlockHeight: 1_000, slot: 900 };
  const SIGNING = { blockhash: BLOCKHASH, computePrice: 5_000, markRent: 897_840n };

  const record: RoundRecord = {
    ...{ round: 123, endsAt: ENDS_AT, reason: null, payouts: 'live', lock: lockOf() },
    ...{ state: 'drawn', commitment: { ...COMMITMENT, final: true }, drawn: BEACON_1000 },
    payout: { signature: null, slot: null, status: 'drawn' },
    times: NO_TIMES,
    ...{ causes: {}, shelvedAt: null, closedAt: null, release: null },
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

  const transferOf = (instruction: TransactionInstruction | undefined) => {
    if (instruction === undefined) return null;
    const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction);
    return [fromPubkey.toBase58(), toPubkey.toBase58(), lamports];
  };

  describe('of an honest round', () => {
    it('signs the commitment: compute budget, its mark and the memo of the lock, in this order and nothing else', () => {
      const signed = signerOf().signCommitment(LOCKED, SIGNING);
      const transaction = decode(signed);
      const [limit, price, rent, allocate, memo, ...rest] = transaction.instructions;
      expect(rest).toEqual([]);
      const mark = addressWithSeed(POOL, 'commit:1692806364');
      expect(transferOf(rent)).toEqual([POOL, mark, SIGNING.markRent]);
      const allocation = allocate && SystemInstruction.decodeAllocateWithSeed(allocate);
      expect(allocation?.accountPubkey.toBase58()).toBe(mark);
      expect(allocation?.basePubkey.toBase58()).toBe(POOL);
      expect(allocation).toMatchObject({ seed: 'commit:1692806364', space: 1 });
      expect(limit && ComputeBudgetInstruction.decodeSetComputeUnitLimit(limit)).toEqual({ units: 250_000 });
      expect(price && ComputeBudgetInstruction.decodeSetComputeUnitPrice(price).microLamports).toBe(5_000n);
      expect(memo?.programId.toBase58()).toBe(MEMO_PROGRAM);
      expect(memo?.data.toString('utf8')).toBe(
        'GOD1 commit round=123 ends=1692806364 slot=311222333' +
          ' root=a01b0568e97f4a883e53549ff9e936845853334158de367ad483d981b3142f4a entries=7 pool=12345678901' +
          ' prizes=2469135780 drand=96e74fcdd3a11840:1000' +
          ' rules=d45146f37816acdd00cb792385ab9d98b12e2e4c5b43843553814f1b62e2ba27',
      );
      expect(memo?.keys.map(({ pubkey, isSigner }) => [pubkey.toBase58(), isSigner])).toEqual([[POOL, true]]);
    });

    it('signs the payout: compute budget, mark, three prizes and the memo, in this order and nothing else', async () => {
      const transaction = decode(signerOf().signPayout(DRAWN, SIGNING));
      const [limit, price, fund, allocate, first, second, third, memo, ...rest] = transaction.instructions;
      expect(rest).toEqual([]);
      for (const budget of [limit, price]) expect(budget?.programId).toEqual(ComputeBudgetProgram.programId);
      expect(limit && ComputeBudgetInstruction.decodeSetComputeUnitLimit(limit)).toEqual({ units: 250_000 });
      expect(price && ComputeBudgetInstruction.decodeSetComputeUnitPrice(price).microLamports).toBe(5_000n);

      // SHA-256 of the pool wallet, "payout:1692806364" and the system program, by Python.
      const mark = '7no9ApB5DPQJS3phnTP2setjLhLivzXd7PCieHPez3FS';
      expect(transferOf(fund)).toEqual([POOL, mark, 897_840n]);
      const allocation = allocate && SystemInstruction.decodeAllocateWithSeed(allocate);
      expect(allocation?.accountPubkey.toBase58()).toBe(mark);
      expect(allocation?.basePubkey.toBase58()).toBe(POOL);
      expect(allocation).toMatchObject({ seed: 'payout:1692806364', space: 1 });
      expect(allocation?.programId.toBase58()).toBe('11111111111111111111111111111111');

      expect([first, second, third].map(transferOf)).toEqual([
        [POOL, wallet(5), 1_728_395_046n],
        [POOL, wallet(6), 493_827_156n],
        [POOL, wallet(2), 246_913_578n],
      ]);
      expect(memo?.programId.toBase58()).toBe(MEMO_PROGRAM);
      expect(memo?.data.toString('utf8')).toBe(
        'GOD1 payout round=123 ends=1692806364' +
          ' root=a01b0568e97f4a883e53549ff9e936845853334158de367ad483d981b3142f4a drand=1000 winners=3',
      );
      expect(memo?.keys.map(({ pubkey, isSigner }) => [pubkey.toBase58(), isSigner])).toEqual([[POOL, true]]);
    });

    it('is the only signer, pays the fee itself, and reports the signature and blockhash it used', async () => {
      const signed = signerOf().signPayout(DRAWN, SIGNING);
      const transaction = decode(signed);
      expect(transaction.feePayer?.toBase58()).toBe(POOL);
      expect(transaction.signatures.map(({ publicKey }) => publicKey.toBase58())).toEqual([POOL]);
      expect(transaction.verifySignatures()).toBe(true);
      expect(transaction.recentBlockhash).toBe(wallet(5));
      expect(signed.signature).toBe(base58.encode(Uint8Array.from(transaction.signature ?? [])));
      expect(signed.blockhash).toEqual(BLOCKHASH);
    });

    it.each([1, 2])('pays %i winners when there are no more', async (count) => {
      const documents = { ...DOCUMENTS, list: DOCUMENTS.list.slice(0, count * 40) };
      const lock = lockOf(123, documents);
      // Of two entries the second comes first, by sha256sum and bc.
      const winners = WINNERS_1000.slice(0, count).map((winner, i) => ({
        ...winner,
        address: wallet(count === 1 || i === 1 ? 1 : 2),
      }));
      const transaction = decode(signerOf().signPayout({ record: { ...record, lock }, documents, winners }, SIGNING));
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
    ['an owner among the entries altered', (r) => withDocuments(r, { list: DOCUMENTS.list.with(0, 9) })],
    ['an entry gone', (r) => withDocuments(r, { list: DOCUMENTS.list.slice(40) })],
    ['a wallet slipped into the exclusions', (r) => withDocuments(r, { rules: { ...DOCUMENTS.rules, excluded: [] } })],
    ['other terms', (r) => withDocuments(r, { rules: { ...DOCUMENTS.rules, terms: '7f'.repeat(32) } })],
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
    const settings = { beacon: { ...QUICKNET, publicKey: `93${QUICKNET.publicKey.slice(2)}` } };
    expect(await outcome(() => signerOf(settings).signCommitment(LOCKED, SIGNING))).toEqual(refused);
    expect(await outcome(() => signerOf(settings).signPayout(DRAWN, SIGNING))).toEqual(refused);
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

  it('signs nothing for a rehearsal, and drafts nothing for a round that pays', async () => {
    const shadow = (round: StoredRound): StoredRound => ({ ...round, record: { ...round.record, payouts: 'shadow' } });
    const nothing = 'it is a rehearsal, for which nothing is signed';
    expect(() => signerOf().signCommitment(shadow(LOCKED), SIGNING)).toThrow(nothing);
    expect(() => signerOf().signPayout(shadow(DRAWN), SIGNING)).toThrow(nothing);
    expect(() => signerOf().draftCommitment(LOCKED, SIGNING)).toThrow('it is no rehearsal');
    expect(() => signerOf().draftPayout(LOCKED, BEACON_1000, SIGNING)).toThrow('it is no rehearsal');
  });

  it('drafts what it would sign, without a signature, and only with the round’s own beacon', async () => {
    const round: StoredRound = { ...LOCKED, record: { ...LOCKED.record, payouts: 'shadow' } };
    const messageOf = ({ bytes }: { readonly bytes: string }) =>
      Transaction.from(Buffer.from(bytes, 'base64')).compileMessage().serialize().toString('base64');
    const drafts = [signerOf().draftCommitment(round, SIGNING), signerOf().draftPayout(round, BEACON_1000, SIGNING)];
    const signed = [signerOf().signCommitment(LOCKED, SIGNING), signerOf().signPayout(DRAWN, SIGNING)];
    expect(drafts.map(messageOf)).toEqual(signed.map(messageOf));
    for (const { bytes } of drafts)
      expect(Buffer.from(bytes, 'base64').subarray(0, 65)).toEqual(Buffer.from([1, ...new Uint8Array(64)]));
    expect(() => signerOf().draftPayout(round, BEACON_1001, SIGNING)).toThrow('the stored beacon is not valid');
  });

  it('pays nobody when nobody is in the draw', async () => {
    const documents = { ...DOCUMENTS, list: new Uint8Array() };
    const round = { record: { ...record, lock: lockOf(123, documents) }, documents, winners: [] };
    expect(await outcome(() => signerOf().signPayout(round, SIGNING))).toEqual(refused);
  });

  it('accepts only the pool wallet’s key, and signs only with the key of the wallet that the lock names', async () => {
    const key = 'the pool key does not belong to the pool wallet';
    expect(() => signerOf({ wallets: [{ address: wallet(1), secretKey }] })).toThrow(key);
    const other = Keypair.fromSeed(new Uint8Array(32).fill(8));
    const wallets = [{ address: addressOf(other.publicKey.toBytes()), secretKey: other.secretKey }];
    const error = await outcome(() => signerOf({ wallets }).signPayout(DRAWN, SIGNING));
    expect(String(error)).toBe(`SignerRefusal: round 123: the key of its pool wallet ${POOL} is not here`);
  });

  it('never signs a fee above its cap', async () => {
    expect(() => signerOf().signPayout(DRAWN, { ...SIGNING, computePrice: 1_000_001 })).toThrow(
      'a compute price of 1000001 is above the cap',
    );
    expect(() => signerOf().signCommitment(LOCKED, { ...SIGNING, computePrice: 1_000_001 })).toThrow(RangeError);
    expect(signerOf().signCommitment(LOCKED, { ...SIGNING, computePrice: 1_000_000 }).signature).toMatch(/^\w{60,}$/);
  });

  it('keeps for a round what it can cost beside its prizes: two marks, and five transactions at the highest fee', () => {
    expect(roundCosts(897_840n)).toBe(2n * 897_840n + 5n * (5_000n + 250_000n));
  });

  it.each<[string, StoredRound]>([
    ['round 123: the stored winners are not the drawn ones', { ...DRAWN, winners: [] }],
    ['round 123: its lock is of another round', withLock(DRAWN, { round: 124 })],
    [
      'round 123: it was locked for another beacon',
      withLock(DRAWN, { beacon: { ...QUICKNET, publicKey: `93${QUICKNET.publicKey.slice(2)}` } }),
    ],
    ['round 123: entries, rules or prizes do not match the lock', withLock(DRAWN, { root: '00'.repeat(32) })],
    ['round 123 has no lock', { ...DRAWN, record: { ...record, lock: null } }],
    ['round 123 has no beacon', { ...DRAWN, record: { ...record, drawn: null } }],
    ['round 123 is locked, not drawn', LOCKED],
  ])('says why it refused without showing anything of its key: %s', async (why, round) => {
    const error = await outcome(() => signerOf().signPayout(round, SIGNING));
    expect(String(error)).toBe(`SignerRefusal: ${why}`);
  });
});
