import { useClock } from '../clock/ClockContext.ts';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import { RULES_TEXT } from '../format/rulesText.ts';
import { utcText } from '../format/timeText.ts';
import { LiveBadge } from '../round/LiveBadge.tsx';
import { RoundAnnouncer } from '../round/RoundAnnouncer.tsx';
import { useRound } from '../round/RoundContext.ts';
import { RoundProvider } from '../round/RoundProvider.tsx';
import { Ticket } from '../round/Ticket.tsx';
import { Frame } from './Frame.tsx';
import { Island, TextIsland } from './Island.tsx';

/**
 * The ticket comes to life first. What stands below it follows part by part, in code of its own; what is only read
 * never does.
 */
export function LandingPage() {
  return (
    <RoundProvider>
      <Frame badge={<LiveBadge />}>
        <Hero />
        <Island name="TokenFacts" order={1} />
        <Island name="LotteryPanel" order={0} />
        <Island name="CheckWallet" order={2} />
        <Island name="RecentWinners" order={3} late />
        <Island name="LiveStats" order={4} late />
        <TextIsland name="HowToPlay" order={5} />
        <TextIsland name="Faq" order={5} />
        <RoundAnnouncer />
      </Frame>
    </RoundProvider>
  );
}

function Hero() {
  const { round } = useRound();
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
          <br /> Every day.
        </h1>
        <p className="lede muted">
          {`Hold at least ${RULES_TEXT.threshold} GOD and your wallet is in the next draw. Prizes are paid in SOL right after it ends.`}
        </p>
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
