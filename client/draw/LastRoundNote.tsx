import { countText } from '../format/countText.ts';
import { useRound } from '../round/RoundContext.ts';
import { reasonSentence, stageText } from '../round/stageText.ts';

/** What became of the round before, while that is not simply "paid". */
export function LastRoundNote() {
  const { figures, round } = useRound();
  const last = figures.kind === 'known' ? figures.stats.lastRound : null;
  if (!last || last.phase === 'complete' || last.roundNumber === round?.roundNumber) return null;
  return (
    <p className="note">
      <strong>
        #{countText(last.roundNumber)} · {stageText(last.phase)}
      </strong>{' '}
      {last.phase === 'drawing' ? 'The draw of that round is still under way.' : reasonSentence(last.reason)}
    </p>
  );
}
