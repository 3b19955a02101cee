import type { ReactNode } from 'react';
import { OddsLine } from '../../client/enter/OddsLine.tsx';
import { MinePanel } from '../../client/mine/MinePanel.tsx';
import { KnownLine, myLines } from '../../client/mine/MyLine.tsx';
import { type MineWords, mineWords } from '../../client/mine/mineWords.ts';
import { RememberWallet } from '../../client/mine/RememberWallet.tsx';
import type { Win } from '../../client/mine/wins.ts';
import { OwnTime } from '../../client/ui/Times.tsx';
import { DrawList } from '../../client/wallet/WalletDraws.tsx';
import { WinCard } from '../../client/wallet/WinCard.tsx';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { reasonText } from '../../src/round/reasonText.ts';
import type { Exhibit, Group } from './Gallery.tsx';
import { CONFIG, IN_THE_DRAW, iso, NOT_IN_THE_DRAW, NOW, stats } from './lottery.ts';
import { Visitor } from './Visitor.tsx';

const [WIN = null] = IN_THE_DRAW.wins;
const EXCLUDED: WalletCheck = {
  ...NOT_IN_THE_DRAW,
  rank: null,
  reason: 'This is the lottery pool’s own wallet, so it can’t enter.',
};

const DRAWS = [
  { roundNumber: 1233, isIn: true, reason: null, wonLamports: '13999999999' },
  { roundNumber: 1232, isIn: true, reason: null, wonLamports: null },
  {
    ...{ roundNumber: 1231, isIn: false, wonLamports: null },
    reason: 'It held too little GOD when the list was locked.',
  },
  { roundNumber: 1230, isIn: true, reason: reasonText('commitment-late'), wonLamports: null },
  { roundNumber: 1229, isIn: null, reason: reasonText('missed'), wonLamports: null },
].map((draw, back) => ({ ...draw, endsAt: iso(-1_938_000 - back * 3_600_000) }));

interface MineCase {
  readonly answer: WalletCheck | null;
  readonly isError?: boolean;
  readonly win?: Win | null;
  readonly isNews?: boolean;
}

/** The locked list has the wallet, whatever it holds now. */
const { isEligible, odds } = IN_THE_DRAW;
const STILL_IN = { isEligible, odds, lockedRound: 1234 };

const CASES: Readonly<Record<string, MineCase>> = {
  loading: { answer: null },
  'not looked up': { answer: null, isError: true },
  'in, and has won': { answer: IN_THE_DRAW, win: WIN },
  'in, and a win is new': { answer: IN_THE_DRAW, win: WIN, isNews: true },
  'on the locked list': { answer: { ...IN_THE_DRAW, lockedRound: 1234, wins: [] } },
  'on the locked list, and sold since': { answer: { ...NOT_IN_THE_DRAW, ...STILL_IN, wins: [] } },
  'out, and how much is missing': { answer: NOT_IN_THE_DRAW },
  'out, excluded': { answer: EXCLUDED },
};

const LAST_ROUND = stats().lastRound?.roundNumber ?? 0;
const LOCKED = stats({ currentRound: { ...stats().currentRound, locksAt: iso(-1_000), phase: 'locked' } });

/** The line under the ticket. */
const LINES: Readonly<Record<string, Partial<Parameters<typeof myLines>[0]>>> = {
  'in, and has won': {},
  'in, without a win': { wallet: { ...IN_THE_DRAW, totalWins: 0, totalWonLamports: '0' } },
  'lost, its draws not read yet': { enteredRound: LAST_ROUND },
  lost: { enteredRound: LAST_ROUND, draws: DRAWS },
  'sold before the lock': { wallet: NOT_IN_THE_DRAW },
  'sold, and the list is locked': { wallet: { ...NOT_IN_THE_DRAW, lockedRound: 1234 }, stats: LOCKED },
  'sold after the lock': { wallet: { ...NOT_IN_THE_DRAW, ...STILL_IN }, stats: LOCKED },
  'bought after the lock': { wallet: { ...IN_THE_DRAW, isEligible: false, lockedRound: 1234 }, stats: LOCKED },
  excluded: { wallet: EXCLUDED },
};

/** The remembered wallet in every state, and the parts around it. */
export const MINE: Group = {
  title: 'My wallet',
  exhibits: [
    ...Object.entries(CASES).map(([state, of]): Exhibit => [state, panel(of)]),
    ...Object.entries(LINES).map(
      ([state, over]): Exhibit => [
        `under the ticket: ${state}`,
        <Visitor key={state}>
          <div className="wrap">
            <KnownLine
              address={IN_THE_DRAW.address}
              lines={myLines({
                ...{
                  wallet: IN_THE_DRAW,
                  config: CONFIG,
                  stats: stats(),
                  enteredRound: 0,
                  untold: Number.POSITIVE_INFINITY,
                  now: NOW,
                },
                ...over,
              })}
              buyLinks={CONFIG.buyLinks}
            />
          </div>
        </Visitor>,
      ],
    ),
    [
      'what is stored is no address any more',
      <Visitor key="unusable">
        {header(<MinePanel address={null} words={null} wallet={null} win={null} news={null} />, null)}
      </Visitor>,
    ],
    [
      'asks before it is remembered',
      <Visitor key="asks">
        <div className="wrap panel">
          <RememberWallet address={IN_THE_DRAW.address} seen={0} />
        </div>
      </Visitor>,
    ],
    [
      'a win to keep and to share',
      <Visitor key="win">
        <div className="wrap">
          {IN_THE_DRAW.wins.slice(0, 1).map((win) => (
            <WinCard key={win.roundNumber} win={win} config={CONFIG}>
              The newest of 3 wins
            </WinCard>
          ))}
        </div>
      </Visitor>,
    ],
    [
      'its last draws',
      <Visitor key="draws">
        <div className="wrap panel draws">
          <DrawList draws={DRAWS} />
        </div>
      </Visitor>,
    ],
    [
      'the odds up front, and the draw in the visitor’s own time',
      <Visitor key="odds">
        <div className="wrap">
          <OddsLine wallets={207} />
          <OddsLine wallets={null} />
          <p>
            <OwnTime time={NOW} />
          </p>
        </div>
      </Visitor>,
    ],
  ],
};

function panel({ answer, isError = false, win = null, isNews = false }: MineCase) {
  const news = isNews ? win : null;
  const words = mineWords({ answer, isError, config: CONFIG, news });
  const { address } = IN_THE_DRAW;
  return (
    <Visitor>
      {header(<MinePanel address={address} words={words} wallet={answer} win={win} news={news} />, words)}
    </Visitor>
  );
}

/** As it stands under the header's line, but in the flow of the gallery. */
function header(part: ReactNode, words: MineWords | null) {
  return (
    <div className="wrap my-wallet shown">
      <p>
        <span className={`badge ${words?.tone ?? 'amber'}`}>{words?.short ?? 'Not readable'}</span> {words?.more}
      </p>
      {part}
    </div>
  );
}
