import { useQuery } from '@tanstack/react-query';
import type { Fairness } from '../../src/contract/fairness.ts';
import { getChecked } from '../api.ts';
import { FAIRNESS } from '../shape/fairnessShape.ts';

const POLL_MS = 60_000;

export type FairnessView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'known'; readonly fairness: Fairness };

/** The counts over all rounds. A failing poll leaves the last answer, which carries its time. */
export function useFairness(known: Fairness | null): FairnessView {
  const { data, isError, refetch } = useQuery({
    queryKey: ['fairness'],
    queryFn: () => getChecked<Fairness>('/api/lottery/fairness', FAIRNESS),
    refetchInterval: POLL_MS,
    ...(known && { initialData: known }),
  });
  if (data) return { kind: 'known', fairness: data };
  return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' };
}
