import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../src/contract/error.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { getWallet } from '../api.ts';

type Answer = WalletCheck | ApiError;

/** A little more than a minute: timers may come a moment early. */
const POLL_MS = 61_000;
const LEAST_MS = 60_000;

const asked = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();

/** Asks for the wallet at most once a minute, however often the page wants its data anew. */
function askSparingly(address: string): Promise<Answer> {
  const known = asked.get(address);
  if (known && performance.now() - known.at < LEAST_MS) return known.answer;
  const answer = getWallet(address);
  asked.set(address, { at: performance.now(), answer });
  return answer;
}

/** What is known of the remembered wallet. */
export function useMyWallet(address: string) {
  return useQuery({
    queryKey: ['mine', address],
    queryFn: () => askSparingly(address),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
