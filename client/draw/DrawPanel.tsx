import type { ParticipantsState } from '../data/useParticipants.ts';
import { countText } from '../format/countText.ts';
import { utcClockText } from '../format/timeText.ts';
import { useRound } from '../round/RoundContext.ts';
import { reasonSentence, stageText } from '../round/stageText.ts';
import { OwnTime } from '../ui/OwnTime.tsx';
import { DrawStage } from './DrawStage.tsx';

interface DrawPanelProps {
  readonly participants: ParticipantsState;
  /** The visitor's own wallet: its row is marked. */
  readonly mine?: string | null;
}

/** The draw itself: who is in it, what it is doing, and when it happens. */
export function DrawPanel({ participants, mine = null }: DrawPanelProps) {
  const { round, stage } = useRound();
  return (
    <section className="panel draw" aria-labelledby="draw-title">
      <div className="ph">
        <h2 id="draw-title">{stage === 'drawing' || stage === 'complete' ? stageText(stage) : 'Live draw'}</h2>
        <p className="dim">{entriesText(participants)}</p>
      </div>
      <DrawStage participants={participants} mine={mine} />
      <dl className="times">
        <div>
          <dt>Round</dt>
          <dd>{round ? `#${countText(round.roundNumber)}` : '#1'}</dd>
        </div>
        <div>
          <dt>Entries lock</dt>
          <dd>{round ? `${utcClockText(round.locksAt)} UTC` : '–'}</dd>
        </div>
        <div>
          <dt>Draw</dt>
          <dd>{round ? `${utcClockText(round.endsAt)} UTC` : '–'}</dd>
          <dd className="own-time">{round && <OwnTime time={round.endsAt} />}</dd>
        </div>
      </dl>
      <LastRoundNote />
    </section>
  );
}

function entriesText(participants: ParticipantsState): string {
  if (participants.kind !== 'ready') return '– eligible';
  return `${countText(participants.data.total)} eligible`;
}

/** How the last round ended, when that is not simply "paid". */
function LastRoundNote() {
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
