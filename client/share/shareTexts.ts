import type { Place } from '../../src/protocol/terms/places.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';

/** A sentence to share, and the page of this site where it can be checked. */
export interface Shared {
  readonly text: string;
  /** A path of this site, with its query. */
  readonly path: string;
}

interface SharedRound {
  readonly roundNumber: number;
  readonly winners: readonly { readonly prizeLamports: string }[];
}

/** The sentence about a round's result, with the path of the round's page. */
export function sharedRound({ roundNumber, winners }: SharedRound): Shared {
  const sum = winners.reduce((total, { prizeLamports }) => total + BigInt(prizeLamports), 0n);
  const won = `${winners.length === 1 ? '1 wallet' : `${winners.length} wallets`} won ${prizeText(String(sum))} SOL`;
  return {
    text: `Game of Draws, round #${countText(roundNumber)}: ${won}. Anyone can check the draw.`,
    path: `/rounds/${roundNumber}`,
  };
}

function winPath(roundNumber: number, place: Place): string {
  return `/rounds/${roundNumber}/wins/${place}`;
}

interface SharedWin {
  readonly roundNumber: number;
  readonly place: Place;
  readonly prizeLamports: string;
}

/** The sentence about one win, with the path of the win's own page. That page has its own preview picture. */
export function sharedWin({ roundNumber, place, prizeLamports }: SharedWin): Shared {
  return {
    text: `${prizeText(prizeLamports)} SOL won in round #${countText(roundNumber)} of Game of Draws.`,
    path: winPath(roundNumber, place),
  };
}
