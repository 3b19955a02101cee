import { MOST_WINNERS } from '../../src/protocol/versions.ts';
import { countText, oddsText } from '../format/countText.ts';

interface OddsLineProps {
  /** How many wallets are in the draw; null while that is unknown. */
  readonly wallets: number | null;
}

/** The odds, from the same reading as the number of wallets beside them. */
export function OddsLine({ wallets }: OddsLineProps) {
  return <p className="odds dim">{wallets ? oddsLineText(wallets) : 'Every wallet in the draw has the same odds'}</p>;
}

/** `1 in 69 chance to win · 207 wallets in the draw` */
export function oddsLineText(wallets: number): string {
  const entered = `${countText(wallets)} ${wallets === 1 ? 'wallet' : 'wallets'} in the draw`;
  return wallets <= MOST_WINNERS
    ? `A prize for every wallet · ${entered}`
    : `${oddsText(MOST_WINNERS / wallets)} chance to win · ${entered}`;
}
