import type { PublicConfig } from '../../../src/contract/config.ts';
import type {
  ChangeRecord,
  DistributionConfig,
  Preview,
  SaveBody,
  TaxSums,
  TaxTransaction,
} from '../../../src/contract/distribution.ts';
import type { Operations } from '../../../src/contract/operations.ts';
import type { Currency } from '../../../src/distribution/amount.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { fields, hasShape, type Shape } from '../../shape/hasShape.ts';
import { AdminFault } from './AdminFault.ts';
import type { Page } from './answerShapes.ts';
import { CHANGES, CONFIGURATION, DONE, ERROR, OPERATIONS, PREVIEW, SUMS, TRANSACTIONS } from './answerShapes.ts';

export type StatusFilter = 'all' | 'completed' | 'failed' | 'pending';

/** From the first to the last UTC day (`2026-11-20`), both included. */
export interface Days<Day extends string | null> {
  readonly from: Day;
  readonly to: Day;
}

/** Which transactions; null where nothing is chosen. */
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

/** The server as the console knows it. Everything rejects with an `AdminFault`. */
export interface AdminApi {
  readConfig(signal?: AbortSignal): Promise<DistributionConfig>;
  /** Saves `wallets` over exactly the version of `base`. */
  save(base: DistributionConfig, wallets: readonly DistributionWallet[]): Promise<DistributionConfig>;
  /** Puts exactly this version in force. */
  activate(config: DistributionConfig): Promise<DistributionConfig>;
  preview(amount: number, currency: Currency, wallets: readonly DistributionWallet[]): Promise<Preview>;
  readTransactions(asked: TransactionsAsked, signal?: AbortSignal): Promise<Page<TaxTransaction>>;
  /** Sums over UTC days, both included. */
  readSums(days: Days<string>, signal?: AbortSignal): Promise<TaxSums>;
  readChanges(
    asked: { readonly configId: string; readonly limit: number; readonly cursor: string | null },
    signal?: AbortSignal,
  ): Promise<Page<ChangeRecord>>;
  readOperations(signal?: AbortSignal): Promise<Operations>;
  /** Holds new locks off. */
  pause(reason: string): Promise<void>;
  /** Lets them go on; `acknowledge` names the outflows that the operator has looked at. */
  resume(reason: string, acknowledge: readonly string[]): Promise<void>;
  readPublicConfig(signal?: AbortSignal): Promise<PublicConfig>;
}

const ADMIN = '/api/admin';
const BASE = '/tax-distribution';
const TIMEOUT_MS = 15_000;
/** A fixed id that the body carries. The server goes by the key's name instead. */
const ADMIN_ID = 'admin';

/** Calls with one admin key. `onKeyRefused` is told whenever the server does not know the key (any more). */
export function createAdminApi(key: string, onKeyRefused: () => void = () => undefined): AdminApi {
  const ask = async <T>(path: string, shape: Shape<T>, init: RequestInit = {}): Promise<T> => {
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

  return {
    readConfig: async (signal) => (await ask(`${BASE}/config`, CONFIGURATION, withSignal(signal))).data,
    save: (base, wallets) => change('PUT', `/config/${encodeURIComponent(base.id)}`, base, { wallets: [...wallets] }),
    activate: (config) => change('POST', `/config/${encodeURIComponent(config.id)}/activate`, config, {}),
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
    readOperations: async (signal) => (await ask('/operations', OPERATIONS, withSignal(signal))).data,
    pause: async (reason) => {
      await ask('/operations/pause', DONE, { method: 'POST', body: JSON.stringify({ reason }) });
    },
    resume: async (reason, acknowledge) => {
      await ask('/operations/resume', DONE, { method: 'POST', body: JSON.stringify({ reason, acknowledge }) });
    },
    readPublicConfig: (signal) => send('/api/config', ANY_CONFIG, withSignal(signal)),
  };
}

/** Read for its links and the pool's address, which have texts for what is missing. */
const ANY_CONFIG = fields<PublicConfig, keyof PublicConfig>({});

function withSignal(signal: AbortSignal | undefined): RequestInit {
  return signal ? { signal } : {};
}

function query(parts: Readonly<Record<string, string | number | null>>): string {
  const asked = Object.entries(parts).filter(([, value]) => value !== null);
  return new URLSearchParams(asked.map(([name, value]): [string, string] => [name, `${value}`])).toString();
}

/** The only fetch of the console. */
async function send<T>(url: string, shape: Shape<T>, init: RequestInit): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, timeout]) : timeout });
    answer = await response.text().then(parse);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new AdminFault('No answer from the server.', { ...NOTHING, status: null });
  }
  if (response.ok && hasShape(answer, shape)) return answer;
  throw faultOf(response, answer);
}

const NOTHING = { errors: [], current: null, retryAfter: null };

function faultOf(response: Response, answer: unknown): AdminFault {
  const { status } = response;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(wait) ? Math.max(1, Math.ceil(wait)) : null;
  if (!hasShape(answer, ERROR)) {
    const said = response.ok ? 'The server gave an unexpected answer.' : '';
    return new AdminFault(said, { ...NOTHING, status, retryAfter });
  }
  const errors = Array.isArray(answer.errors) ? answer.errors.filter((one) => typeof one === 'string') : [];
  const current = hasShape(answer, CONFIGURATION) ? answer.data : null;
  return new AdminFault(answer.error, { status, errors, current, retryAfter });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
