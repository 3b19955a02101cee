import { useState } from 'react';
import type { Winner } from '../../src/contract/winner.ts';
import { useConfig } from '../data/useConfig.ts';
import { useWinners } from '../data/useWinners.ts';
import { countText } from '../format/countText.ts';
import { useRound } from '../round/RoundContext.ts';
import { WinnerRow } from './WinnerRow.tsx';

/** Three rounds; the rest on demand. */
const FIRST_SHOWN = 9;

/** Who won, how much, when, and where to check it. */
export function RecentWinners() {
  const { figures } = useRound();
  const { winners, total } = useWinners(figures);
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
          <WinnerList winners={winners} />
        )}
      </div>
    </section>
  );
}

function WinnerList({ winners }: { readonly winners: readonly Winner[] }) {
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
  return (
    <>
      <ol className="wl">
        {winners.slice(0, all ? winners.length : FIRST_SHOWN).map((winner, index) => (
          <WinnerRow key={`${winner.roundNumber}.${winner.place}`} winner={winner} rank={index + 1} config={config} />
        ))}
      </ol>
      {!all && winners.length > FIRST_SHOWN && (
        <p className="more">
          <button type="button" className="btn" onClick={() => setAll(true)}>
            Show all {winners.length}
          </button>
        </p>
      )}
    </>
  );
}
