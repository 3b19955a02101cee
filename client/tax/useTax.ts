import { useQuery } from '@tanstack/react-query';
import type { TaxReport } from '../../src/contract/tax.ts';
import { getChecked } from '../api.ts';
import { TAX } from '../shape/taxShape.ts';

const POLL_MS = 15_000;

export type TaxView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  /** `isFailing`: the newest reading failed, and these figures are from an earlier one. */
  | { readonly kind: 'known'; readonly report: TaxReport; readonly isFailing: boolean; readonly retry: () => void };

/**
 * Where the tax goes, read anew while the tab is in sight. A failing poll leaves the last answer, which carries its
 * age.
 */
export function useTax(): TaxView {
  const { data, isError, refetch } = useQuery({
    queryKey: ['tax'],
    // Asked for here and not among the others: the landing page starts without it.
    queryFn: () => getChecked<TaxReport>('/api/lottery/tax', TAX),
    refetchInterval: POLL_MS,
  });
  const retry = () => void refetch();
  if (data) return { kind: 'known', report: data, isFailing: isError, retry };
  return isError ? { kind: 'failed', retry } : { kind: 'loading' };
}
