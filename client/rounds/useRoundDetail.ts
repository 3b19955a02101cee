import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../src/contract/error.ts';
import type { RoundDetail } from '../../src/contract/round.ts';
import { getOrRefusal } from '../api.ts';
import { useClock } from '../clock/ServerClock.ts';
import { ROUND } from '../shape/roundShape.ts';
import { isSettled } from './roundState.ts';

/** The time between two readings while something in a round moves. */
const MOVING_MS = 2_000;
/** The time between two readings while the entries are open, or while the round waits for a person. */
const CALM_MS = 15_000;
/** An open round is read often from this long before its end: its entries usually lock a minute before the end. */
const BEFORE_END_MS = 75_000;

export type RoundView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'missing'; readonly sentence: string }
  /** `isFailing`: the newest reading failed, and `round` is from an earlier one. */
  | { readonly kind: 'known'; readonly round: RoundDetail; readonly isFailing: boolean };

interface AskedRound {
  /** The text in the path where the round's number belongs. */
  readonly asked: string;
  /** The answer with which the page was rendered; null if there was none. */
  readonly known: RoundDetail | ApiError | null;
}

/** One round, read again and again until it can no longer change. */
export function useRoundDetail({ asked, known }: AskedRound): RoundView {
  const clock = useClock();
  const { data, isError, refetch } = useQuery<RoundDetail | ApiError>({
    queryKey: ['round', asked],
    queryFn: () => getOrRefusal(`/api/lottery/rounds/${encodeURIComponent(asked)}`, ROUND, [400, 404]),
    refetchInterval: ({ state }) => pollInterval(state.data, clock.now()),
    ...(known && { initialData: known }),
  });
  if (data === undefined) return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' };
  return 'error' in data
    ? { kind: 'missing', sentence: data.error }
    : { kind: 'known', round: data, isFailing: isError };
}

/** How many ms to wait until the next reading; false when none is needed. `now` is a server time in ms. */
export function pollInterval(answer: RoundDetail | ApiError | undefined, now: number): number | false {
  if (answer === undefined) return CALM_MS;
  if ('error' in answer || isSettled(answer)) return false;
  const toMove = Date.parse(answer.endsAt) - BEFORE_END_MS - now;
  if (answer.state === 'held') return CALM_MS;
  return answer.state === 'open' && toMove > 0 ? Math.min(CALM_MS, Math.max(MOVING_MS, toMove)) : MOVING_MS;
}
