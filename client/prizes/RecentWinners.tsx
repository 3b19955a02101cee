import { type ComponentType, useContext, useState } from 'react';
import type { Winner } from '../../src/contract/winner.ts';
import { useConfig } from '../data/useConfig.ts';
import { useWinners } from '../data/useWinners.ts';
import { countText } from '../format/countText.ts';
import { RevealContext, useRound } from '../round/RoundContext.ts';
import type { OlderRoundsProps } from './OlderRounds.tsx';
import { RoundGroup, ranksBefore, roundsOf } from './RoundGroup.tsx';

/** How many rounds are shown until the visitor asks for all. */
const FIRST_SHOWN = 3;

/** Who won, how much, when, and where to check it. */
export function RecentWinners() {
  const { figures, round } = useRound();
  const known = useWinners(figures);
  // The winners of the newest round are listed only after the ticket has printed them.
  const { crowned } = useContext(RevealContext);
  const winners = crowned ? known.winners : known.winners.filter((one) => one.roundNumber !== round?.roundNumber);
  const total = known.total - (known.winners.length - winners.length);
  return (
    <section className="wrap" id="results" aria-labelledby="winners-title">
      <div className="panel winners">
        <div className="ph">
          <h2 id="winners-title">Recent Winners</h2>
          <p className="dim">{figures.kind === 'loading' ? '–' : countText(total)} winners in total</p>
        </div>
        {figures.kind === 'loading' ? (
          <p className="blank awaited">Loading lottery data...</p>
        ) : (
          <WinnerList winners={winners} total={total} />
        )}
      </div>
    </section>
  );
}

interface WinnerListProps {
  readonly winners: readonly Winner[];
  readonly total: number;
}

function WinnerList({ winners, total }: WinnerListProps) {
  const config = useConfig();
  const [all, setAll] = useState(false);
  if (winners.length === 0) {
    return (
      <div className="blank">
        <h3>No Winners Yet</h3>
        <p className="muted">Be the first to win the SOL lottery!</p>
      </div>
    );
  }
  // The operator may limit how many winners are listed. Only whole rounds are shown.
  const listed = winners.slice(0, config?.recentWinnersMax);
  const rounds = roundsOf(listed, listed.length >= total);
  const before = ranksBefore(rounds);
  const shown = all ? rounds : rounds.slice(0, FIRST_SHOWN);
  const count = rounds.reduce((sum, round) => sum + round.winners.length, 0);
  return (
    <>
      {shown.map((round, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: with a new round each group shows a newer one, none moves
        <RoundGroup key={index} round={round} ranksBefore={before[index] ?? 0} config={config} />
      ))}
      {shown.length < rounds.length ? (
        <p className="more">
          <button type="button" className="btn" onClick={() => setAll(true)}>
            Show all {count}
          </button>
        </p>
      ) : (
        count < total && <Older count={count} below={rounds.at(-1)?.roundNumber ?? 0} />
      )}
    </>
  );
}

/** A button that loads the older rounds and their code. */
function Older({ count, below }: Pick<OlderRoundsProps, 'count' | 'below'>) {
  const config = useConfig();
  const [Rounds, setRounds] = useState<ComponentType<OlderRoundsProps> | null>(null);
  if (Rounds) return <Rounds count={count} below={below} config={config} />;
  return (
    <p className="more">
      <button
        type="button"
        className="btn"
        onClick={() => loadOlder().then((it) => setRounds(() => it), console.error)}
      >
        Older rounds
      </button>
    </p>
  );
}

function loadOlder(): Promise<ComponentType<OlderRoundsProps>> {
  return import.meta.env.SSR
    ? Promise.reject(new Error('this part is loaded in browsers only'))
    : import('./OlderRounds.tsx').then(({ OlderRounds }) => OlderRounds);
}
