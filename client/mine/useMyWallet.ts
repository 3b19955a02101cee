import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../src/contract/error.ts';
import type { Stats } from '../../src/contract/stats.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { getStats, getWallet } from '../api.ts';
import { KEYS } from '../data/keys.ts';

type Answer = WalletCheck | ApiError;

/** A little more than `LEAST_MS`, because timers may come a moment early. */
const POLL_MS = 61_000;
const LEAST_MS = 60_000;

/** Only the newest question is kept, so that a page that stays open for days does not collect questions. */
let asked: { readonly key: string; readonly at: number; readonly answer: Promise<Answer> } | null = null;

/**
 * Asks for the wallet at most once a minute, however often the page wants its data, and once more whenever `moment`
 * changes.
 */
function askSparingly(address: string, moment: string): Promise<Answer> {
  const key = `${address} ${moment}`;
  if (asked?.key !== key || performance.now() - asked.at >= LEAST_MS)
    asked = { key, at: performance.now(), answer: getWallet(address) };
  return asked.answer;
}

/** The figures that the page has read already; undefined where it reads none. Asks nothing itself. */
export function useReadStats(): Stats | undefined {
  return useQuery<Stats>({ queryKey: KEYS.stats, queryFn: () => getStats(), enabled: false }).data;
}

/** A text that changes with every lock, every result and its payment. */
export function momentOf(stats: Stats | undefined): string {
  if (!stats) return '';
  const { currentRound, lastRound } = stats;
  const paid = lastRound?.paidAt ? 'paid' : '';
  return `${currentRound.roundNumber} ${currentRound.phase} ${lastRound?.phase ?? ''} ${paid}`;
}

/** The query for the remembered wallet, which is read at every lock, result and payment, and once a minute. */
export function useMyWallet(address: string | null) {
  const moment = momentOf(useReadStats());
  return useQuery({
    queryKey: ['mine', address, moment],
    queryFn: () => askSparingly(address ?? '', moment),
    enabled: address !== null,
    // The last answer about the same wallet stays until the new one is there.
    placeholderData: (before) => (before && 'address' in before && before.address === address ? before : undefined),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
