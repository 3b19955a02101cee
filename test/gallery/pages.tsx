import './pages.css';
import type { ReactNode } from 'react';
import { DrawStage } from '../../client/draw/DrawStage.tsx';
import { DrawPanel, TopHolders } from '../../client/draw/LotteryPanel.tsx';
import { Faq } from '../../client/guide/Faq.tsx';
import { HowToPlay } from '../../client/guide/HowToPlay.tsx';
import { TokenFacts } from '../../client/guide/TokenFacts.tsx';
import { Rehearsal } from '../../client/page/Frame.tsx';
import { LiveStats } from '../../client/prizes/LiveStats.tsx';
import { RecentWinners } from '../../client/prizes/RecentWinners.tsx';
import { LiveBadge } from '../../client/round/LiveBadge.tsx';
import { RevealContext, type RoundState } from '../../client/round/RoundContext.ts';
import { Ticket } from '../../client/round/Ticket.tsx';
import { CycleItem } from '../../client/tax/CycleItem.tsx';
import { CycleList } from '../../client/tax/CycleList.tsx';
import { TaxCourse } from '../../client/tax/TaxCourse.tsx';
import { TaxPlots } from '../../client/tax/TaxPlots.tsx';
import { TaxLimits } from '../../client/tax/TaxRules.tsx';
import { TaxWaits } from '../../client/tax/TaxWaits.tsx';
import { CheckWallet } from '../../client/wallet/CheckWallet.tsx';
import { problemOf, refusalText, WalletForm } from '../../client/wallet/WalletForm.tsx';
import { WalletResult } from '../../client/wallet/WalletResult.tsx';
import { AUDIT_EXHIBITS, VERIFY_EXHIBITS } from './auditCases.tsx';
import { type Exhibit, showGallery } from './Gallery.tsx';
import { INCLUSION } from './inclusionCases.tsx';
import { CONFIG, IN_THE_DRAW, LOADING, NOBODY, PARTICIPANTS, roundAt, STAGES } from './lottery.ts';
import { MINE } from './mineCases.tsx';
import styles from './pages.css?inline';
import { BADGES, ENDINGS, NOTES, POOLS, REVEALS, SLIPS, WALLETS, WINNERS } from './roundCases.ts';
import { ROUND_PAGES } from './roundPages.tsx';
import { STAGE_PARTS } from './stageCases.tsx';
import { STATUS } from './statusCases.tsx';
import { CYCLES, FAILING, KNOWN, NO_CYCLES, report, UNEXPLAINED, VIEWS, WAITS } from './tax.ts';
import { TELL } from './tellCases.tsx';
import { Visitor } from './Visitor.tsx';
import { WITNESSES } from './witnessCases.tsx';

const ready = PARTICIPANTS.ready;
const asked = IN_THE_DRAW.address;

/** The same part for each of some rounds. */
function forRounds(rounds: Readonly<Record<string, RoundState>>, part: ReactNode): Exhibit[] {
  return Object.entries(rounds).map(([state, round]) => [
    state,
    <Visitor key={state} round={round}>
      {part}
    </Visitor>,
  ]);
}

const wrap = (part: ReactNode) => <div className="wrap">{part}</div>;
const page = (part: ReactNode) => <div className="wrap page">{part}</div>;

const refusedForm = (text: string, refusal: string | null) => (
  <Visitor>{wrap(<WalletForm asked={text} refusal={refusal} />)}</Visitor>
);

