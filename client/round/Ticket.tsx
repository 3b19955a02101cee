import { solText } from '../format/solText.ts';
import { usdText } from '../format/usdText.ts';
import { Sol } from '../ui/Sol.tsx';
import { Usd } from '../ui/Usd.tsx';
import { Clock } from './Clock.tsx';
import { Rail } from './Rail.tsx';
import { useRound } from './RoundContext.ts';
import { stageText } from './stageText.ts';

/** Of an amount below 1,000 SOL. */
const USUAL_LENGTH = 8;

/** The jackpot and its clock, on one stub. */
export function Ticket() {
  const { round, stage, figures, jackpot } = useRound();
  const { price } = jackpot;
  return (
    <section className={`ticket ${stage}`} aria-label="Current jackpot and countdown">
      <div className="ticket-l">
        <p className="eyebrow">Current jackpot</p>
        {figures.kind === 'loading' ? (
          <p className="fig jackpot loading">Loading lottery data...</p>
        ) : (
          <p className={`fig jackpot ${solText(jackpot.lamports).length > USUAL_LENGTH ? 'long' : ''}`}>
            <Sol lamports={jackpot.lamports} />
          </p>
        )}
        <p className="muted usd">
          {figures.kind === 'loading' ? '–' : <Usd lamports={jackpot.lamports} price={price} />}
          {price && <span className="dim"> at {usdText(price.usd)} per SOL</span>}
        </p>
      </div>
      <div className="ticket-r">
        <p className="eyebrow" id="clock-label">
          {stageText(stage)}
        </p>
        <Clock round={round} labelledBy="clock-label" className="fig clock" />
        <Rail round={round} />
      </div>
    </section>
  );
}
