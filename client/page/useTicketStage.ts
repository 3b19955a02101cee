import { useEffect, useState } from 'react';
import type { StageContent } from '../round/Ticket.tsx';
import { wholePageAlive } from '../ui/life.ts';

/** The draw on the ticket, loaded once the page is alive; null until then, and where it cannot be loaded. */
export function useTicketStage(): StageContent | null {
  const [Stage, setStage] = useState<StageContent | null>(null);
  useEffect(() => {
    wholePageAlive()
      .then(() => import('../draw/TicketStage.tsx'))
      .then(
        ({ TicketStage }) => setStage(() => TicketStage),
        (error: unknown) => console.warn('The draw is shown below the ticket.', error),
      );
  }, []);
  return Stage;
}
