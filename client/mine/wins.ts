import type { Stats } from '../../src/contract/stats.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import type { Winner } from '../../src/contract/winner.ts';
import type { SeenWin } from './storedWallet.ts';

/** The part of a win that a sentence about it needs. */
export type Win = Pick<Winner, 'roundNumber' | 'place' | 'prizeLamports' | 'timestamp'>;

interface Known {
  readonly address: string;
  /** Null while the wallet has not been looked up. */
  readonly wallet: Pick<WalletCheck, 'wins'> | null;
  /** Null where the page has no stats. Stats show a new win earlier than `wallet` does. */
  readonly stats: Pick<Stats, 'recentWinners' | 'lastRound'> | null;
  /** A round's number: wins of that round and of later rounds are left out. By default no win is left out. */
  readonly untold?: number;
}

/** The newest win of a wallet, from the look-up and from the stats. */
export function newestWin({ address, wallet, stats, untold = Number.POSITIVE_INFINITY }: Known): Win | null {
  const ofAll = [...(stats?.recentWinners ?? []), ...(stats?.lastRound?.winners ?? [])];
  const all: readonly Win[] = [...(wallet?.wins ?? []), ...ofAll.filter((winner) => winner.address === address)];
  const wins = all.filter(({ roundNumber }) => roundNumber < untold);
  return wins.reduce<Win | null>(
    (newest, win) => (newest && newest.roundNumber >= win.roundNumber ? newest : win),
    null,
  );
}

/** The win as it is stored when the visitor has looked at it; 0 for null. */
export function seenBy(win: Win | null): SeenWin {
  return win?.roundNumber ?? 0;
}

/** The win if it is newer than `seen`; otherwise null. */
export function newsOf(win: Win | null, seen: SeenWin): Win | null {
  return win !== null && win.roundNumber > seen ? win : null;
}
