import { useRound } from '../round/RoundContext.ts';
import { Sol } from '../ui/Sol.tsx';
import { Usd } from '../ui/Usd.tsx';

/** An amount of SOL and what it is worth; while nothing is known yet, a dash in their places. */
export function Amount({ lamports }: { readonly lamports: string }) {
  const { figures, jackpot } = useRound();
  const isKnown = figures.kind !== 'loading';
  return (
    <>
      <dd className="fig">{isKnown ? <Sol lamports={lamports} /> : '–'}</dd>
      <dd className="muted">{isKnown ? <Usd lamports={lamports} price={jackpot.price} /> : '–'}</dd>
    </>
  );
}
