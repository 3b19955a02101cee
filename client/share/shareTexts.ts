import type { Place } from '../../src/protocol/terms/places.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';

/** What is shared: a sentence, and the page of this site where it can be checked. */
export interface Shared {
  readonly text: string;
  /** A path of this site, with its query. */
  readonly path: string;
}

interface SharedRound {
  readonly roundNumber: number;
  readonly winners: readonly { readonly prizeLamports: string }[];
}

/** A round with its result. The link leads to the round's page. */
export function sharedRound({ roundNumber, winners }: SharedRound): Shared {
  const sum = winners.reduce((total, { prizeLamports }) => total + BigInt(prizeLamports), 0n);
  const won = `${winners.length === 1 ? '1 wallet' : `${winners.length} wallets`} won ${prizeText(String(sum))} SOL`;
  return {
    text: `Game of Draws, round #${countText(roundNumber)}: ${won}. Anyone can check the draw.`,
    path: `/rounds/${roundNumber}`,
  };
}

/** The path of a win's own page. */
function winPath(roundNumber: number, place: Place): string {
  return `/rounds/${roundNumber}/wins/${place}`;
}

interface SharedWin {
  readonly roundNumber: number;
  readonly place: Place;
  readonly prizeLamports: string;
}

/** One win. The link leads to a page of this win alone, which has its own preview picture. */
export function sharedWin({ roundNumber, place, prizeLamports }: SharedWin): Shared {
  return {
    text: `${prizeText(prizeLamports)} SOL won in round #${countText(roundNumber)} of Game of Draws.`,
    path: winPath(roundNumber, place),
  };
}
