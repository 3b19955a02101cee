import { bytesToHex } from '@noble/hashes/utils.js';
import type { AskChain } from './askChain.ts';
import { blockTimeOf, type MarkSeen, readMark } from './readMark.ts';
import { type Balances, type ChainTransaction, type Look, readTransaction } from './readTransaction.ts';
import { createWalletHistory, type WalletHistory } from './walletHistory.ts';

/**
 * What one or two RPC servers say about the chain: their word counts where they agree. Rounds that are checked one after
 * the other share it: it asks nothing twice.
 */
export interface ChainView {
  readonly servers: readonly AskChain[];
  /** The first server, for what nobody compares. */
  readonly ask: AskChain;
  readonly look: (signature: string) => Promise<Look>;
  /** Throws when it is not known, or the servers disagree. */
  readonly mark: (address: string) => Promise<MarkSeen>;
  /** Of a slot, unix seconds. Throws when it is not known, or the servers disagree. */
  readonly blockTime: (slot: number) => Promise<number>;
  readonly historyOf: (wallet: string) => WalletHistory;
}

/** A chain on which each transaction, mark and history is asked for once. */
export function createChainView(first: AskChain, ...others: readonly AskChain[]): ChainView {
  const servers = [first, ...others];
  const looks = new Map<string, Look>();
  const marks = new Map<string, MarkSeen>();
  const times = new Map<number, number>();
  const histories = new Map<string, WalletHistory>();
  return {
    servers,
    ask: first,
    async look(signature) {
      const known = looks.get(signature);
      if (known) return known;
      const look = sameLook(signature, await each(servers, (ask) => readTransaction(ask, signature)));
      // What is not there may be there a second later.
      if (look.kind !== 'absent') looks.set(signature, look);
      return look;
    },
    async mark(address) {
      const known = marks.get(address);
      if (known) return known;
      const [seen, ...more] = await each(servers, (ask) => readMark(ask, address));
      if (more.some(({ exists }) => exists !== seen.exists))
        throw new Error(`the two RPC servers disagree about whether ${address} exists`);
      if (seen.exists) marks.set(address, seen);
      return { exists: seen.exists, until: Math.min(seen.until, ...more.map(({ until }) => until)) };
    },
    async blockTime(slot) {
      const known = times.get(slot);
      if (known !== undefined) return known;
      const [time, ...more] = await each(servers, (ask) => blockTimeOf(ask, slot));
      if (more.some((one) => one !== time))
        throw new Error(`the two RPC servers disagree about the time of slot ${slot}`);
      if (time === null) throw new Error(`the time of slot ${slot} is not known to this RPC server`);
      times.set(slot, time);
      return time;
    },
    historyOf(wallet) {
      const known = histories.get(wallet) ?? createWalletHistory(first, wallet);
      histories.set(wallet, known);
      return known;
    },
  };
}

/** One after the other: public servers count. There is one answer at least. */
async function each<T>(servers: readonly AskChain[], ask: (server: AskChain) => Promise<T>): Promise<[T, ...T[]]> {
  const answers: T[] = [];
  for (const server of servers) answers.push(await ask(server));
  return answers as [T, ...T[]];
}

/** What all servers say of a transaction. One that shows it and one that does not know it disagree. */
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

/** All that a server says beside the signatures. */
function wordOf({ message, slot, failed, keys, called, before, after }: ChainTransaction): string {
  const balances = (of: Balances | null) => of && [...of.values()];
  const inner = called.map(({ program, accounts, data }) => [program, accounts, bytesToHex(data)]);
  return JSON.stringify([bytesToHex(message), slot, failed, keys, inner, balances(before), balances(after)]);
}
