import { countText } from '../format/countText.ts';
import { prizeText } from '../format/solText.ts';

/** What is shared: a sentence, and where on this site it can be checked. */
export interface Shared {
  readonly text: string;
  /** A path of this site, with its query. */
  readonly path: string;
}

interface SharedRound {
  readonly roundNumber: number;
  readonly winners: readonly { readonly prizeLamports: string }[];
}

/** A round with its result. The link leads to its page. */
export function sharedRound({ roundNumber, winners }: SharedRound): Shared {
  const sum = winners.reduce((total, { prizeLamports }) => total + BigInt(prizeLamports), 0n);
  const won = `${winners.length === 1 ? '1 wallet' : `${winners.length} wallets`} won ${prizeText(String(sum))} SOL`;
  return {
    text: `Game of Draws, round #${countText(roundNumber)}: ${won}. Anyone can check the draw.`,
    path: `/rounds/${roundNumber}`,
  };
}

interface SharedWin {
  readonly address: string;
  readonly roundNumber: number;
  readonly prizeLamports: string;
}

/** One wallet's win. The link leads to the wallet's page, which lists it with its payment. */
export function sharedWin({ address, roundNumber, prizeLamports }: SharedWin): Shared {
  return {
    text: `${prizeText(prizeLamports)} SOL won in round #${countText(roundNumber)} of Game of Draws.`,
    path: `/wallet/${address}`,
  };
}
