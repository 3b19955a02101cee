import { useClock } from '../clock/ClockContext.ts';
import { useConfig } from '../data/useConfig.ts';
import { OddsLine } from '../enter/OddsLine.tsx';
import { countText } from '../format/countText.ts';
import { entryText } from '../format/rulesSentences.ts';
import { utcText } from '../format/timeText.ts';
import { useRound } from './RoundContext.ts';
import { Ticket } from './Ticket.tsx';

/** What it is, what it takes to be in it, and the ticket on which it happens. */
export function Hero() {
  const { round, figures } = useRound();
  const { renderedAt } = useClock();
  const config = useConfig();
  return (
    <div className="hero wrap">
      <div className="hero-copy">
        <p className="eyebrow">
          Round #{countText(round?.roundNumber ?? 1)}
          {config && ` · ${clusterText(config.cluster)}`}
        </p>
        <h1>
          Three winners.
          <br /> Every hour.
          <br className="on-desks" /> Every day.
        </h1>
        <p className="lede muted">
          {`${entryText(config?.drawTopHolders)} Prizes are paid in SOL right after it ends.`}
        </p>
        <OddsLine wallets={figures.kind === 'known' ? figures.stats.totalParticipants : null} />
        <noscript>
          <p className="note">Without JavaScript this page stands still. Figures as of {utcText(renderedAt)}.</p>
        </noscript>
      </div>
      <Ticket />
    </div>
  );
}

/** A cluster's name for visitors. */
function clusterText(cluster: string): string {
  if (cluster === 'mainnet-beta') return 'Solana mainnet';
  return cluster === 'custom' ? 'Solana test chain' : `Solana ${cluster}`;
}
