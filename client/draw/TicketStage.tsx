import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { useNow, useOfNow } from '../clock/ServerClock.ts';
import { useParticipants } from '../data/useParticipants.ts';
import { countText } from '../format/countText.ts';
import { MyWin } from '../mine/MyWin.tsx';
import { useMine } from '../mine/useMine.ts';
import { Envelope, openedText, sealedText } from '../round/Envelope.tsx';
import { useRound } from '../round/RoundContext.ts';
import { secondsLeft } from '../round/RoundView.ts';
import type { Slip } from '../round/slip.ts';
import { PaymentLink, ResultHead, TicketSlip, type TicketSlipProps, WinnerLines } from '../round/TicketSlip.tsx';
import { dress } from '../ui/dress.ts';
import { Usd } from '../ui/Money.tsx';
import { useMotion } from '../ui/MotionProvider.tsx';
import { setOnTicket } from './onTicket.ts';
import { Reel } from './Reel.tsx';
import { LAST_SECONDS } from './soundCues.ts';
import css from './stage.css?inline';
import { type DrawSound, useDrawSound } from './useDrawSound.ts';

if (!import.meta.env.SSR) dress(css);

/**
 * The ticket's lower half. From the last ten seconds to the end of the reveal it shows the reel, and after the reveal
 * the visitor's own win, if there is one. Otherwise it shows the ticket's usual content.
 */
export function TicketStage({ slip, reveal }: TicketSlipProps) {
  const mine = useMine();
  const { round, jackpot } = useRound();
  const participants = useParticipants();
  // The value stays the same until the last ten seconds, so that the ticket does not render every second.
  const left = useOfNow((now) => Math.min(LAST_SECONDS + 1, round ? secondsLeft(round.endsAt, now) : Infinity));
  const isLast = left <= LAST_SECONDS;
  const list = participants.kind === 'ready' ? participants.data : null;
  const won = slip.kind === 'result' ? slip.outcome.winners.find(({ address }) => address === mine) : undefined;
  const sound = useDrawSound({
    slip: slip.kind,
    isNew: slip.kind === 'result' && slip.isNew && slip.outcome.kind === 'complete',
    printed: reveal.printed,
    crowned: reveal.crowned,
    left,
    mine: won !== undefined,
  });
  const aside = <SoundSwitch sound={sound} />;
  const isShown = list !== null && list.participants.length > 0 && isShow(slip, isLast);
  useLayoutEffect(() => {
    setOnTicket(isShown);
    return () => setOnTicket(false);
  }, [isShown]);
  if (isShown && isShow(slip, isLast)) {
    const { participants, total } = list;
    return <Show {...{ slip, reveal, aside, participants, total, mine }} />;
  }
  if (won && slip.kind === 'result') {
    const { roundNumber } = slip;
    return (
      <MyWin
        win={{ ...won, roundNumber }}
        worth={<Usd lamports={won.prizeLamports} price={jackpot.price} />}
        payment={<PaymentLink roundNumber={roundNumber} />}
      />
    );
  }
  return isEnvelope(slip) ? <Envelope slip={slip} aside={aside} /> : <TicketSlip slip={slip} reveal={reveal} />;
}

function isEnvelope(slip: Slip): slip is Waiting {
  return slip.kind === 'sealed' || slip.kind === 'opened';
}

type Shown = Extract<Slip, { kind: 'sealed' | 'opened' | 'result' }>;

function isShow(slip: Slip, isLast: boolean): slip is Shown {
  if (slip.kind === 'sealed') return isLast;
  return slip.kind === 'opened' || (slip.kind === 'result' && slip.isNew && slip.outcome.kind === 'complete');
}

interface ShowProps {
  readonly slip: Shown;
  readonly reveal: TicketSlipProps['reveal'];
  readonly aside: ReactNode;
  readonly participants: readonly string[];
  readonly total: number;
  readonly mine: string | null;
}

/**
 * The envelope's words or the winners' lines, and below them the reel, which stays the same element and so keeps
 * moving.
 */
export function Show({ slip, reveal, aside, ...reel }: ShowProps) {
  const isNew = slip.kind === 'result' && slip.isNew;
  useBeat(slip.kind === 'sealed');
  return (
    <div className={`slip show ${isNew ? 'new' : slip.kind}`}>
      {slip.kind === 'result' ? <ResultHead slip={slip} /> : <Head slip={slip} aside={aside} />}
      {slip.kind === 'result' ? <WinnerLines slip={slip} reveal={reveal} /> : <Words slip={slip} />}
      <Reel {...reel} />
    </div>
  );
}

const BEAT = [
  { transform: 'scale(1.08)', easing: 'ease-out' },
  { transform: 'none', offset: 0.6 },
  { transform: 'none' },
];

/** Makes the clock beat. A style sheet's animation would cost time on the main thread at each beat. */
function useBeat(isOn: boolean): void {
  const { moving } = useMotion();
  useEffect(() => {
    if (!isOn || !moving) return;
    const beat = document.querySelector('.ticket .clock')?.animate(BEAT, { duration: 1000, iterations: Infinity });
    return () => beat?.cancel();
  }, [isOn, moving]);
}

type Waiting = Exclude<Shown, { kind: 'result' }>;

function Head({ slip: { kind, roundNumber }, aside }: { readonly slip: Waiting; readonly aside: ReactNode }) {
  return (
    <div className="eyebrow">
      <span>
        Round #{countText(roundNumber)} · {kind === 'sealed' ? 'sealed' : 'opened'}
      </span>
      {aside}
    </div>
  );
}

function Words({ slip: { kind, seal } }: { readonly slip: Waiting }) {
  const now = useNow();
  const { lead, text } = kind === 'sealed' ? sealedText(seal, now) : openedText(seal);
  return (
    <div className="show-words">
      <p className="slip-lead">{lead}</p>
      <p className="dim">{text.replace(/ The seal.*/, '')}</p>
    </div>
  );
}

const SPEAKER = 'M1 5h3l4-3.5v11L4 9H1z';
const WAVES = 'M10 4.5a3.5 3.5 0 0 1 0 5M11.5 2.5a6.5 6.5 0 0 1 0 9';
const CROSS = 'M10.5 5l4 4M14.5 5l-4 4';

/** The switch for the draw's sound and vibration. Nothing where the visitor wants no motion. */
export function SoundSwitch({ sound: { state, isOffered, toggle } }: { readonly sound: DrawSound }) {
  if (!isOffered) return null;
  if (state === 'refused') return <span className="sound">No sound here</span>;
  return (
    <button type="button" className="plain sound" aria-pressed={state === 'on'} onClick={toggle}>
      <svg width="16" height="14" viewBox="0 0 16 14" fill="none" stroke="currentColor" aria-hidden="true">
        <path d={SPEAKER} fill="currentColor" stroke="none" />
        <path d={state === 'on' ? WAVES : CROSS} strokeWidth="1.4" strokeLinecap="round" />
      </svg>
      Sound
    </button>
  );
}
