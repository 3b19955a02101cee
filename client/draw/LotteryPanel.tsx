import type { LastRound, Participants } from '../../src/contract/stats.ts';
import { type ParticipantsState, useParticipants } from '../data/useParticipants.ts';
import { countText } from '../format/countText.ts';
import { utcClockText } from '../format/timeText.ts';
import { useMine } from '../mine/useMine.ts';
import { openedText } from '../round/Envelope.tsx';
import { useRound } from '../round/RoundContext.ts';
import { reasonSentence, stageText } from '../round/stageText.ts';
import { WalletLink } from '../ui/Addresses.tsx';
import { OwnTime } from '../ui/Times.tsx';
import { DrawStage } from './DrawStage.tsx';

/** The draw, and beside it the largest holders. */
export function LotteryPanel() {
  const participants = useParticipants();
  return (
    <div className="wrap lot">
      <DrawPanel participants={participants} mine={useMine()} />
      <TopHolders participants={participants} />
    </div>
  );
}

interface DrawPanelProps {
  readonly participants: ParticipantsState;
  readonly mine?: string | null;
}

/** The draw: who is in it, how far it is, and when it happens. */
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

function LastRoundNote() {
  const { figures, round } = useRound();
  const last = figures.kind === 'known' ? figures.stats.lastRound : null;
  if (!last || last.phase === 'complete' || last.roundNumber === round?.roundNumber) return null;
  const { lead, text } = noteOf(last);
  return (
    <p className="note">
      <strong>
        #{countText(last.roundNumber)} · {lead}
      </strong>{' '}
      {text}
    </p>
  );
}

/** What is said of the last round beside a later one, while it has no winners. */
export function noteOf({ phase, reason, seal }: Pick<LastRound, 'phase' | 'reason' | 'seal'>) {
  if (phase !== 'drawing') return { lead: stageText(phase), text: reasonSentence(reason) };
  if (seal === null) return openedText(null);
  return { lead: stageText(phase), text: 'The draw of that round is still under way.' };
}

/** The ten largest holders. The list is only a leaderboard: every eligible wallet has the same chance. */
export function TopHolders({ participants }: { readonly participants: ParticipantsState }) {
  return (
    <section className="panel holders" aria-labelledby="holders-title">
      <div className="ph">
        <h2 id="holders-title">Top 10 Eligible Holders</h2>
      </div>
      <Holders participants={participants} />
    </section>
  );
}

function Holders({ participants }: { readonly participants: ParticipantsState }) {
  switch (participants.kind) {
    case 'loading':
      return <p className="blank awaited">Loading top holders...</p>;
    case 'failed':
      return <p className="blank">The holders could not be read.</p>;
    case 'ready':
      if (participants.data.topHolders.length === 0) return <p className="blank">No holders yet.</p>;
      return (
        <ol className="hl">
          {participants.data.topHolders.map((holder, index) => (
            <Holder key={holder.address} holder={holder} rank={index + 1} />
          ))}
        </ol>
      );
  }
}

interface HolderProps {
  readonly holder: Participants['data']['topHolders'][number];
  readonly rank: number;
}

function Holder({ holder: { address, balance, isEligible }, rank }: HolderProps) {
  const isMine = useMine() === address;
  return (
    <li className={isMine ? 'own' : ''}>
      <span className="dim">{rank}</span>
      <span>
        <WalletLink address={address} />
        {isMine && <span className="badge mint">YOU</span>}
      </span>
      <span className="bal">
        {countText(balance)} <span className="dim">GOD</span>
      </span>
      <span className={`badge ${isEligible ? 'mint' : 'grey'}`}>{isEligible ? 'ELIGIBLE' : 'HOLDER'}</span>
    </li>
  );
}
