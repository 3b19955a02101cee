import { ALL_SHOWN, type Reveal } from '../../client/clock/revealTimeline.ts';
import { Show, SoundSwitch } from '../../client/draw/TicketStage.tsx';
import type { DrawSound } from '../../client/draw/useDrawSound.ts';
import { MyWin } from '../../client/mine/MyWin.tsx';
import { Strip } from '../../client/page/landing/DrawStrip.tsx';
import { Envelope } from '../../client/round/Envelope.tsx';
import { RevealContext, type RoundState } from '../../client/round/RoundContext.ts';
import { slipOf } from '../../client/round/slip.ts';
import { Ticket } from '../../client/round/Ticket.tsx';
import { PaymentLink, type TicketSlipProps } from '../../client/round/TicketSlip.tsx';
import { Usd } from '../../client/ui/Money.tsx';
import { MotionContext } from '../../client/ui/MotionProvider.tsx';
import type { Exhibit, Group } from './Gallery.tsx';
import {
  addressNumber,
  IN_THE_DRAW,
  iso,
  LAST_SEAL,
  NOT_IN_THE_DRAW,
  NOW,
  PARTICIPANTS,
  roundAt,
  STAGES,
  stats,
} from './lottery.ts';
import { REVEALS } from './roundCases.ts';
import { Visitor } from './Visitor.tsx';

const nothing = () => undefined;
const LISTED = PARTICIPANTS.ready.kind === 'ready' ? PARTICIPANTS.ready.data : { participants: [], total: 0 };
const SEALED_AHEAD = { randomness: null, beaconAt: iso(9_000) };
const MOVING = { moving: true, paused: false, reduced: false, setPaused: nothing };
const sound = (state: DrawSound['state']) => <SoundSwitch sound={{ state, isOffered: true, toggle: nothing }} />;

/** The last ten seconds: the list is locked, its seal is on chain, and the number is not there yet. */
const LAST_SECONDS: RoundState = roundAt('locked', {
  round: STAGES.locked.round && { ...STAGES.locked.round, endsAt: NOW + 9_000 },
  figures: {
    ...{ kind: 'known', silent: false },
    stats: stats({ currentRound: { ...stats().currentRound, seal: { ...LAST_SEAL, ...SEALED_AHEAD } } }),
  },
});

/** The ticket during the draw. The wallet `mine` is marked in the reel as the visitor's own. */
function show(round: RoundState, reveal: Reveal, moving = false) {
  const stage = ({ slip }: TicketSlipProps) => {
    if (slip.kind !== 'sealed' && slip.kind !== 'opened' && slip.kind !== 'result') return null;
    const { participants, total } = LISTED;
    return <Show {...{ slip, reveal, participants, total, aside: sound('on'), mine: addressNumber(2) }} />;
  };
  const ticket = (
    <div className="wrap">
      <Ticket stage={stage} />
    </div>
  );
  return (
    <Visitor round={round}>
      <RevealContext value={reveal}>
        {moving ? <MotionContext value={MOVING}>{ticket}</MotionContext> : ticket}
      </RevealContext>
    </Visitor>
  );
}

/** What the ticket's stage adds to the ticket, and the draw in short. */
export const STAGE_PARTS: Group = {
  title: 'The stage, and the draw in short',
  exhibits: [
    ...(['off', 'on', 'refused'] as const).map((state): Exhibit => {
      const slip = slipOf(STAGES.locked);
      return [
        `the sealed envelope, sound ${state}`,
        <Visitor key={state} round={STAGES.locked}>
          <div className="wrap">
            {(slip.kind === 'sealed' || slip.kind === 'opened') && <Envelope slip={slip} aside={sound(state)} />}
          </div>
        </Visitor>,
      ];
    }),
    ['the last ten seconds', show(LAST_SECONDS, ALL_SHOWN)],
    ['the seal is broken', show(STAGES.drawing, ALL_SHOWN)],
    ...Object.entries(REVEALS).map(
      ([state, reveal]): Exhibit => [`with the reel, ${state}`, show(STAGES.complete, reveal)],
    ),
    ['with the reel, the first place is crowned', show(STAGES.complete, ALL_SHOWN, true)],
    [
      'a win of one’s own',
      <Visitor key="win" round={STAGES.complete}>
        <div className="wrap">
          {IN_THE_DRAW.wins.slice(0, 1).map((win) => (
            <MyWin
              key={win.roundNumber}
              win={win}
              worth={<Usd lamports={win.prizeLamports} price={STAGES.complete.jackpot.price} />}
              payment={<PaymentLink roundNumber={win.roundNumber} />}
            />
          ))}
        </div>
      </Visitor>,
    ],
    ...(['open', 'locked', 'drawing', 'complete', 'paused', 'rolled-over', 'held'] as const).map(
      (stage): Exhibit => [
        `the draw in short: ${stage}`,
        <Visitor key={stage} round={STAGES[stage]}>
          <Strip mine={null} />
        </Visitor>,
      ],
    ),
    ...Object.entries({ 'is in': IN_THE_DRAW, 'is not in': NOT_IN_THE_DRAW }).map(
      ([state, wallet]): Exhibit => [
        `the draw in short: a remembered wallet ${state}`,
        <Visitor key={state} round={STAGES.open} answered={[[['mine', wallet.address, ''], wallet]]}>
          <Strip mine={wallet.address} />
        </Visitor>,
      ],
    ),
    [
      'the draw in short: a remembered wallet has won',
      <Visitor key="won" round={STAGES.complete}>
        <Strip mine={STAGES.complete.outcome?.winners[1]?.address ?? null} />
      </Visitor>,
    ],
  ],
};
