import { bytesToHex } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { AskChain } from './askChain.ts';
import type { Lottery } from './Lottery.ts';
import { blockTimeOf, bytesOf, type MarkSeen, readManyMarks, readMark } from './readMark.ts';
import { type Balances, type ChainTransaction, type Look, readTransaction } from './readTransaction.ts';

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/**
 * The place of the byte that tells the kind of an account. A mint's own bytes are padded up to it, and its extensions
 * follow it.
 */
const KIND_AT = 165;
const MINT = 1;
const TRANSFER_FEE_CONFIG = 1;
const KEY_BYTES = 32;
const NO_SENSE = 'the RPC server shows no mint of Token-2022 with a transfer fee';

/**
 * The authority that may withdraw a mint's withheld fees; null when it was given up. Throws when the server does not
 * answer, or shows no such mint. Source: spl-token-2022 `TransferFeeConfig`.
 */
async function readAuthority(ask: AskChain, mint: string): Promise<string | null> {
  const answer = (await ask('getAccountInfo', [mint, { encoding: 'base64', commitment: 'finalized' }])) as {
    readonly value?: { readonly owner?: unknown; readonly data?: unknown } | null;
  } | null;
  const { owner, data } = answer?.value ?? {};
  const [text] = Array.isArray(data) ? (data as readonly unknown[]) : [];
  if (owner !== TOKEN_2022 || typeof text !== 'string') throw new Error(NO_SENSE);
  const key = withdrawAuthorityIn(bytesOf(text, NO_SENSE));
  return key.every((byte) => byte === 0) ? null : base58.encode(key);
}

/**
 * The withdraw authority's key in a mint's bytes. Each extension begins with its kind and its length, both u16
 * little-endian. The key is the second field of the extension about the transfer fee.
 */
