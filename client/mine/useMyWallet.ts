import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../src/contract/error.ts';
import type { Stats } from '../../src/contract/stats.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { getStats, getWallet } from '../api.ts';
import { KEYS } from '../data/keys.ts';

type Answer = WalletCheck | ApiError;

/** A little more than a minute: timers may come a moment early. */
const POLL_MS = 61_000;
const LEAST_MS = 60_000;

const asked = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();

/** Asks for the wallet at most once a minute and a moment of the round, however often the page wants its data anew. */
function askSparingly(address: string, moment: string): Promise<Answer> {
  const key = `${address} ${moment}`;
  const known = asked.get(key);
  if (known && performance.now() - known.at < LEAST_MS) return known.answer;
  const answer = getWallet(address);
  asked.set(key, { at: performance.now(), answer });
  return answer;
}

/** The figures that the page has read, without reading them; undefined where it reads none. */
export function useReadStats(): Stats | undefined {
  return useQuery<Stats>({ queryKey: KEYS.stats, queryFn: () => getStats(), enabled: false }).data;
}

/** Changes with every lock and every result. */
export function momentOf(stats: Stats | undefined): string {
  if (!stats) return '';
  const { currentRound, lastRound } = stats;
  return `${currentRound.roundNumber} ${currentRound.phase} ${lastRound?.phase ?? ''}`;
}

/** What is known of the remembered wallet: new at every lock and result, and once a minute. */
export function useMyWallet(address: string | null) {
  const moment = momentOf(useReadStats());
  return useQuery({
    queryKey: ['mine', address, moment],
    queryFn: () => askSparingly(address ?? '', moment),
    enabled: address !== null,
    // Until the new answer is there, the last one of the same wallet.
    placeholderData: (before) => (before && 'address' in before && before.address === address ? before : undefined),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
