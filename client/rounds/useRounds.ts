import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../src/contract/error.ts';
import type { RoundSummary, RoundsPage } from '../../src/contract/round.ts';
import { type RoundsAsked, roundsApiPath } from '../../src/round/roundsAsked.ts';
import { getOrRefusal } from '../api.ts';
import { ROUNDS } from '../shape/roundShape.ts';

const POLL_MS = 15_000;

export type RoundsView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'known'; readonly rounds: readonly RoundSummary[]; readonly nextCursor: string | null };

interface AskedRounds {
  readonly asked: RoundsAsked;
  /** The answer with which the page was rendered; null if there was none. */
  readonly known: RoundsPage | ApiError | null;
}

/** One page of the list of rounds. The page with the newest rounds is read again while its tab is visible. */
export function useRounds({ asked, known }: AskedRounds): RoundsView {
  const { data, isError, refetch } = useQuery<RoundsPage | ApiError>({
    queryKey: ['rounds', asked],
    queryFn: () => getOrRefusal(roundsApiPath(asked), ROUNDS, [400]),
    refetchInterval: ({ state }) => (asked.cursor && state.data ? false : POLL_MS),
    ...(known && { initialData: known }),
  });
  if (data === undefined) return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' };
  return 'error' in data ? { kind: 'refused', sentence: data.error } : { kind: 'known', ...data };
}