showGallery({
  title: 'Gallery of the pages',
  styles,
  groups: [
    { title: 'The ticket, in every stage', exhibits: forRounds(STAGES, wrap(<Ticket />)) },
    { title: 'The ticket, with every price', exhibits: forRounds(POOLS, wrap(<Ticket />)) },
    {
      title: 'The ticket, with every lower half',
      exhibits: [
        ...forRounds(SLIPS, wrap(<Ticket />)),
        ...Object.entries(REVEALS).map(
          ([state, reveal]): Exhibit => [
            state,
            <Visitor key={state} round={STAGES.complete}>
              <RevealContext value={reveal}>{wrap(<Ticket />)}</RevealContext>
            </Visitor>,
          ],
        ),
      ],
    },
    STAGE_PARTS,
    WITNESSES,
    {
      title: 'A rehearsal',
      exhibits: [
        [
          'on every page',
          <Visitor key="rehearsal" config={{ ...CONFIG, payouts: 'shadow' }}>
            <Rehearsal />
          </Visitor>,
        ],
      ],
    },
    { title: 'The badge', exhibits: forRounds(BADGES, wrap(<LiveBadge />)) },
    { title: 'The draw, in every stage', exhibits: forRounds(STAGES, wrap(<DrawPanel participants={ready} />)) },
    {
      title: 'The draw, with every list of participants',
      exhibits: [
        ...Object.entries({ ...PARTICIPANTS, 'ready, and nobody is in it': NOBODY }).map(
          ([state, participants]): Exhibit => [
            state,
            <Visitor key={state} round={STAGES.open}>
              {wrap(<DrawPanel participants={participants} />)}
            </Visitor>,
          ],
        ),
        ...forRounds({ 'before anything is known': LOADING, ...NOTES }, wrap(<DrawPanel participants={ready} />)),
      ],
    },
    {
      title: 'A round without a payment, for every reason',
      exhibits: ENDINGS.map((outcome): Exhibit => {
        const state = `${outcome.kind}: ${outcome.reason ?? 'no reason given'}`;
        const round = roundAt(outcome.kind, { outcome: { ...outcome, winners: [] } });
        return [
          state,
          <Visitor key={state} round={round}>
            {wrap(<DrawStage participants={ready} />)}
          </Visitor>,
        ];
      }),
    },
    {
      title: 'The largest holders',
      exhibits: Object.entries({ ...PARTICIPANTS, 'ready, and there are none': NOBODY }).map(
        ([state, participants]): Exhibit => [state, wrap(<TopHolders participants={participants} />)],
      ),
    },
    { title: 'The figures', exhibits: forRounds(POOLS, <LiveStats />) },
    { title: 'The winners', exhibits: forRounds(WINNERS, <RecentWinners />) },
    {
      title: 'The token and the rules',
      exhibits: [
        [
          'the token, before the settings are known',
          <Visitor key="1" config={null}>
            <TokenFacts />
          </Visitor>,
        ],
        [
          'the token',
          <Visitor key="2">
            <TokenFacts />
          </Visitor>,
        ],
        [
          'how to play',
          <Visitor key="3">
            <HowToPlay />
          </Visitor>,
        ],
        [
          'the questions, before the settings are known',
          <Visitor key="4" config={null}>
            <Faq />
          </Visitor>,
        ],
        [
          'the questions, with two nodes',
          <Visitor key="5">
            <Faq />
          </Visitor>,
        ],
        [
          'the questions, with one node',
          <Visitor key="6" config={{ ...CONFIG, rpcNodes: 1 }}>
            <Faq />
          </Visitor>,
        ],
      ],
    },
    {
      title: 'The wallet check',
      exhibits: [
        [
          'asks',
          <Visitor key="1">
            <CheckWallet />
          </Visitor>,
        ],
        ['refuses what cannot be an address', refusedForm('O0', problemOf('O0'))],
        ['shows what the server refuses', refusedForm(asked, refusalText('address: must be a wallet'))],
        ['loading', <Visitor key="4">{page(<WalletResult address={asked} heading="h3" />)}</Visitor>],
        [
          'failed',
          <Visitor key="5" failed={['wallet', asked]}>
            {page(<WalletResult address={asked} heading="h3" />)}
          </Visitor>,
        ],
        ...Object.entries(WALLETS).map(
          ([state, wallet]): Exhibit => [
            state,
            <Visitor key={state}>
              {page(
                <div className="panel winners">
                  <WalletResult address={asked} known={wallet} heading="h3" />
                </div>,
              )}
            </Visitor>,
          ],
        ),
      ],
    },
    MINE,
    TELL,
    INCLUSION,
    { title: 'The audit', exhibits: AUDIT_EXHIBITS },
    { title: 'The check of a round', exhibits: VERIFY_EXHIBITS },
    {
      title: 'The tax: all cycles',
      exhibits: Object.entries({
        ...VIEWS,
        'known, and not read again since': FAILING,
        'known, and there are no cycles': NO_CYCLES,
        'known, and the sums are not explained': UNEXPLAINED,
      }).map(
        ([state, view]): Exhibit => [state, <Visitor key={state}>{tax(<TaxCourse view={view} fee="5%" />)}</Visitor>],
      ),
    },
    {
      title: 'The tax: what waits',
      exhibits: WAITS.map(
        ([state, read]): Exhibit => [state, <Visitor key={state}>{tax(<TaxWaits report={read} />)}</Visitor>],
      ),
    },
    {
      title: 'The tax: per day',
      exhibits: [
        ['loading', tax(<TaxPlots report={null} />)],
        ['no cycle in these days', tax(<TaxPlots report={report([])} />)],
        ['some days', tax(<TaxPlots report={KNOWN.answer} />)],
      ],
    },
    {
      title: 'The tax: every list of cycles',
      exhibits: Object.entries({ ...VIEWS, 'known, and there are no cycles': NO_CYCLES }).map(
        ([state, view]): Exhibit => [
          state,
          <Visitor key={state}>{tax(<CycleList view={view} config={CONFIG} />)}</Visitor>,
        ],
      ),
    },
    {
      title: 'The tax: a cycle in every state',
      exhibits: [
        ...CYCLES.map(
          ([state, cycle]): Exhibit => [
            state,
            <Visitor key={state}>
              {tax(
                <div className="panel cycles">
                  <ol>
                    <CycleItem cycle={cycle} config={CONFIG} isOpen />
                  </ol>
                </div>,
              )}
            </Visitor>,
          ],
        ),
        ['what it proves', tax(<TaxLimits />)],
      ],
    },
    ...ROUND_PAGES,
    STATUS,
  ],
});

function tax(part: ReactNode): ReactNode {
  return <div className="wrap page sheet tax">{part}</div>;
}
