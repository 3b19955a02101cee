import { useMine } from '../mine/useMine.ts';
import { useRound } from '../round/RoundContext.ts';
import { RoundProvider } from '../round/RoundProvider.tsx';
import { Strip } from './landing/DrawStrip.tsx';

/**
 * The draw in short on a page without a ticket: its clock, the jackpot, where the visitor's wallet stands, the result.
 */
export function PageStrip() {
  return (
    <RoundProvider>
      <KnownStrip />
    </RoundProvider>
  );
}

/** Shows nothing while no figures are known: without them the clock could not run. */
function KnownStrip() {
  const mine = useMine();
  return useRound().round === null ? null : <Strip mine={mine} />;
}
