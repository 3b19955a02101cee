import type { WalletDraws } from '../../src/contract/wallet.ts';

type Draw = WalletDraws['draws'][number];

/** What a draw was for a wallet, in a word. */
export function drawWords({ isIn, wonLamports }: Pick<Draw, 'isIn' | 'wonLamports'>): {
  readonly tone: 'mint' | 'amber' | 'grey';
  readonly word: string;
} {
  if (wonLamports !== null) return { tone: 'mint', word: 'WON' };
  if (isIn === null) return { tone: 'grey', word: 'NO LIST' };
  return isIn ? { tone: 'mint', word: 'IN' } : { tone: 'amber', word: 'OUT' };
}

/** In how many of them the wallet was. */
export function drawsText(draws: readonly Draw[]): string {
  if (draws.length === 0) return 'No round has ended yet.';
  const entered = draws.filter(({ isIn }) => isIn).length;
  return `In ${entered} of ${draws.length} ${draws.length === 1 ? 'draw' : 'draws'}, by the lists that were locked.`;
}
