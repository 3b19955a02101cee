import type { ParticipantsState } from '../data/useParticipants.ts';
import { useRound } from '../round/RoundContext.ts';
import type { Outcome } from '../round/RoundView.ts';
import { reasonSentence, stageText } from '../round/stageText.ts';
import { useOnTicket } from './onTicket.ts';
import { Reel } from './Reel.tsx';

const FAILURE = ['Database connection error...', 'Retrying blockchain scan...', 'Please wait...'] as const;
const NOBODY = { participants: [], total: 0 };
const EMPTY = ['first', 'second', 'third'] as const;

interface DrawStageProps {
  readonly participants: ParticipantsState;
  readonly mine?: string | null;
}

/** The block in which the draw happens: the reel, or the reason why there is none. */
export function DrawStage({ participants, mine = null }: DrawStageProps) {
  const { outcome } = useRound();
  const isOnTicket = useOnTicket();
  if (outcome && outcome.kind !== 'complete') return <NoWinners outcome={outcome} />;
  if (participants.kind === 'failed') return <Lines lines={FAILURE.map((text) => ({ key: text, text }))} />;
  if (isOnTicket) return <p className="on-ticket">The draw is on the ticket.</p>;
  const { participants: list, total } = participants.kind === 'ready' ? participants.data : NOBODY;
  if (list.length === 0) return <Lines lines={EMPTY.map((key) => ({ key, text: 'Scanning blockchain...' }))} />;
  return <Reel participants={list} total={total} mine={mine} />;
}

function Lines({ lines }: { readonly lines: readonly { readonly key: string; readonly text: string }[] }) {
  return (
    <ul className="reel lines">
      {lines.map(({ key, text }) => (
        <li key={key} className="mono">
          {text}
        </li>
      ))}
    </ul>
  );
}

function NoWinners({ outcome }: { readonly outcome: Outcome }) {
  return (
    <div className="reel told">
      <h3>{stageText(outcome.kind)}</h3>
      <p className="muted">{reasonSentence(outcome.reason)}</p>
    </div>
  );
}
