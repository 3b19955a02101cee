import { useEffect, useState } from 'react';
import type { ParticipantsState } from '../data/useParticipants.ts';
import { useRound } from '../round/RoundContext.ts';
import type { Outcome } from '../round/RoundView.ts';
import { SLOWING_MS } from '../round/revealTimes.ts';
import { reasonSentence, stageText } from '../round/stageText.ts';
import { useMotion } from '../ui/MotionContext.ts';
import { Podium } from './Podium.tsx';
import { Reel } from './Reel.tsx';

const FAILURE = ['Database connection error...', 'Retrying blockchain scan...', 'Please wait...'] as const;
const NOBODY = { participants: [], total: 0 };
const EMPTY = ['first', 'second', 'third'] as const;

/** The block in which the draw happens: the reel, then the podium, or why there is none. One size for all. */
export function DrawStage({ participants }: { readonly participants: ParticipantsState }) {
  const { outcome } = useRound();
  const slowing = useSlowing(outcome);
  if (outcome && !slowing) {
    return outcome.kind === 'complete' ? <Podium winners={outcome.winners} /> : <NoWinners outcome={outcome} />;
  }
  if (participants.kind === 'failed') return <Lines lines={FAILURE.map((text) => ({ key: text, text }))} />;
  const { participants: list, total } = participants.kind === 'ready' ? participants.data : NOBODY;
  if (list.length === 0) return <Lines lines={EMPTY.map((key) => ({ key, text: 'Scanning blockchain...' }))} />;
  return <Reel participants={list} total={total} slowing={slowing} />;
}

/** True for a moment after winners are known, while the reel comes to rest; never where nothing may move. */
function useSlowing(outcome: Outcome | null): boolean {
  const { moving } = useMotion();
  const [rested, setRested] = useState<Outcome | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setRested(outcome), SLOWING_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return moving && outcome?.kind === 'complete' && rested !== outcome;
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
