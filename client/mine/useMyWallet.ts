import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../src/contract/error.ts';
import type { Stats } from '../../src/contract/stats.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { getStats, getWallet } from '../api.ts';
import { KEYS } from '../data/keys.ts';

type Answer = WalletCheck | ApiError;

/** A little more than `LEAST_MS`, because a timer may fire a moment early. */
const POLL_MS = 61_000;
const LEAST_MS = 60_000;

/** The newest question and its answer. Older ones would pile up in a page that stays open for days. */
let asked: { readonly key: string; readonly at: number; readonly answer: Promise<Answer> } | null = null;

/** Asks when `address` or `moment` is another one, or the last answer is a minute old. Else gives the last answer. */
function askSparingly(address: string, moment: string): Promise<Answer> {
  const key = `${address} ${moment}`;
  if (asked?.key !== key || performance.now() - asked.at >= LEAST_MS)
    asked = { key, at: performance.now(), answer: getWallet(address) };
  return asked.answer;
}

/** The stats that the page has read; undefined when it has read none. Sends no request. */
export function useReadStats(): Stats | undefined {
  return useQuery<Stats>({ queryKey: KEYS.stats, queryFn: () => getStats(), enabled: false }).data;
}

/** A text that changes with every lock, result and payment. */
export function momentOf(stats: Stats | undefined): string {
  if (!stats) return '';
  const { currentRound, lastRound } = stats;
  const paid = lastRound?.paidAt ? 'paid' : '';
  return `${currentRound.roundNumber} ${currentRound.phase} ${lastRound?.phase ?? ''} ${paid}`;
}

/** The query for the remembered wallet. It asks once a minute, and at every lock, result and payment. */
export function useMyWallet(address: string | null) {
  const moment = momentOf(useReadStats());
  return useQuery({
    queryKey: ['mine', address, moment],
    queryFn: () => askSparingly(address ?? '', moment),
    enabled: address !== null,
    // While a new answer about the same wallet is awaited, the last one stays.
    placeholderData: (before) => (before && 'address' in before && before.address === address ? before : undefined),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
