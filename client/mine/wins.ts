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
  /** Null where the page has no stats. They show a win before the next look-up of the wallet does. */
  readonly stats: Pick<Stats, 'recentWinners' | 'lastRound'> | null;
  /** The first round whose wins do not count yet; when it is not given, all wins count. */
  readonly untold?: number;
}

/** The newest win of a wallet, from all that the page knows. */
export function newestWin({ address, wallet, stats, untold = Number.POSITIVE_INFINITY }: Known): Win | null {
  const ofAll = [...(stats?.recentWinners ?? []), ...(stats?.lastRound?.winners ?? [])];
  const all: readonly Win[] = [...(wallet?.wins ?? []), ...ofAll.filter((winner) => winner.address === address)];
  const wins = all.filter(({ roundNumber }) => roundNumber < untold);
  return wins.reduce<Win | null>(
    (newest, win) => (newest && newest.roundNumber >= win.roundNumber ? newest : win),
    null,
  );
}

/** What is kept of a win that the visitor has looked at: its round, or 0 where there is no win. */
export function seenBy(win: Win | null): SeenWin {
  return win?.roundNumber ?? 0;
}

/** The win when it is newer than the newest that the visitor has seen; otherwise null. */
export function newsOf(win: Win | null, seen: SeenWin): Win | null {
  return win !== null && win.roundNumber > seen ? win : null;
}
