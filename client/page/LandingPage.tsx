import { Suspense } from 'react';
import { useClock } from '../clock/ClockContext.ts';
import { useConfig } from '../data/useConfig.ts';
import { LotteryPanel } from '../draw/LotteryPanel.tsx';
import { LiveStats } from '../figures/LiveStats.tsx';
import { countText } from '../format/countText.ts';
import { utcText } from '../format/timeText.ts';
import { Frame } from '../frame/Frame.tsx';
import { LiveBadge } from '../frame/LiveBadge.tsx';
import { Faq } from '../guide/Faq.tsx';
import { HowToPlay } from '../guide/HowToPlay.tsx';
import { RoundAnnouncer } from '../round/RoundAnnouncer.tsx';
import { useRound } from '../round/RoundContext.ts';
import { RoundProvider } from '../round/RoundProvider.tsx';
import { Ticket } from '../round/Ticket.tsx';
import { clusterText } from '../token/clusterText.ts';
import { TokenFacts } from '../token/TokenFacts.tsx';
import { CheckWallet } from '../wallet/CheckWallet.tsx';
import { RecentWinners } from '../winners/RecentWinners.tsx';
import { Below } from './Below.tsx';

/**
 * Nothing here waits for anything: within a `Suspense`, React brings a part to life when it has time, in small steps.
 * Only parts that do not follow the round: what changed before its turn came would no longer be what the server wrote.
 */
export function LandingPage() {
  return (
    <RoundProvider>
      <Frame badge={<LiveBadge />}>
        <Hero />
        <Suspense>
          <TokenFacts />
        </Suspense>
        <LotteryPanel />
        <Suspense>
          <CheckWallet />
        </Suspense>
        <Below order={1}>
          <RecentWinners />
        </Below>
        <Below order={2}>
          <LiveStats />
        </Below>
        <Below order={3}>
          <Suspense>
            <HowToPlay />
            <Faq />
          </Suspense>
        </Below>
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
          Hold at least 100,000 GOD and your wallet is in the next draw. Prizes are paid in SOL right after it ends.
        </p>
        <noscript>
          <p className="note">Without JavaScript this page stands still. Figures as of {utcText(renderedAt)}.</p>
        </noscript>
      </div>
      <Ticket />
    </div>
  );
}
