import { useMine } from '../mine/useMine.ts';
import { useRound } from '../round/RoundContext.ts';
import { RoundProvider } from '../round/RoundProvider.tsx';
import { Strip } from './landing/DrawStrip.tsx';

/**
 * The draw in short, for pages without a ticket: the clock, the jackpot, the state of the visitor's wallet, the result.
 */
export function PageStrip() {
  return (
    <RoundProvider>
      <KnownStrip />
    </RoundProvider>
  );
}

/** Nothing while no figures are known, because the clock needs them. */
function KnownStrip() {
  const mine = useMine();
  return useRound().round === null ? null : <Strip mine={mine} />;
}
