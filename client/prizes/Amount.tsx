import { useRound } from '../round/RoundContext.ts';
import { Sol } from '../ui/Sol.tsx';
import { Usd } from '../ui/Usd.tsx';

/** An amount of SOL and what it is worth. While nothing is known yet: a dash for each. */
export function Amount({ lamports }: { readonly lamports: string | null }) {
  const { figures, jackpot } = useRound();
  const known = figures.kind === 'loading' ? null : lamports;
  return (
    <>
      <dd className="fig">{known !== null ? <Sol lamports={known} /> : '–'}</dd>
      <dd className="muted">{known !== null ? <Usd lamports={known} price={jackpot.price} /> : '–'}</dd>
    </>
  );
}
