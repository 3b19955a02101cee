import type { WalletCheck } from '../../src/contract/wallet.ts';
import { countText } from '../format/countText.ts';
import { oddsText } from '../format/oddsText.ts';
import { prizeText } from '../format/solText.ts';

/** A wallet's balance, rank, wins and chances. */
export function WalletFigures({ wallet: { balance, rank, odds, totalWonLamports } }: { readonly wallet: WalletCheck }) {
  const figures = [
    ['Balance', `${countText(balance)} GOD`],
    ['Rank by balance', rank === null ? '–' : `#${countText(rank)}`],
    ['Won and paid', `${prizeText(totalWonLamports)} SOL`],
    ['Chance per round', oddsText(odds.round)],
    ['Chance per day', oddsText(odds.day)],
    ['Chance in 30 days', oddsText(odds.month)],
  ] as const;
  return (
    <dl className="times">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
