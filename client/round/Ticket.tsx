import { type ComponentType, useContext, useRef } from 'react';
import { useOfNow } from '../clock/ServerClock.ts';
import { countText } from '../format/countText.ts';
import { solText, usdText } from '../format/moneyText.ts';
import { utcClockText } from '../format/timeText.ts';
import { Sol, Usd } from '../ui/Money.tsx';
import { OwnTime } from '../ui/Times.tsx';
import { Clock } from './Clock.tsx';
import { RevealContext, type RoundState, useRound } from './RoundContext.ts';
import type { RoundInView } from './RoundView.ts';
import { slipOf } from './slip.ts';
import { stageText } from './stageText.ts';
import { TicketSlip, type TicketSlipProps } from './TicketSlip.tsx';
import { useRevealStage } from './useRevealStage.ts';

/** The most characters of an amount below 100 SOL, and below 1,000 SOL. Longer amounts are set smaller. */
const [USUAL_LENGTH, WIDE_LENGTH] = [7, 8];

/** A component that, once loaded, replaces the ticket's lower half. It shows the draw or the visitor's own win. */
export type StageContent = ComponentType<TicketSlipProps>;

/** The ticket: the jackpot; below it the last result, the envelope or the draw; and on the stub the clock. */
export function Ticket({ stage: Stage = null }: { readonly stage?: StageContent | null }) {
  const state = useRound();
  const reveal = useContext(RevealContext);
  const { round, stage, outcome } = state;
  const ticket = useRef<HTMLElement>(null);
  useRevealStage({ ticket, outcome, reveal });
  const slip = slipOf(state);
  const torn = outcome?.kind === 'complete' && reveal.torn;
  return (
    <section
      ref={ticket}
      className={`ticket ${stage} ${torn ? 'torn' : ''}`}
      aria-label="Current jackpot, countdown and last winners"
    >
      <div className="ticket-main">
        <Jackpot state={state} />
        {Stage ? <Stage slip={slip} reveal={reveal} /> : <TicketSlip slip={slip} reveal={reveal} />}
      </div>
      <div className="stub">
        <p className="eyebrow" id="clock-label">
          {slip.kind === 'unheard' ? 'Connection lost. The result follows' : stageText(stage)}
        </p>
        <Clock round={round} labelledBy="clock-label" className="fig clock" />
        <Rail round={round} />
        <p className="stub-foot dim">
          <b className="fig">#{countText(round?.roundNumber ?? 1)}</b>
          {round && (
            <>
              Draw at {utcClockText(round.endsAt).slice(0, 5)} UTC <OwnTime time={round.endsAt} />
            </>
          )}
        </p>
      </div>
    </section>
  );
}

/** What stands in the place of a jackpot that is not known. A page that is opened in a draw learns it with the winners. */
export function awaitedText({ figures, stage }: Pick<RoundState, 'figures' | 'stage'>): string {
  if (figures.kind === 'loading') return 'Loading lottery data...';
  return stage === 'drawing' ? 'Being drawn…' : 'Reading the jackpot…';
}

function Jackpot({ state }: { readonly state: RoundState }) {
  const { figures, jackpot } = state;
  const { lamports, price } = jackpot;
  return (
    <div className="ticket-l">
      <p className="eyebrow">Current jackpot</p>
      {figures.kind === 'loading' || lamports === null ? (
        <p className="fig jackpot loading" data-figure="jackpot">
          {awaitedText(state)}
        </p>
      ) : (
        <p className={`fig jackpot ${lengthOf(solText(lamports))}`} data-figure="jackpot">
          <Sol lamports={lamports} />
        </p>
      )}
      <p className="muted usd">
        {figures.kind === 'loading' || lamports === null ? '–' : <Usd lamports={lamports} price={price} />}
        {price && <span className="dim"> at {usdText(price.usd)} per SOL</span>}
      </p>
    </div>
  );
}

function lengthOf(amount: string): '' | 'wide' | 'long' {
  if (amount.length <= USUAL_LENGTH) return '';
  return amount.length <= WIDE_LENGTH ? 'wide' : 'long';
}

const TICKS = 60;

/** A tick for each sixtieth of the round: those that have passed, the running one, and those to come. */
function Rail({ round }: { readonly round: RoundInView | null }) {
  const passed = useOfNow((now) => (round ? ticksPassed(round, now) : 0));
  return (
    <svg className="rail" viewBox={`0 0 ${TICKS} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={ticks(0, TICKS)} className="rail-rest" />
      <path d={ticks(0, passed)} className="rail-on" />
      {round && passed < TICKS && <path d={ticks(passed, passed + 1)} className="rail-now" />}
    </svg>
  );
}

function ticksPassed({ startsAt, endsAt }: RoundInView, now: number): number {
  const share = (now - startsAt) / (endsAt - startsAt);
  return Math.min(TICKS, Math.max(0, Math.floor(share * TICKS)));
}

/** An SVG path through the ticks from `first` up to `end`. ticket.css cuts the gaps between them. */
function ticks(first: number, end: number): string {
  return first < end ? `M${first} .5h${end - first}` : '';
}
