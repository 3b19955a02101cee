import { useMine } from '../mine/useMine.ts';
import { useRound } from '../round/RoundContext.ts';
import { RoundProvider } from '../round/RoundProvider.tsx';
import { Strip } from './landing/DrawStrip.tsx';

/** The draw in short, for pages without a ticket. */
export function PageStrip() {
  return (
    <RoundProvider>
      <KnownStrip />
    </RoundProvider>
  );
}

function KnownStrip() {
  const mine = useMine();
  return useRound().round === null ? null : <Strip mine={mine} />;
}
