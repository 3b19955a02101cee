import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../src/contract/error.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { getWallet } from '../api.ts';

const POLL_MS = 60_000;
/** A server that has just started knows the holders in a moment. */
const RETRY_MS = 10_000;

export type WalletView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'known'; readonly wallet: WalletCheck };

/** What is known of a wallet, read anew every minute. A failing poll leaves the last answer, which carries its age. */
export function useWallet(address: string, known: WalletCheck | ApiError | null): WalletView {
  const { data, isError, refetch } = useQuery({
    queryKey: ['wallet', address],
    queryFn: () => getWallet(address),
    refetchInterval: ({ state }) => pollInterval(state.data),
    ...(known && { initialData: known }),
  });
  if (data) return 'error' in data ? { kind: 'refused', sentence: data.error } : { kind: 'known', wallet: data };
  return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' };
}

function pollInterval(answer: WalletCheck | ApiError | undefined): number | false {
  if (!answer) return RETRY_MS;
  return 'error' in answer ? false : POLL_MS;
}
