import '../styles/pages.css';
import '../rounds/round.css';
import '../rounds/roundSteps.css';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { PageData } from '../../src/contract/pageData.ts';
import type { RoundDetail } from '../../src/contract/round.ts';
import type { Winner } from '../../src/contract/winner.ts';
import { useNow } from '../clock/ServerClock.ts';
import { useConfig } from '../data/useConfig.ts';
import { currentRound } from '../rounds/currentRound.ts';
import { MissingRound } from '../rounds/MissingRound.tsx';
import { RoundBody } from '../rounds/RoundBody.tsx';
import { RoundNeighbours } from '../rounds/RoundNeighbours.tsx';
import { useRoundDetail } from '../rounds/useRoundDetail.ts';
import { Unread } from '../ui/Unread.tsx';
import { WinCard } from '../wallet/WinCard.tsx';
import { Frame } from './Frame.tsx';

/** One round: how it ended, its winners, when each step was done, and how to check all of it. */
export function RoundPage({ data: { shown } }: { readonly data: PageData }) {
  const { asked, place, answer } = shown?.kind === 'round' ? shown : { asked: '', place: null, answer: null };
  const view = useRoundDetail({ asked, known: answer });
  const config = useConfig();
  const now = useNow();
  return (
    <Frame>
      <div className="wrap page round">
        {view.kind === 'missing' && <MissingRound asked={asked} config={config} now={now} />}
        {view.kind === 'loading' && (
          <p className="blank">
            Loading the round...
            <noscript>It could not be read just now. Please reload this page in a few seconds.</noscript>
          </p>
        )}
        {view.kind === 'failed' && <Unread sentence="The round could not be read." onRetry={view.retry} />}
        {view.kind === 'known' && (
          <>
            <RoundNeighbours roundNumber={view.round.roundNumber} current={currentRound(config, now)} />
            <SharedWin round={view.round} place={place} config={config} />
            <RoundBody round={view.round} isFailing={view.isFailing} config={config} now={now} />
          </>
        )}
      </div>
    </Frame>
  );
}

interface SharedWinProps {
  readonly round: RoundDetail;
  readonly place: Winner['place'] | null;
  readonly config: PublicConfig | null;
}

/** The win of the place that a shared link names. Nothing when no wallet has won this place. */
function SharedWin({ round, place, config }: SharedWinProps) {
  const win = round.winners.find((winner) => winner.place === place);
  return (
    win && (
      <WinCard win={win} config={config}>
        A win in Game of Draws
      </WinCard>
    )
  );
}
