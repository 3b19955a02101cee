import type { PublicConfig } from '../../src/contract/config.ts';
import type { RoundDetail } from '../../src/contract/round.ts';
import { WinnerRow } from '../prizes/WinnerRow.tsx';
import { isSettled } from './roundState.ts';

interface RoundWinnersProps {
  readonly round: RoundDetail;
  readonly config: PublicConfig | null;
}

/** Who won a round, each with the payment; before the draw, that there is nobody yet. */
export function RoundWinners({ round, config }: RoundWinnersProps) {
  const { winners } = round;
  return (
    <section className="panel" aria-labelledby="round-winners-title">
      <div className="ph">
        <h2 id="round-winners-title">Winners</h2>
      </div>
      {winners.length === 0 ? (
        <p className={isSettled(round) ? 'none muted' : 'none awaits muted'}>{noneText(round)}</p>
      ) : (
        <ol className="wl">
          {winners.map((winner) => (
            <WinnerRow key={winner.place} winner={winner} rank={winner.place} config={config} />
          ))}
        </ol>
      )}
    </section>
  );
}

function noneText(round: RoundDetail): string {
  if (isSettled(round)) return 'Nobody won: the round ended without a draw.';
  return round.state === 'held' ? 'Nobody has been drawn yet.' : 'They are drawn once the round has ended.';
}
