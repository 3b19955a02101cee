import { useEffect, useState } from 'react';
import { Hero } from '../../round/Hero.tsx';
import { LiveBadge } from '../../round/LiveBadge.tsx';
import { RoundAnnouncer } from '../../round/RoundAnnouncer.tsx';
import { RoundProvider } from '../../round/RoundProvider.tsx';
import type { StageContent } from '../../round/Ticket.tsx';
import { wholePageAlive } from '../../ui/life.ts';
import { Frame } from '../Frame.tsx';
import { Island, TextIsland } from './Island.tsx';

/** The landing page. The ticket is hydrated first, then one island after the other. */
export function LandingPage() {
  return (
    <RoundProvider>
      <Frame badge={<LiveBadge />}>
        <Hero stage={useTicketStage()}>
          <Island name="CheckWallet" order={0} />
        </Hero>
        <Island name="RecentWinners" order={2} late />
        <TextIsland name="HowToPlay" order={5} />
        <TextIsland name="Faq" order={5} />
        <Island name="LotteryPanel" order={1} late />
        <Island name="LiveStats" order={3} late />
        <Island name="TokenFacts" order={4} late />
        <Island name="RoundTitle" order={6} />
        <Island name="DrawStrip" order={6} />
        <RoundAnnouncer />
      </Frame>
    </RoundProvider>
  );
}

/** The draw on the ticket. Null until it is loaded, or if it cannot be loaded. */
function useTicketStage(): StageContent | null {
  const [Stage, setStage] = useState<StageContent | null>(null);
  useEffect(() => {
    wholePageAlive()
      .then(() => import('../../draw/TicketStage.tsx'))
      .then(
        ({ TicketStage }) => setStage(() => TicketStage),
        (error: unknown) => console.warn('The draw is shown below the ticket.', error),
      );
  }, []);
  return Stage;
}
