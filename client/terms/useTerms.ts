import { useQuery } from '@tanstack/react-query';
import type { Terms } from '../../src/contract/terms.ts';
import { getChecked } from '../api.ts';
import { TERMS } from '../shape/termsShape.ts';

/** Terms are announced a round before they hold. */
const POLL_MS = 60_000;

export type TermsView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'known'; readonly terms: Terms };

/** What is announced. A failing poll leaves the last answer: it stays true, and only newer terms may be missing. */
export function useTerms(known: Terms | null): TermsView {
  const { data, isError, refetch } = useQuery({
    queryKey: ['terms'],
    queryFn: () => getChecked<Terms>('/api/lottery/terms', TERMS),
    refetchInterval: POLL_MS,
    ...(known && { initialData: known }),
  });
  if (data) return { kind: 'known', terms: data };
  return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' };
}
