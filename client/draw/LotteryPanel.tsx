import { useParticipants } from '../data/useParticipants.ts';
import { useMine } from '../mine/useMine.ts';
import { DrawPanel } from './DrawPanel.tsx';
import { TopHolders } from './TopHolders.tsx';

/** The draw beside its leaderboard. Both use the same reading of the participants. */
export function LotteryPanel() {
  const participants = useParticipants();
  return (
    <div className="wrap lot">
      <DrawPanel participants={participants} mine={useMine()} />
      <TopHolders participants={participants} />
    </div>
  );
}
