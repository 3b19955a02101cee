import type { ReactNode } from 'react';
import { WINNERS_TEXT } from '../../src/round/placeWords.ts';
import { useClock } from '../clock/ServerClock.ts';
import { useConfig } from '../data/useConfig.ts';
import { OddsLine } from '../enter/OddsLine.tsx';
import { countText } from '../format/countText.ts';
import { entryText, RULES_TEXT } from '../format/rulesSentences.ts';
import { utcText } from '../format/timeText.ts';
import { useRound } from './RoundContext.ts';
import { type StageContent, Ticket } from './Ticket.tsx';

interface HeroProps {
  /** The draw on the ticket; null until it is loaded. */
  readonly stage?: StageContent | null;
  readonly children?: ReactNode;
}

/** The top of the page: what the lottery is, how to take part, and the ticket. `children` stand below the ticket. */
export function Hero({ stage = null, children }: HeroProps) {
  const { round, figures } = useRound();
  const { renderedAt } = useClock();
  const config = useConfig();
  return (
    <div className="hero wrap">
      <div className="hero-copy">
        <p className="eyebrow">
          Round #{countText(round?.roundNumber ?? 1)}
          {config && ` · ${lotteryText(config.cluster)}`}
        </p>
        <h1>
          {WINNERS_TEXT}.
          <br /> Every hour. Every day.
        </h1>
        <p className="lede muted">
          {`${entryText(config?.drawTopHolders)} Its winners share the jackpot ${RULES_TEXT.split}, paid in SOL right after it ends, automatically. `}
          <a href="/fairness">Anyone can check it.</a>
        </p>
        <noscript>
          <p className="note">Without JavaScript this page stands still. Figures as of {utcText(renderedAt)}.</p>
        </noscript>
      </div>
      <Ticket stage={stage} />
      <div className="below-ticket">
        <OddsLine wallets={figures.kind === 'known' ? figures.stats.totalParticipants : null} />
        {children}
      </div>
    </div>
  );
}

/** The kind of lottery. A test chain is named, because its prizes have no value. */
function lotteryText(cluster: string): string {
  return cluster === 'mainnet-beta' ? 'token lottery on Solana' : 'token lottery, test chain';
}
