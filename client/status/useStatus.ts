import { useQuery } from '@tanstack/react-query';
import type { Status } from '../../src/contract/status.ts';
import { getChecked } from '../api.ts';
import { STATUS } from '../shape/statusShape.ts';

const POLL_MS = 60_000;

export type StatusView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  /** `isFailing`: the newest reading failed, and this is from an earlier one. */
  | { readonly kind: 'known'; readonly status: Status; readonly isFailing: boolean };

/** How the lottery runs, read anew every minute. A failing poll leaves the last answer, which carries its time. */
export function useStatus(known: Status | null): StatusView {
  const { data, isError, refetch } = useQuery({
    queryKey: ['status'],
    queryFn: () => getChecked<Status>('/api/lottery/status', STATUS),
    refetchInterval: POLL_MS,
    ...(known && { initialData: known }),
  });
  if (data) return { kind: 'known', status: data, isFailing: isError };
  return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' };
}
