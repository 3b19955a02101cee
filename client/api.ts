import type { PublicConfig } from '../src/contract/config.ts';
import type { Proof, RoundsPage } from '../src/contract/round.ts';
import type { Participants, PoolBalance, Stats } from '../src/contract/stats.ts';
import type { TriggerResult } from '../src/contract/trigger.ts';
import type { WinnersPage } from '../src/contract/winner.ts';

/** Longer than the server's own limits; a poll that hangs must not stop the next. */
const TIMEOUT_MS = 12_000;

export function getStats(refresh = false): Promise<Stats> {
  return getJson(refresh ? '/api/lottery/stats?refresh=true' : '/api/lottery/stats');
}

export function getParticipants(): Promise<Participants> {
  return getJson('/api/lottery/eligible-participants');
}

export function getWinners(limit: number): Promise<WinnersPage> {
  return getJson(`/api/lottery/winners?limit=${limit}`);
}

/** The part of `GET /api/prices` that the page shows. */
export interface Prices {
  readonly sol: {
    readonly price: number;
    readonly lastUpdated: string | null;
    readonly confidence: Stats['solPrice']['confidence'];
    readonly stale: boolean;
    readonly fallback: boolean;
  };
}

export function getPrices(): Promise<Prices> {
  return getJson('/api/prices');
}

export function getPoolBalance(): Promise<PoolBalance> {
  return getJson('/api/lottery/pool-balance');
}

export function getConfig(): Promise<PublicConfig> {
  return getJson('/api/config');
}

/** Tells the server that a countdown has ended; its own clock decides what that means. */
export function postTriggerRound(): Promise<TriggerResult> {
  return getJson('/api/lottery/trigger-round', { method: 'POST', headers: { 'content-type': 'application/json' } });
}

export function getRounds(limit: number): Promise<RoundsPage> {
  return getJson(`/api/lottery/rounds?limit=${limit}`);
}

export function getProof(roundNumber: number): Promise<Proof> {
  return getJson(`/api/lottery/rounds/${roundNumber}/proof`);
}

/** Asks a public Solana RPC server. The answer comes from a stranger: the caller has to look before it believes. */
export async function callRpc(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await getJson<{ result?: unknown; error?: { message?: string } }>(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  if (answer.error) throw new Error(`the RPC server refused ${method}: ${answer.error.message}`);
  return answer.result;
}

/** The only fetch of the client. The answers' shapes are the contract's, which the server validates. */
async function getJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}