function withdrawAuthorityIn(bytes: Uint8Array): Uint8Array {
  if (bytes[KIND_AT] !== MINT) throw new Error(NO_SENSE);
  const u16 = (at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  for (let at = KIND_AT + 1; at + 4 <= bytes.length; at += 4 + u16(at + 2)) {
    const key = bytes.subarray(at + 4 + KEY_BYTES, at + 4 + 2 * KEY_BYTES);
    if (u16(at) === TRANSFER_FEE_CONFIG && key.length === KEY_BYTES) return key;
  }
  throw new Error(NO_SENSE);
}

/**
 * What one or two RPC servers say about the chain. With two servers, an answer counts only if they agree. One view can
 * serve the checks of many rounds, so that little is asked twice.
 */
export interface ChainView {
  readonly servers: readonly AskChain[];
  /** Asks the first server alone. */
  readonly ask: AskChain;
  readonly look: (signature: string) => Promise<Look>;
  /**
   * Whether a mark exists. An absence that is known only up to a time before `due` is read again. Throws when the
   * servers do not tell, or disagree.
   */
  readonly mark: (address: string, due: number) => Promise<MarkSeen>;
  /** Reads many marks at once, so that `mark` need not ask for each. */
  readonly readMarks: (addresses: readonly string[]) => Promise<void>;
  /** Who may withdraw a mint's withheld fees, or null. Throws when the servers do not tell, or disagree. */
  readonly authority: (mint: string) => Promise<string | null>;
  /** The time of a slot, unix seconds. Throws when it is not known, or the servers disagree. */
  readonly blockTime: (slot: number) => Promise<number>;
  /** The lottery that `read` returns. It is kept for the next call if every announcement's transaction is shown. */
  readonly lottery: (read: () => Promise<Lottery>) => Promise<Lottery>;
}

/**
 * A view of the chain that remembers transactions, marks, the times of slots and the lottery. It asks again for a
 * transaction that did not exist, for whatever was not known or was disputed, and always for the authority. `mark` says
 * when it asks again for an absent mark.
 */
export function createChainView(...all: readonly [AskChain, ...AskChain[]]): ChainView {
  const servers = all.map(rememberTimes);
  const [first = all[0]] = servers;
  const looks = new Map<string, Look>();
  const marks = new Map<string, MarkSeen>();
  let lottery: Lottery | null = null;
  return {
    servers,
    ask: first,
    async look(signature) {
      const known = looks.get(signature);
      if (known) return known;
      const look = sameLook(signature, await each(servers, (ask) => readTransaction(ask, signature)));
      // What is absent or disputed now may be agreed on a second later.
      if (look.kind === 'read') looks.set(signature, look);
      return look;
    },
    async mark(address, due) {
      const known = marks.get(address);
      if (known && (known.exists || known.until >= due)) return known;
      const seen = sameMark(address, await each(servers, (ask) => readMark(ask, address)));
      marks.set(address, seen);
      return seen;
    },
    async readMarks(addresses) {
      for (let at = 0; at < addresses.length; at += AT_ONCE) {
        const some = addresses.slice(at, at + AT_ONCE);
        const seen = await each(servers, (ask) => readManyMarks(ask, some));
        for (const [index, address] of some.entries()) {
          const word = (of: readonly MarkSeen[]) => of[index] ?? { exists: false, until: 0 };
          const [one, ...more] = seen;
          // A mark about which the servers disagree is left out: `mark` asks for it again, and throws if they still do.
          if (more.every((other) => word(other).exists === word(one).exists))
            marks.set(address, sameMark(address, [word(one), ...more.map(word)]));
        }
      }
    },
    async authority(mint) {
      const [first, ...more] = await each(servers, (ask) => readAuthority(ask, mint));
      if (more.some((one) => one !== first)) throw new Error(`the two RPC servers disagree about the mint ${mint}`);
      return first;
    },
    async blockTime(slot) {
      const [time, ...more] = await each(servers, (ask) => blockTimeOf(ask, slot));
      if (more.some((one) => one !== time))
        throw new Error(`the two RPC servers disagree about the time of slot ${slot}`);
      if (time === null) throw new Error(`the time of slot ${slot} is not known to this RPC server`);
      return time;
    },
    async lottery(read) {
      if (lottery !== null) return lottery;
      const found = await read();
      if (found.withheld === null) lottery = found;
      return found;
    },
  };
}

/** The most accounts that an RPC server shows in one answer. */
const AT_ONCE = 100;

function sameMark(address: string, [seen, ...more]: readonly [MarkSeen, ...MarkSeen[]]): MarkSeen {
  if (more.some(({ exists }) => exists !== seen.exists))
    throw new Error(`the two RPC servers disagree about whether ${address} exists`);
  return { exists: seen.exists, until: Math.min(seen.until, ...more.map(({ until }) => until)) };
}

/** Remembers the time of each slot once it is known, because it never changes. */
function rememberTimes(ask: AskChain): AskChain {
  const times = new Map<unknown, unknown>();
  return async (method, params) => {
    if (method !== 'getBlockTime') return ask(method, params);
    const [slot] = params;
    const time = times.get(slot) ?? (await ask(method, params));
    if (time !== null) times.set(slot, time);
    return time;
  };
}

/** Asks each server, one after the other, because public servers limit how often they are asked. */
async function each<T>(servers: readonly AskChain[], ask: (server: AskChain) => Promise<T>): Promise<[T, ...T[]]> {
  const answers: T[] = [];
  for (const server of servers) answers.push(await ask(server));
  return answers as [T, ...T[]];
}

/** What all servers say of a transaction. They also disagree if only one of them knows it. */
function sameLook(signature: string, looks: readonly [Look, ...Look[]]): Look {
  const [first, ...others] = looks;
  const unreadable = looks.find(({ kind }) => kind === 'unreadable');
  if (unreadable) return unreadable;
  const isSame = others.every((other) =>
    first.kind === 'read' && other.kind === 'read'
      ? wordOf(first.transaction) === wordOf(other.transaction)
      : first.kind === other.kind,
  );
  return isSame ? first : { kind: 'unreadable', why: `${signature}: the two RPC servers disagree about it` };
}

/**
 * Everything of a transaction that is compared between servers, as one text: the signed message, and what each server
 * adds without any signature, which is slot, failure, accounts, calls and lamports.
 */
function wordOf({ message, slot, failed, keys, called, before, after }: ChainTransaction): string {
  const balances = (of: Balances | null) => of && [...of.values()];
  const inner = called.map(({ program, accounts, data }) => [program, accounts, data]);
  return JSON.stringify([bytesToHex(message), slot, failed, keys, inner, balances(before), balances(after)]);
}
