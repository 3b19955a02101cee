import type { AdminRound, Found } from '../../../src/contract/adminRounds.ts';
import type { PublicConfig } from '../../../src/contract/config.ts';
import type {
  AddressLook,
  AdminSession,
  ChangeRecord,
  DistributionConfig,
  Preview,
  SaveBody,
  TaxSums,
  TaxTransaction,
} from '../../../src/contract/distribution.ts';
import type { Operations, OperatorAction, Part } from '../../../src/contract/operations.ts';
import type { Overview } from '../../../src/contract/overview.ts';
import type { RoundSummary } from '../../../src/contract/round.ts';
import type { Statement } from '../../../src/contract/statement.ts';
import type { Currency } from '../../../src/distribution/amount.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { CONFIG } from '../../shape/expectedShapes.ts';
import { type Shape, text } from '../../shape/hasShape.ts';
import { AdminFault } from './AdminFault.ts';
import type { Page } from './answerShapes.ts';
import {
  ACTIONS,
  ADMIN_ROUND,
  ADMIN_ROUNDS,
  CHANGES,
  CONFIGURATION,
  DONE,
  FOUND,
  LOOKS,
  OPERATIONS,
  OVERVIEW,
  PREVIEW,
  SESSION,
  STATEMENT,
  SUMS,
  TRANSACTIONS,
} from './answerShapes.ts';
import { type Asked, send } from './send.ts';

export type StatusFilter = 'all' | 'completed' | 'failed' | 'pending';

/** From the first to the last UTC day (`2026-11-20`), both included. */
export interface Days<Day extends string | null> {
  readonly from: Day;
  readonly to: Day;
}

/** Which transactions a person has chosen to see. A field is null where nothing is chosen. */
export interface TransactionsChosen extends Days<string | null> {
  readonly status: StatusFilter;
  /** Part of a label, or a whole address or signature. */
  readonly search: string | null;
}

export interface TransactionsAsked extends Partial<TransactionsChosen> {
  readonly limit: number;
  readonly status: StatusFilter;
  readonly cursor: string | null;
}

interface ListAsked {
  readonly limit: number;
  readonly cursor: string | null;
}

interface Brake {
  readonly part: Part;
  readonly reason: string;
}

interface ExitAsked {
  readonly kind: 'round' | 'cycle';
  readonly id: number;
  readonly exit: 'release' | 'close' | 'shelve';
  /** The transaction that made a mark of the round's hour. Null when that transaction is not known, and for a cycle. */
  readonly signature: string | null;
}

/** The console's calls. A failed call rejects with an `AdminFault`, an aborted call with the abort's reason. */
export interface AdminApi {
  readConfig(signal?: AbortSignal): Promise<DistributionConfig>;
  save(base: DistributionConfig, wallets: readonly DistributionWallet[]): Promise<DistributionConfig>;
  /** Asks that exactly this version comes into force. The settings may demand a delay and a second key. */
  activate(config: DistributionConfig): Promise<DistributionConfig>;
  /** Confirms, with a second key, the waiting activation whose id is `ask`. */
  confirm(config: DistributionConfig, ask: string): Promise<DistributionConfig>;
  /** Stops the waiting activation whose id is `ask`. */
  stop(config: DistributionConfig, ask: string): Promise<DistributionConfig>;
  /** Whose key this is, and what it may do. */
  readSession(signal?: AbortSignal): Promise<AdminSession>;
  /** What the chain says of an address that somebody typed; null when the server's answer leaves it out. */
  lookUp(address: string, signal?: AbortSignal): Promise<AddressLook | null>;
  preview(amount: number, currency: Currency, wallets: readonly DistributionWallet[]): Promise<Preview>;
  readTransactions(asked: TransactionsAsked, signal?: AbortSignal): Promise<Page<TaxTransaction>>;
  readSums(days: Days<string>, signal?: AbortSignal): Promise<TaxSums>;
  readChanges(asked: ListAsked & { readonly configId: string }, signal?: AbortSignal): Promise<Page<ChangeRecord>>;
  readOverview(signal?: AbortSignal): Promise<Overview>;
  /** Searches for whatever an operator has at hand: a number, a day, a wallet, a signature, a part of a label. */
  search(q: string, signal?: AbortSignal): Promise<Found>;
  /** Rounds, newest first; `q` as in `search`, null for all. */
  readRounds(asked: ListAsked & { readonly q: string | null }, signal?: AbortSignal): Promise<Page<RoundSummary>>;
  readRound(round: number, signal?: AbortSignal): Promise<AdminRound>;
  /** The statement of a UTC month (`2026-11`). */
  readStatement(month: string, signal?: AbortSignal): Promise<Statement>;
  readStatementFile(month: string): Promise<string>;
  readOperations(signal?: AbortSignal): Promise<Operations>;
  /** What operators did, newest first. */
  readActions(asked: ListAsked, signal?: AbortSignal): Promise<Page<OperatorAction>>;
  /** Stops new rounds, or the whole tax. A paused tax signs nothing, even for a cycle that has begun. */
  pause(brake: Brake): Promise<void>;
  /** Ends a pause. `acknowledge` has the signatures of all outflows of the pool that nobody has acknowledged yet. */
  resume(brake: Brake & { readonly acknowledge: readonly string[] }): Promise<void>;
  /** Ends the standstill of a held round or a waiting tax cycle, in one of the ways that are open to it. */
  takeExit(exit: ExitAsked, reason: string): Promise<void>;
  readPublicConfig(signal?: AbortSignal): Promise<PublicConfig>;
}

