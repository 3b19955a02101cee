import type { Stats } from '../../src/contract/stats.ts';
import { solText, usdText } from '../format/moneyText.ts';

/** An amount of SOL as a figure with its unit. */
export function Sol({ lamports }: { readonly lamports: string }) {
  return (
    <>
      {solText(lamports)} <span>SOL</span>
    </>
  );
}

interface UsdProps {
  readonly lamports: string;
  /** Null when no price is known. */
  readonly price: Stats['solPrice'] | null;
}

/** An amount of SOL in US dollars. Figures from an old or a fallback price are marked as estimates. */
export function Usd({ lamports, price }: UsdProps) {
  if (!price) return <>{lamports === '0' ? usdText(0) : 'USD price unknown'}</>;
  return (
    <>
      {usdText((Number(lamports) / 1e9) * price.usd)}
      <Estimate price={price} />
    </>
  );
}

/** The mark of a figure that is computed with an old or a fallback price. */
export function Estimate({ price }: { readonly price: Stats['solPrice'] }) {
  if (!price.fallback && !price.stale) return null;
  const why = price.fallback ? 'No SOL price could be read: a fixed stand-in is used.' : 'The SOL price is old.';
  return (
    <abbr className="est" title={why}>
      {' '}
      est.
    </abbr>
  );
}
