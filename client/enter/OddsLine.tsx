import { MOST_WINNERS } from '../../src/protocol/versions.ts';
import { oddsText, walletsText } from '../format/countText.ts';

interface OddsLineProps {
  /** How many wallets are in the draw; null while that is unknown. */
  readonly wallets: number | null;
}

/** The odds, the number of wallets in the draw, and a link to the token's facts on this page. */
export function OddsLine({ wallets }: OddsLineProps) {
  return (
    <p className="odds dim">
      {wallets ? oddsLineText(wallets) : 'Every wallet has the same odds'} · <a href="#token">Get GOD</a>
    </p>
  );
}

/** `1 in 69 chance to win · 207 wallets` */
export function oddsLineText(wallets: number): string {
  const entered = walletsText(wallets);
  return wallets <= MOST_WINNERS
    ? `A prize for every wallet · ${entered}`
    : `${oddsText(MOST_WINNERS / wallets)} chance to win · ${entered}`;
}
