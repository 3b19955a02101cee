import '../world/quietBindings.ts';
import { readFileSync } from 'node:fs';
import { ComputeBudgetProgram, Keypair, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { address } from '../../src/address/address.ts';
import type { PlainMessage } from '../../src/marks/instruction.ts';
import { markOf } from '../../src/marks/readForm.ts';
import { type Announced, announceMemo } from '../../src/terms/announceMemo.ts';
import {
  announceInstructions,
  announcers,
  type DraftInstruction,
  judgeAnnouncement,
  readAnnouncement,
  termsSeed,
} from '../../src/terms/announcement.ts';

/** The table that every implementation shares; the second one, in Python, makes it. */
const TABLE = JSON.parse(readFileSync(new URL('../independent/terms.json', import.meta.url), 'utf8')) as {
  readonly lottery: { readonly mint: string; readonly authority: string };
  readonly first: { readonly setAuthority: string };
};
const [A, MINT] = [address(TABLE.lottery.authority), address(TABLE.lottery.mint)];

type Plain = PlainMessage['instructions'][number];

describe('the announcement’s transaction', () => {
  const [authority, pool, poolBefore, mint] = [1, 2, 3, 4].map((byte) =>
    Keypair.fromSeed(new Uint8Array(32).fill(byte)),
  );
  const keyOf = (of: Keypair | undefined) => address(of?.publicKey.toBase58() ?? '');
  const most = 999_999_999_999_999;
  const said: Announced = {
    ...{ k: most, from: most, genesis: most, length: most, lock: most, lead: most },
    ...{ drand: 'ab'.repeat(8), pool: keyOf(pool), hash: 'cd'.repeat(32) },
  };
  const memoOf = (of: Announced) => Uint8Array.from(Buffer.from(announceMemo(of)));
  const signers = announcers(keyOf(authority), keyOf(pool), keyOf(poolBefore));
  const asked = { mint: keyOf(mint), authority: keyOf(authority), k: most };
  const drafts = announceInstructions({
    ...{ ...asked, signers, rent: 897_840n },
    memo: memoOf(said),
  });

  const inWeb3 = ({ program, accounts, data }: DraftInstruction) =>
    new TransactionInstruction({
      programId: new PublicKey(program),
      keys: accounts.map(({ address: key, ...flags }) => ({ pubkey: new PublicKey(key), ...flags })),
      data: Buffer.from(data),
    });
  const signed = () => {
    const transaction = new Transaction({
      ...{ feePayer: authority?.publicKey, blockhash: keyOf(mint), lastValidBlockHeight: 9 },
    } as ConstructorParameters<typeof Transaction>[0]).add(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
      ...drafts.map(inWeb3),
    );
    transaction.sign(...[authority, pool, poolBefore].flatMap((key) => (key === undefined ? [] : [key])));
    return transaction;
  };
  /** As a verifier reads it from the bytes of a legacy message. */
  const messageOf = (transaction: Transaction): PlainMessage => {
    const { accountKeys, header, instructions } = Transaction.from(transaction.serialize()).compileMessage();
    const keys = accountKeys.map((key) => key.toBase58());
    return {
      version: 'legacy',
      signers: keys.slice(0, header.numRequiredSignatures),
      instructions: transaction.instructions.map(({ programId, keys: named, data }, index) => {
        expect(instructions[index]).toBeDefined();
        const accounts = named.map(({ pubkey }) => pubkey.toBase58());
        return { program: programId.toBase58(), accounts, data: Uint8Array.from(data) };
      }),
    };
  };

  it('fits into 1,232 bytes with the longest text and three signers', () => {
    expect(signed().serialize().length).toBeLessThanOrEqual(1_232);
  });

  it('is read back with what it says and who signed it', () => {
    expect(readAnnouncement(messageOf(signed()), asked)).toEqual({ kind: 'announcement', said, signers });
  });

  it('sets the authority to its present value', () => {
    const set = announceInstructions({
      ...asked,
      mint: MINT,
      authority: A,
      signers,
      memo: new Uint8Array(),
      rent: 1n,
    })[2];
    expect(Buffer.from(set?.data ?? []).toString('hex')).toBe(TABLE.first.setAuthority);
  });

  it('is signed by all its signers, and may change only the payer, its mark and the mint', () => {
    const made = announceInstructions({ ...asked, signers, rent: 1n, memo: memoOf(said) });
    const flags = made.map(({ accounts }) => accounts.map((one) => [one.address, one.isSigner, one.isWritable]));
    const [markHere, mintHere] = [markOf({ base: asked.authority, seed: termsSeed(most) }), asked.mint];
    expect(flags).toEqual([
      [
        [asked.authority, true, true],
        [markHere, false, true],
      ],
      ...[markHere, mintHere].map((written) => [
        [written, false, true],
        [asked.authority, true, false],
      ]),
      signers.map((signer) => [signer, true, false]),
    ]);
  });

  it('names a key once that is authority and pool, or the pool of before and now', () => {
    const [one, two] = [keyOf(authority), keyOf(pool)];
    expect(announcers(one, one, null)).toEqual([one]);
    expect(announcers(one, two, two)).toEqual([one, two]);
    expect(announcers(one, two, one)).toEqual([one, two]);
  });

  const whole = messageOf(signed());
  type Six = readonly [Plain, Plain, Plain, Plain, Plain, Plain];
  const [limit, price, rent, allocation, set, memo] = whole.instructions as unknown as Six;
  const withMemo = (altered: Partial<Plain>) => [limit, price, rent, allocation, set, { ...memo, ...altered }];
  const mark = markOf({ base: asked.authority, seed: termsSeed(most) });
  const sorted = [...signers].sort().join(', ');
  const setAlone = `SetAuthority of ${asked.mint} to ${asked.authority} alone before the memo`;
  const toMark = `a transfer of at least 1 lamport to ${mark} as instruction 2`;
  const others: readonly (readonly [string, Partial<PlainMessage>, expected: string, got: string])[] = [
    ['a message of version 0', { version: '0' }, 'a legacy message', 'version 0'],
    [
      ...(['another fee payer', { signers: whole.signers.toReversed() }] as const),
      ...([`a fee paid by ${asked.authority}`, whole.signers.at(-1) ?? ''] as const),
    ],
    [
      ...(['a signer that its memo does not name', { signers: [...whole.signers, keyOf(mint)] }] as const),
      ...([`a memo by ${[...signers, keyOf(mint)].sort().join(', ')}`, signers.join(', ')] as const),
    ],
    [
      ...(['a signer less', { signers: whole.signers.slice(0, 2) }] as const),
      ...([`a memo by ${whole.signers.slice(0, 2).sort().join(', ')}`, signers.join(', ')] as const),
    ],
    [
      ...([
        'a signer that its memo names twice',
        { instructions: withMemo({ accounts: [...signers, keyOf(pool)] }) },
      ] as const),
      ...([`a memo by ${sorted}`, [...signers, keyOf(pool)].join(', ')] as const),
    ],
    [
      ...([
        'the number of another announcement',
        { instructions: withMemo({ data: memoOf({ ...said, k: 2 }) }) },
      ] as const),
      ...([`the text of announcement ${most}`, announceMemo({ ...said, k: 2 })] as const),
    ],
    [
      ...(['another text', { instructions: withMemo({ data: Uint8Array.of(104, 105) }) }] as const),
      ...([`the text of announcement ${most}`, 'hi'] as const),
    ],
    [
      ...(['bytes that are no text', { instructions: withMemo({ data: Uint8Array.of(255) }) }] as const),
      ...(['a text as the memo', 'other bytes'] as const),
    ],
    ['no SetAuthority', { instructions: [limit, price, rent, allocation, memo] }, setAlone, 'none'],
    ['two of them', { instructions: [limit, price, rent, allocation, set, set, memo] }, setAlone, set.program],
    ['two memos', { instructions: [limit, price, rent, allocation, set, memo, memo] }, setAlone, set.program],
    [
      'its mark behind SetAuthority',
      { instructions: [limit, price, set, rent, allocation, memo] },
      toMark,
      set.program,
    ],
    ['no rent', { instructions: [limit, price, allocation, set, memo] }, toMark, allocation.program],
    [
      ...(['a nonce before it', { instructions: [set, limit, price, rent, allocation, memo] }] as const),
      ...(['SetComputeUnitLimit as instruction 0', set.program] as const),
    ],
    ['nothing but a limit', { instructions: [limit] }, 'SetComputeUnitPrice as instruction 1', 'none'],
    [
      ...(['no memo', { instructions: [limit, price, rent, allocation, set] }] as const),
      ...(['a memo of version 3 as the last instruction', set.program] as const),
    ],
    [
      ...(['nothing behind its mark', { instructions: [limit, price, rent, allocation] }] as const),
      ...(['a memo of version 3 as the last instruction', 'none'] as const),
    ],
  ];
  it.each(others)('counts for nothing with %s, and says what it had to have', (_what, altered, expected, got) => {
    expect(readAnnouncement({ ...whole, ...altered }, asked)).toEqual({ kind: 'other', expected, got });
  });

  it('has spent its mark in another form, or has not made it at all', () => {
    expect(judgeAnnouncement(whole, asked)).toEqual({ kind: 'announcement', said, signers });
    const spent = { ...whole, instructions: [limit, price, rent, allocation, memo] };
    expect(judgeAnnouncement(spent, asked)).toEqual({ kind: 'other', expected: setAlone, got: 'none' });
    expect(judgeAnnouncement(whole, { ...asked, k: 2 })).toEqual({ kind: 'none' });
  });

  it.each<[string, Partial<Plain>, of: Plain]>([
    ['an authority of another program', { program: asked.mint }, set],
    ['an authority of another mint', { accounts: [asked.authority, asked.authority] }, set],
  ])('counts for nothing with %s', (_what, altered, of) => {
    const instructions = whole.instructions.map((one) => (one === of ? { ...one, ...altered } : one));
    expect(readAnnouncement({ ...whole, instructions }, asked).kind).toBe('other');
  });

  it('counts for nothing when it gives the authority away, or makes another mark', () => {
    const data = Uint8Array.from([6, 5, 1, ...new PublicKey(keyOf(pool)).toBytes()]);
    const altered = whole.instructions.map((one) => (one === set ? { ...set, data } : one));
    expect(readAnnouncement({ ...whole, instructions: altered }, asked).kind).toBe('other');
    expect(readAnnouncement(whole, { ...asked, k: 2 }).kind).toBe('other');
    expect(readAnnouncement(whole, { ...asked, mint: keyOf(pool) }).kind).toBe('other');
  });
});
