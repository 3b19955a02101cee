import { useInfiniteQuery } from '@tanstack/react-query';
import type { PublicConfig } from '../../src/contract/config.ts';
import { getWinnersPage } from '../api.ts';
import { RoundGroup, ranksBefore, roundsOf } from './RoundGroup.tsx';

/** How many winners are read at a time: those of about ten rounds. */
const PAGE = 30;
const AGAIN_MS = 5_000;

export interface OlderRoundsProps {
  /** How many winners the list above this one has. */
  readonly count: number;
  /** The oldest round in the list above. */
  readonly below: number;
  readonly config: PublicConfig | null;
}

/**
 * The rounds before those listed above. Reading begins with the newest round, so that none is missing between the two
 * lists.
 */
export function OlderRounds({ count, below, config }: OlderRoundsProps) {
  const { data, hasNextPage, fetchNextPage, isFetching, isError, refetch } = useInfiniteQuery({
    queryKey: ['older', 'winners'],
    queryFn: ({ pageParam }) => getWinnersPage(PAGE, pageParam),
    // Rounds that have left the list above would be in neither list: then this list is read again from its beginning.
    refetchInterval: ({ state }) =>
      (state.data?.pages[0]?.winners[0]?.roundNumber ?? below) < below ? AGAIN_MS : false,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const winners = data?.pages.flatMap((page) => page.winners) ?? [];
  const rounds = roundsOf(winners, !hasNextPage).filter(({ roundNumber }) => roundNumber < below);
  const before = ranksBefore(rounds, count);
  const more = () => void (isError && !data ? refetch() : fetchNextPage());
  return (
    <>
      {rounds.map((round, index) => (
        <RoundGroup key={round.roundNumber} round={round} ranksBefore={before[index] ?? 0} config={config} />
      ))}
      <div className="more">
        <p role="status" className="dim">
          {statusText({ isFetching, isError, isEnd: data !== undefined && !hasNextPage })}
        </p>
        {(hasNextPage || isError) && (
          <button type="button" className="btn" disabled={isFetching} onClick={more}>
            {isError ? 'Try again' : 'Older rounds'}
          </button>
        )}
      </div>
    </>
  );
}

function statusText(of: { readonly isFetching: boolean; readonly isError: boolean; readonly isEnd: boolean }): string {
  if (of.isFetching) return 'Loading older rounds...';
  if (of.isError) return 'The older rounds could not be read.';
  return of.isEnd ? 'These are all rounds so far.' : '';
}
