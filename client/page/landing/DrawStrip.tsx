import { useEffect, useState } from 'react';
import { shortAddress } from '../../format/shortAddress.ts';
import { useMine } from '../../mine/useMine.ts';
import { useMyStanding } from '../../mine/useMyStanding.ts';
import { Clock } from '../../round/Clock.tsx';
import { type RoundState, useRound } from '../../round/RoundContext.ts';
import { stageText } from '../../round/stageText.ts';
import { dress } from '../../ui/dress.ts';
import { Sol } from '../../ui/Money.tsx';
import css from './strip.css?inline';
import { ownWin } from './titleText.ts';

if (!import.meta.env.SSR) dress(css);

/** The draw in short, while the ticket is out of sight. */
export function DrawStrip() {
  const isAway = useTicketAway();
  const mine = useMine();
  return isAway ? <Strip mine={mine} /> : null;
}

/** The draw in one line at the window's lower edge. It has no controls, so the keyboard's order stays the same. */
export function Strip({ mine }: { readonly mine: string | null }) {
  const state = useRound();
  const standing = useMyStanding(mine);
  const { round, stage, jackpot } = state;
  return (
    <section className="draw-strip" aria-label="The draw in short">
      <span className="sr" id="strip-label">
        {stageText(stage)}
      </span>
      <Clock round={round} labelledBy="strip-label" className="fig" />
      {jackpot.lamports !== null && (
        <span className="fig brassy">
          <Sol lamports={jackpot.lamports} />
        </span>
      )}
      <span className="end">{newsText(state, mine) ?? (standing || (stage === 'locked' && 'Entries locked'))}</span>
    </section>
  );
}

/**
 * The strip's news: a draw under way, a pause, the visitor's own win until the next lock, or the result being revealed.
 * Null when there is none.
 */
export function newsText(state: Pick<RoundState, 'stage' | 'outcome' | 'figures'>, mine: string | null): string | null {
  const { stage, outcome } = state;
  if (stage === 'drawing') return stageText(stage);
  if (stage === 'paused') return 'Draws paused';
  const own = mine === null || stage === 'locked' ? null : ownWin(state, mine);
  if (own !== null) return own;
  if (outcome === null || stage !== outcome.kind) return null;
  const [first] = outcome.winners;
  return first && outcome.kind === 'complete' ? `1st: ${shortAddress(first.address)}` : stageText(outcome.kind);
}

function useTicketAway(): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const ticket = document.querySelector('.ticket');
    if (!ticket) return;
    const observer = new IntersectionObserver((entries) => setAway(!(entries.at(-1)?.isIntersecting ?? true)));
    observer.observe(ticket);
    return () => observer.disconnect();
  }, []);
  return isAway;
}
