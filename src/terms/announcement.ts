import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { type Address, addressBytes } from '../address/address.ts';
import type { PlainInstruction, PlainMessage } from '../marks/instruction.ts';
import { judgeMaker } from '../marks/judgeMaker.ts';
import { MEMO_V3, markOf, type OtherForm, other, readForm } from '../marks/readForm.ts';
import { allocateWithSeedData, SYSTEM_PROGRAM, transferData } from '../marks/systemProgram.ts';
import { type Announced, readAnnounceMemo } from './announceMemo.ts';

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/**
 * The first bytes of a `SetAuthority` for the withdraw-withheld authority. The new authority's address follows them.
 * Source: spl-token-2022 `TokenInstruction`.
 */
const SET_WITHHELD_AUTHORITY = [6, 5, 1];

/** Seed of the mark that announcement k makes; the mark's base is the authority. */
export function termsSeed(k: number): string {
  return `terms:${k}`;
}

/** The signers of an announcement, in the order of its memo's accounts. A key with several roles is named once. */
export function announcers(authority: Address, pool: Address, poolBefore: Address | null): readonly Address[] {
  return [...new Set([authority, pool, ...(poolBefore === null ? [] : [poolBefore])])];
}

/** An account in an instruction that is still to be signed. */
export interface PlainAccount {
  readonly address: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

/** An instruction that is still to be signed. */
export interface DraftInstruction {
  readonly program: string;
  readonly accounts: readonly PlainAccount[];
  readonly data: Uint8Array;
}

export interface AnnouncementDraft {
  readonly mint: Address;
  readonly authority: Address;
  readonly k: number;
  readonly signers: readonly Address[];
  readonly memo: Uint8Array;
  /** The rent of one byte, lamports. */
  readonly rent: bigint;
}

/**
 * The instructions of an announcement after compute limit and price: two make its mark, one sets the authority to the
 * same address as before, and the last is the memo.
 */
export function announceInstructions({
  mint,
  authority,
  k,
  signers,
  memo,
  rent,
}: AnnouncementDraft): DraftInstruction[] {
  const seed = termsSeed(k);
  const mark = markOf({ base: authority, seed });
  const payer = { address: authority, isSigner: true, isWritable: true };
  return [
    { program: SYSTEM_PROGRAM, accounts: [payer, writable(mark)], data: transferData(rent) },
    {
      program: SYSTEM_PROGRAM,
      accounts: [writable(mark), { ...payer, isWritable: false }],
      data: allocateWithSeedData(authority, seed),
    },
    {
      program: TOKEN_2022,
      accounts: [writable(mint), { ...payer, isWritable: false }],
      data: setAuthorityData(authority),
    },
    {
      program: MEMO_V3,
      accounts: signers.map((address) => ({ address, isSigner: true, isWritable: false })),
      data: memo,
    },
  ];
}

const writable = (address: string): PlainAccount => ({ address, isSigner: false, isWritable: true });

function setAuthorityData(authority: Address): Uint8Array {
  return concatBytes(Uint8Array.from(SET_WITHHELD_AUTHORITY), addressBytes(authority));
}

/** An announcement of the right form: what it says, and who signed it. */
export interface FormedAnnouncement {
  readonly kind: 'announcement';
  readonly said: Announced;
  /** The memo's accounts, in their order. */
  readonly signers: readonly string[];
}

interface AnnouncementAsked {
  readonly mint: Address;
  readonly authority: Address;
  readonly k: number;
}

/**
 * Reads the transaction that made the mark `terms:<k>`. If it has another form than the only one that counts, the
 * answer says what was expected, and what is there instead.
 */
export function readAnnouncement(
  message: PlainMessage,
  { mint, authority, k }: AnnouncementAsked,
): FormedAnnouncement | OtherForm {
  const form = readForm(message, { base: authority, seed: termsSeed(k) });
  if (form.kind === 'other') return form;
  const [set, ...more] = form.between;
  if (set === undefined || more.length > 0 || !isSetAuthority(set, { mint, authority }))
    return other(`SetAuthority of ${mint} to ${authority} alone before the memo`, set?.program);
  const said = readAnnounceMemo(form.memo);
  if (said?.k !== k) return other(`the text of announcement ${k}`, form.memo);
  const signed = [...message.signers].sort().join(', ');
  if ([...form.memoOf].sort().join(', ') !== signed) return other(`a memo by ${signed}`, form.memoOf.join(', '));
  return { kind: 'announcement', said, signers: form.memoOf };
}

function isSetAuthority(
  { program, accounts, data }: PlainInstruction,
  { mint, authority }: Pick<AnnouncementAsked, 'mint' | 'authority'>,
): boolean {
  const isSame = bytesToHex(data) === bytesToHex(setAuthorityData(authority));
  return program === TOKEN_2022 && accounts.join() === [mint, authority].join() && isSame;
}

/** As `MarkMaker`, for the mark of an announcement. */
type AnnouncementMaker = FormedAnnouncement | OtherForm | { readonly kind: 'none' };

/** Judges by the bytes of a successful transaction what it did with the mark `terms:<k>`. */
export function judgeAnnouncement(message: PlainMessage, asked: AnnouncementAsked): AnnouncementMaker {
  const read = readAnnouncement(message, asked);
  const { kind } = judgeMaker(message, { base: asked.authority, seed: termsSeed(asked.k) });
  return kind === 'none' ? { kind: 'none' } : read;
}
