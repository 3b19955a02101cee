import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import type { PlainInstruction, PlainMessage } from '../../../src/marks/instruction.ts';
import {
  readTransaction as readWire,
  type WireTransaction,
  withAddresses,
} from '../../../src/marks/readTransaction.ts';
import { type AskChain, describeFailure, isIndex, refusalCode } from './askChain.ts';

/** A finalized transaction: its signed bytes, and what the server says of its outcome. */
export interface ChainTransaction extends PlainMessage {
  readonly signature: string;
  readonly message: Uint8Array;
  readonly keys: readonly string[];
  readonly slot: number;
  readonly failed: boolean;
  /** Instructions that programs called. Their data is base58, and may be longer than any transaction. */
  readonly called: readonly PlainInstruction<string>[];
  /** Lamports by address, before and after the transaction; null when the server did not tell them. */
  readonly before: Balances | null;
  readonly after: Balances | null;
  /** The `meta` of the server's answer, unchecked. */
  readonly meta: Meta;
}

/** Lamports by address; null for more than JSON holds exactly. Any transaction may name such an account. */
export type Balances = ReadonlyMap<string, number | null>;

/** The result of reading a transaction. `absent`: the server says that it does not know the transaction. */
export type Look =
  | { readonly kind: 'read'; readonly transaction: ChainTransaction }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly why: string };

/** The values of `maxSupportedTransactionVersion`, in the order of asking: some servers refuse a number above 1. */
const VERSIONS = [255, 1];
const INVALID_PARAMS = -32_602;
/** An answer with more characters of base64 is refused: a transaction has at most 4,096 bytes. */
const LONGEST = 6_000;
const NO_SENSE = 'the RPC server’s answer makes no sense';
const NOT_SIGNED = 'the RPC server shows bytes that nobody signed';

/**
 * Reads a finalized transaction of any version from its bytes. Checks each signature, so that no server can invent a
 * transaction. Never throws.
 */
export async function readTransaction(ask: AskChain, signature: string): Promise<Look> {
  const unreadable = (why: string): Look => ({ kind: 'unreadable', why: `${signature}: ${why}` });
  let answer: Answer | null;
  try {
    answer = ((await askForVersions(ask, signature, VERSIONS)) ?? null) as Answer | null;
  } catch (error) {
    return unreadable(describeFailure(error));
  }
  if (answer === null) return { kind: 'absent' };
  const [text, encoding] = Array.isArray(answer.transaction) ? (answer.transaction as readonly unknown[]) : [];
  if (typeof text !== 'string' || encoding !== 'base64' || text.length > LONGEST) return unreadable(NO_SENSE);
  const signed = readSigned(text);
  if (typeof signed === 'string') return unreadable(`${NOT_SIGNED} (${signed})`);
  if (base58.encode(signed.signatures[0] ?? new Uint8Array()) !== signature)
    return unreadable('the RPC server shows another transaction');
  const transaction = withAnswer(signature, signed, answer);
  return transaction === null ? unreadable(NO_SENSE) : { kind: 'read', transaction };
}

async function askForVersions(ask: AskChain, signature: string, [version, ...others]: readonly number[]) {
  const options = { encoding: 'base64', commitment: 'finalized', maxSupportedTransactionVersion: version };
  try {
    return await ask('getTransaction', [signature, options]);
  } catch (error) {
    if (others.length === 0 || refusalCode(error) !== INVALID_PARAMS) throw error;
    return askForVersions(ask, signature, others);
  }
}

/** The transaction, or a sentence when a signature is wrong or the text is no transaction. */
function readSigned(text: string): WireTransaction | string {
  let wire: WireTransaction;
  try {
    wire = readWire(base64.decode(text));
  } catch (error) {
    return error instanceof RangeError ? error.message : 'it is no base64';
  }
  const { signers, signatures, message } = wire;
  const wrong = signers.find((key, index) => !isSigned(signatures[index], message, key));
  return wrong === undefined ? wire : `the signature of ${wrong} is wrong`;
}

/** Whether a key signed a message. Keys of small order are refused, because a signature of theirs fits any text. */
function isSigned(signature: Uint8Array | undefined, message: Uint8Array, key: string): boolean {
  return signature !== undefined && ed25519.verify(signature, message, base58.decode(key), { zip215: false });
}

interface Answer {
  readonly slot?: unknown;
  readonly transaction?: unknown;
  readonly meta?: Meta | null;
}

interface Meta {
  readonly err?: unknown;
  readonly loadedAddresses?: { readonly writable?: unknown; readonly readonly?: unknown } | null;
  readonly innerInstructions?: unknown;
  readonly preBalances?: unknown;
  readonly postBalances?: unknown;
  readonly preTokenBalances?: unknown;
  readonly postTokenBalances?: unknown;
}

/** The transaction with what the server says of it. Null when the server's answer does not fit the bytes. */
function withAnswer(signature: string, wire: WireTransaction, { slot, meta }: Answer): ChainTransaction | null {
  if (!meta || meta.err === undefined || !isIndex(slot)) return null;
  try {
    const { writable, readonly: others } = meta.loadedAddresses ?? {};
    // The order of account indices: the message's own keys, then those from lookup tables, writable ones first.
    const keys = [...wire.keys, ...listed<string>(writable), ...listed<string>(others)];
    const isWhole = keys.length === wire.keys.length + wire.lookedUp && keys.every((key) => typeof key === 'string');
    if (!isWhole) return null;
    return {
      ...{ signature, slot, meta, keys, message: wire.message, version: wire.version, signers: wire.signers },
      failed: meta.err !== null,
      instructions: withAddresses(wire.instructions, keys),
      called: calledIn(meta.innerInstructions, keys),
      before: balancesOf(keys, meta.preBalances),
      after: balancesOf(keys, meta.postBalances),
    };
  } catch {
    return null;
  }
}

/** A list; empty if the server leaves it out. Throws for any other value. */
function listed<Item>(told: unknown): readonly Item[] {
  if (told === undefined || told === null) return [];
  if (!Array.isArray(told)) throw new TypeError('no list');
  return told;
}

interface Called {
  readonly programIdIndex: number;
  readonly accounts?: unknown;
  readonly data: unknown;
}

function calledIn(told: unknown, keys: readonly string[]): readonly PlainInstruction<string>[] {
  const groups = listed<{ readonly instructions?: unknown }>(told);
  const all = groups.flatMap(({ instructions }) => listed<Called>(instructions));
  const compiled = all.map(({ programIdIndex, accounts: named, data }) => {
    const accounts = listed<number>(named);
    if (![programIdIndex, ...accounts].every((index) => isIndex(index) && index < keys.length))
      throw new RangeError('no such account');
    if (typeof data !== 'string') throw new TypeError('no text');
    return { program: programIdIndex, accounts: Uint8Array.from(accounts), data };
  });
  return withAddresses(compiled, keys);
}

/** The balances by address. Null unless the server told one for each account. */
function balancesOf(keys: readonly string[], told: unknown): Balances | null {
  if (!Array.isArray(told) || told.length !== keys.length) return null;
  if (!told.every((amount) => isIndex(amount) || isTooLarge(amount))) return null;
  return new Map(keys.map((key, index) => [key, isIndex(told[index]) ? told[index] : null]));
}

function isTooLarge(amount: unknown): boolean {
  return Number.isInteger(amount) && Number(amount) > Number.MAX_SAFE_INTEGER;
}
