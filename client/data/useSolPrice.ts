import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Stats } from '../../src/contract/stats.ts';
import { getPrices } from '../api.ts';
import { KEYS } from './keys.ts';

const POLL_MS = 60_000;

type SolPrice = Stats['solPrice'];

interface Source {
  readonly stats: Stats | undefined;
  /** Whether no stats may be shown. If so, every price counts as old. */
  readonly lost: boolean;
}

/** The newest known price of SOL, from its own request or from the stats; null while none is known. */
export function useSolPrice({ stats, lost }: Source): SolPrice | null {
  const { data: own } = useQuery({ queryKey: KEYS.price, queryFn: readSolPrice, refetchInterval: POLL_MS });
  const newest = newer(own ?? null, stats?.solPrice ?? null);
  return useMemo(() => (newest && lost ? { ...newest, stale: true } : newest), [newest, lost]);
}

async function readSolPrice(): Promise<SolPrice> {
  const { price, lastUpdated, confidence, stale, fallback } = (await getPrices()).sol;
  return { usd: price, updatedAt: lastUpdated, confidence, stale, fallback };
}

function newer(one: SolPrice | null, other: SolPrice | null): SolPrice | null {
  if (!one || !other) return one ?? other;
  return timeOf(one) > timeOf(other) ? one : other;
}

function timeOf({ updatedAt }: SolPrice): number {
  return updatedAt ? Date.parse(updatedAt) : 0;
}
