import { SoundSwitch } from '../../client/draw/TicketStage.tsx';
import type { DrawSound } from '../../client/draw/useDrawSound.ts';
import { MyWin } from '../../client/mine/MyWin.tsx';
import { Strip } from '../../client/page/landing/DrawStrip.tsx';
import { Envelope } from '../../client/round/Envelope.tsx';
import { slipOf } from '../../client/round/slip.ts';
import { PaymentLink } from '../../client/round/TicketSlip.tsx';
import { Usd } from '../../client/ui/Money.tsx';
import type { Exhibit, Group } from './Gallery.tsx';
import { IN_THE_DRAW, STAGES } from './lottery.ts';
import { Visitor } from './Visitor.tsx';

const nothing = () => undefined;
const sound = (state: DrawSound['state']) => <SoundSwitch sound={{ state, isOffered: true, toggle: nothing }} />;

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
          <Strip />
        </Visitor>,
      ],
    ),
  ],
};
