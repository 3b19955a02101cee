import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useClock } from '../clock/ClockContext.ts';
import { useConfig } from '../data/useConfig.ts';
import { LotteryPanel } from '../draw/LotteryPanel.tsx';
import { countText } from '../format/countText.ts';
import { RULES_TEXT } from '../format/rulesText.ts';
import { utcText } from '../format/timeText.ts';
import { Faq } from '../guide/Faq.tsx';
import { HowToPlay } from '../guide/HowToPlay.tsx';
import { TokenFacts } from '../guide/TokenFacts.tsx';
import { LiveStats } from '../prizes/LiveStats.tsx';
import { RecentWinners } from '../prizes/RecentWinners.tsx';
import { LiveBadge } from '../round/LiveBadge.tsx';
import { RoundAnnouncer } from '../round/RoundAnnouncer.tsx';
import { useRound } from '../round/RoundContext.ts';
import { RoundProvider } from '../round/RoundProvider.tsx';
import { Ticket } from '../round/Ticket.tsx';
import { CheckWallet } from '../wallet/CheckWallet.tsx';
import { Frame } from './Frame.tsx';

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

const STEP_MS = 100;

interface BelowProps {
  /** Its turn among the parts below the fold. */
  readonly order: number;
  readonly children: ReactNode;
}

/** What the first paint need not wait for: laid out when the visitor comes near, or when its turn has come. */
function Below({ order, children }: BelowProps) {
  const [late, setLate] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLate(false), order * STEP_MS);
    return () => clearTimeout(timer);
  }, [order]);
  return <div className={late ? 'late' : ''}>{children}</div>;
}

/** A cluster's name for visitors. */
function clusterText(cluster: string): string {
  if (cluster === 'mainnet-beta') return 'Solana mainnet';
  return cluster === 'custom' ? 'Solana test chain' : `Solana ${cluster}`;
}
