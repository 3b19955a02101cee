import { base58 } from '@scure/base';
import { type AskChain, describeFailure, refusalCode } from './askChain.ts';

/** A top-level instruction with its addresses. */
export interface ChainInstruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/** A finalized transaction. */
export interface ChainTransaction {
  readonly slot: number;
  readonly failed: boolean;
  /** The first one pays the fee. */
  readonly signers: readonly string[];
  /** Null when they could not be read: the signers still tell whose it is. */
  readonly instructions: readonly ChainInstruction[] | null;
  /** By address, lamports after it minus those before; null when the server did not tell. */
  readonly balanceChanges: ReadonlyMap<string, bigint> | null;
}

/** What a look at a transaction gave: `absent` is the server's word that it does not know it. */
export type Look =
  | { readonly kind: 'read'; readonly transaction: ChainTransaction }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Any version will do, as only addresses, memos and transfers are read. Some servers take nothing above 1. */
const VERSIONS = [255, 1];
const INVALID_PARAMS = -32_602;

/** Reads a finalized transaction of any version. Never throws: what cannot be read is an answer of its own. */
export async function readTransaction(ask: AskChain, signature: string): Promise<Look> {
  try {
    const answer = await readAnswer(ask, signature);
    if (answer === null) return { kind: 'absent' };
    const transaction = parseTransaction(answer);
    return transaction === null
      ? { kind: 'unreadable', why: 'the RPC server’s answer makes no sense' }
      : { kind: 'read', transaction };
  } catch (error) {
    return { kind: 'unreadable', why: describeFailure(error) };
  }
}

/** A finalized transaction as the server answers it; nothing of it is checked. Throws what the server refuses. */
export async function readAnswer(ask: AskChain, signature: string): Promise<Answer | null> {
  return ((await askForVersions(ask, signature, VERSIONS)) ?? null) as Answer | null;
}

async function askForVersions(ask: AskChain, signature: string, [version, ...others]: readonly number[]) {
  const options = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: version };
  try {
    return await ask('getTransaction', [signature, options]);
  } catch (error) {
    if (others.length === 0 || refusalCode(error) !== INVALID_PARAMS) throw error;
    return askForVersions(ask, signature, others);
  }
}

/** What is read of `getTransaction`. */
interface Answer {
  readonly slot?: unknown;
  readonly meta?: {
    readonly err?: unknown;
    readonly loadedAddresses?: LoadedAddresses | null;
    readonly preBalances?: unknown;
    readonly postBalances?: unknown;
    readonly preTokenBalances?: unknown;
    readonly postTokenBalances?: unknown;
  } | null;
  readonly transaction?: {
    readonly message?: {
      readonly accountKeys?: unknown;
      readonly header?: { readonly numRequiredSignatures?: unknown };
      readonly instructions?: unknown;
    };
  };
}

interface LoadedAddresses {
  readonly writable?: readonly string[];
  readonly readonly?: readonly string[];
}

function parseTransaction(answer: Answer): ChainTransaction | null {
  const { accountKeys, header, instructions } = answer.transaction?.message ?? {};
  const count = header?.numRequiredSignatures;
  if (!isTextList(accountKeys) || !isIndex(count) || count < 1 || count > accountKeys.length) return null;
  if (!answer.meta || !isIndex(answer.slot)) return null;
  const { writable = [], readonly = [] } = answer.meta.loadedAddresses ?? {};
  // The order of account indices: the transaction's own, then those from lookup tables, writable ones first.
  const keys = [...accountKeys, ...writable, ...readonly];
  return {
    slot: answer.slot,
    failed: Boolean(answer.meta.err),
    signers: accountKeys.slice(0, count),
    instructions: parseInstructions(instructions, keys),
    balanceChanges: parseChanges(keys, answer.meta.preBalances, answer.meta.postBalances),
  };
}

/** Null when any of them makes no sense. */
function parseInstructions(list: unknown, keys: readonly string[]): readonly ChainInstruction[] | null {
  try {
    return (list as readonly { programIdIndex: number; accounts: readonly number[]; data: string }[]).map(
      ({ programIdIndex, accounts, data }) => ({
        program: keyAt(keys, programIdIndex),
        accounts: accounts.map((index) => keyAt(keys, index)),
        data: base58.decode(data),
      }),
    );
  } catch {
    return null;
  }
}

/** Null when there is not one balance for each account. */
function parseChanges(keys: readonly string[], before: unknown, after: unknown): ReadonlyMap<string, bigint> | null {
  if (!isBalanceList(before, keys.length) || !isBalanceList(after, keys.length)) return null;
  return new Map(keys.map((key, index) => [key, BigInt(after[index] ?? 0) - BigInt(before[index] ?? 0)]));
}

function isBalanceList(value: unknown, length: number): value is readonly number[] {
  return Array.isArray(value) && value.length === length && value.every(isIndex);
}

function keyAt(keys: readonly string[], index: number): string {
  const key = keys[index];
  if (key === undefined) throw new RangeError(`no account ${index}`);
  return key;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
