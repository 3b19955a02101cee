import { useQuery } from '@tanstack/react-query';
import type { Participants } from '../../src/contract/stats.ts';
import { getParticipants } from '../api.ts';
import { failureOf } from '../reach.ts';
import { KEYS } from './keys.ts';

const POLL_MS = 15_000;

export type ParticipantsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly data: Participants['data'] }
  | { readonly kind: 'failed' };

/**
 * Who is in the draw. A failed call hides the last list, because nobody should rely on an old list. If the server
 * cannot be reached at all, the list stays.
 */
export function useParticipants(): ParticipantsState {
  const { data, error } = useQuery({
    queryKey: KEYS.participants,
    queryFn: getParticipants,
    refetchInterval: POLL_MS,
  });
  if (error && (!data || failureOf(error) === 'failed')) return { kind: 'failed' };
  return data ? { kind: 'ready', data: data.data } : { kind: 'loading' };
}