const ADMIN = '/api/admin';
const BASE = '/tax-distribution';
/** Before an exit, the server asks the nodes: that takes time. */
const EXIT_TIMEOUT_MS = 120_000;
/** A month with many payments is read line by line: that takes time. */
const BOOKS_TIMEOUT_MS = 60_000;
/** A fixed id in a save and an activation. The server ignores it, and knows the admin by the key. */
const ADMIN_ID = 'admin';

/** The calls, made with one admin key. `onKeyRefused` is called whenever the server does not accept the key. */
export function createAdminApi(key: string, onKeyRefused: () => void = () => undefined): AdminApi {
  const ask = async <T>(path: string, shape: Shape<T>, init: Asked = {}): Promise<T> => {
    const headers = { 'x-admin-key': key, ...(init.body ? { 'content-type': 'application/json' } : {}) };
    try {
      return await send(ADMIN + path, shape, { ...init, headers: { ...headers, ...init.headers } });
    } catch (error) {
      if (error instanceof AdminFault && error.status === 401) onKeyRefused();
      throw error;
    }
  };
  const change = async (method: string, path: string, { version }: DistributionConfig, body: Partial<SaveBody>) =>
    (
      await ask(`${BASE}${path}`, CONFIGURATION, {
        method,
        headers: { 'If-Match': `"${version}"` },
        body: JSON.stringify({ ...body, adminId: ADMIN_ID }),
      })
    ).data;

  const decide = async ({ id }: DistributionConfig, what: 'confirm' | 'stop', about: string) => {
    const path = `${BASE}/config/${encodeURIComponent(id)}/${what}`;
    return (await ask(path, CONFIGURATION, { method: 'POST', body: JSON.stringify({ ask: about }) })).data;
  };

  return {
    readConfig: async (signal) => (await ask(`${BASE}/config`, CONFIGURATION, withSignal(signal))).data,
    save: (base, wallets) => change('PUT', `/config/${encodeURIComponent(base.id)}`, base, { wallets: [...wallets] }),
    activate: (config) => change('POST', `/config/${encodeURIComponent(config.id)}/activate`, config, {}),
    confirm: (config, ask) => decide(config, 'confirm', ask),
    stop: (config, ask) => decide(config, 'stop', ask),
    readSession: async (signal) => (await ask('/session', SESSION, withSignal(signal))).data,
    lookUp: async (address, signal) => {
      const body = JSON.stringify({ addresses: [address] });
      const { data } = await ask(`${BASE}/lookup`, LOOKS, { method: 'POST', body, ...withSignal(signal) });
      return data[0] ?? null;
    },
    preview: async (amount, currency, wallets) => {
      const body = JSON.stringify({ amount, currency, wallets: wallets.filter((wallet) => wallet.isActive) });
      return (await ask(`${BASE}/preview`, PREVIEW, { method: 'POST', body })).data;
    },
    readTransactions: ({ limit, status, cursor, from = null, to = null, search = null }, signal) =>
      ask(
        `${BASE}/transactions?${query({ limit, status, cursor, from, to, search })}`,
        TRANSACTIONS,
        withSignal(signal),
      ),
    readSums: async ({ from, to }, signal) =>
      (await ask(`${BASE}/sums?${query({ from, to })}`, SUMS, withSignal(signal))).data,
    readChanges: ({ configId, limit, cursor }, signal) =>
      ask(
        `${BASE}/config/${encodeURIComponent(configId)}/history?${query({ limit, cursor })}`,
        CHANGES,
        withSignal(signal),
      ),
    readOverview: async (signal) => (await ask('/overview', OVERVIEW, withSignal(signal))).data,
    search: async (q, signal) => (await ask(`/search?${query({ q })}`, FOUND, withSignal(signal))).data,
    readRounds: (asked, signal) => ask(`/rounds?${query({ ...asked })}`, ADMIN_ROUNDS, withSignal(signal)),
    readRound: async (round, signal) => (await ask(`/rounds/${round}`, ADMIN_ROUND, withSignal(signal))).data,
    readStatement: async (month, signal) =>
      (await ask(`/statements/${month}`, STATEMENT, { ...withSignal(signal), timeoutMs: BOOKS_TIMEOUT_MS })).data,
    readStatementFile: (month) => ask(`/statements/${month}.csv`, text, { isFile: true, timeoutMs: BOOKS_TIMEOUT_MS }),
    readOperations: async (signal) => (await ask('/operations', OPERATIONS, withSignal(signal))).data,
    readActions: (asked, signal) => ask(`/operations/actions?${query({ ...asked })}`, ACTIONS, withSignal(signal)),
    pause: async (brake) => {
      await ask('/operations/pause', DONE, { method: 'POST', body: JSON.stringify(brake) });
    },
    resume: async (brake) => {
      await ask('/operations/resume', DONE, { method: 'POST', body: JSON.stringify(brake) });
    },
    takeExit: async ({ kind, id, exit, signature }, reason) => {
      const path = `/operations/${kind}s/${id}/${exit}`;
      const body = JSON.stringify({ reason, ...(signature !== null && { signature }) });
      await ask(path, DONE, { method: 'POST', body, timeoutMs: EXIT_TIMEOUT_MS });
    },
    readPublicConfig: (signal) => send('/api/config', CONFIG, withSignal(signal)),
  };
}

function withSignal(signal: AbortSignal | undefined): RequestInit {
  return signal ? { signal } : {};
}

function query(parts: Readonly<Record<string, string | number | null>>): string {
  const asked = Object.entries(parts).filter(([, value]) => value !== null);
  return new URLSearchParams(asked.map(([name, value]): [string, string] => [name, `${value}`])).toString();
}
