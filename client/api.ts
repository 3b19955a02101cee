import type { PublicConfig } from '../src/contract/config.ts';
import type { ApiError } from '../src/contract/error.ts';
import type { Prices } from '../src/contract/prices.ts';
import type { Participants, PoolBalance, Stats } from '../src/contract/stats.ts';
import type { TriggerResult } from '../src/contract/trigger.ts';
import type { WalletCheck } from '../src/contract/wallet.ts';
import type { WinnersPage } from '../src/contract/winner.ts';
import { createReach } from './reach.ts';
import {
  CONFIG,
  PARTICIPANTS,
  POOL_BALANCE,
  PRICES,
  STATS,
  TRIGGER_RESULT,
  WALLET,
  WINNERS,
} from './shape/expectedShapes.ts';
import { hasShape, type Shape } from './shape/hasShape.ts';

/** How long an answer may take: longer than the server's own limits. */
const TIMEOUT_MS = 12_000;

/** The lottery's figures, its current and its last round. The browser's cache is not used. */
export function getStats(refresh = false): Promise<Stats> {
  const url = refresh ? '/api/lottery/stats?refresh=true' : '/api/lottery/stats';
  return getChecked(url, STATS, { cache: 'no-store' });
}

/** Who is in the draw. From the lock on, this is the locked list. */
export function getParticipants(): Promise<Participants> {
  return getChecked('/api/lottery/eligible-participants', PARTICIPANTS);
}

/** The newest winners, for the landing page. How many are listed is a setting of the operator. */
export function getWinners(): Promise<WinnersPage> {
  return getChecked('/api/lottery/winners', WINNERS);
}

/** Winners, newest first. They begin at the `cursor` of an earlier answer, or with the newest if it is null. */
export function getWinnersPage(limit: number, cursor: string | null): Promise<WinnersPage> {
  const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  return getChecked(`/api/lottery/winners?limit=${limit}${from}`, WINNERS);
}

/** The prices of SOL and GOD. */
export function getPrices(): Promise<Prices> {
  return getChecked('/api/prices', PRICES);
}

/** What the pool wallet holds. */
export function getPoolBalance(): Promise<PoolBalance> {
  return getChecked('/api/lottery/pool-balance', POOL_BALANCE);
}

/** The public settings. */
export function getConfig(): Promise<PublicConfig> {
  return getChecked('/api/config', CONFIG);
}

/** Tells the server that a countdown has ended. The server decides by its own clock whether the round has ended. */
export function postTriggerRound(): Promise<TriggerResult> {
  return getChecked('/api/lottery/trigger-round', TRIGGER_RESULT, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
}

/** Whether a wallet is in the draw, its rank and its wins; or the server's error when it refuses the address. */
export function getWallet(address: string): Promise<WalletCheck | ApiError> {
  return getOrRefusal(`/api/lottery/wallets/${encodeURIComponent(address)}`, WALLET, [400]);
}

/** The answer to a GET; throws if it does not have the shape. For a status in `refusals`: the server's error. */
export async function getOrRefusal<T>(
  url: string,
  shape: Shape<T>,
  refusals: readonly number[],
): Promise<T | ApiError> {
  const response = await ask(url);
  return refusals.includes(response.status) ? response.json() : checked(url, shape, await readJson(url, response));
}

/**
 * Asks a public Solana RPC server. If its answer is an error, that becomes the `cause` of the error thrown here. The
 * server is not ours, so the caller has to check the result.
 */
export async function callRpc(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await getJson<{ result?: unknown; error?: unknown }>(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  if (answer.error) throw new Error(`${method} was refused`, { cause: answer.error });
  return answer.result;
}

/** The answer to a GET, or to the request that `init` describes. Throws if it does not have the shape. */
export async function getChecked<T>(url: string, shape: Shape<T>, init?: RequestInit): Promise<T> {
  return checked(url, shape, await getJson(url, init));
}

/** The answer. Throws if it does not have the shape. */
function checked<T>(url: string, shape: Shape<T>, answer: unknown): T {
  if (!hasShape(answer, shape)) throw new Error(`${url} answered something else than expected`);
  return answer;
}

async function getJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  return readJson(url, await ask(url, init));
}

/** The response to a request. Throws `NoAnswer` when none comes. */
async function ask(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
    throw reach.unanswered(url, cause);
  });
  if (url.startsWith('/')) reach.answered(url);
  return response;
}

const reach = createReach(() => performance.now());

/** The response's JSON, which the caller has to check. Throws for a status that is no success. */
async function readJson<T>(url: string, response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}
