import type { WalletCheck } from '../../src/contract/wallet.ts';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import { WinnerRow } from '../prizes/WinnerRow.tsx';

interface WalletWinsProps {
  readonly wallet: WalletCheck;
  readonly heading: 'h2' | 'h3';
}

/** A wallet's newest wins, each with its payment. */
export function WalletWins({ wallet: { wins, totalWins }, heading: Heading }: WalletWinsProps) {
  const config = useConfig();
  const [newest] = wins;
  if (!newest) return null;
  return (
    <>
      <div className="ph">
        <Heading>Wins</Heading>
        <p className="dim">
          {wins.length < totalWins && `The newest ${wins.length} of `}
          {countText(totalWins)} in total
        </p>
        <a className="btn sm" href={`/rounds?address=${newest.address}`}>
          Rounds it won
        </a>
      </div>
      <ol className="wl">
        {wins.map((winner, index) => (
          <WinnerRow key={`${winner.roundNumber}.${winner.place}`} winner={winner} rank={index + 1} config={config} />
        ))}
      </ol>
    </>
  );
}
