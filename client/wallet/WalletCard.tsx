import type { WalletCheck } from '../../src/contract/wallet.ts';
import { useNow } from '../clock/useNow.ts';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/solText.ts';
import { agoText, utcText } from '../format/timeText.ts';
import { WinnerRow } from '../prizes/WinnerRow.tsx';
import { Address } from '../ui/Address.tsx';
import { oddsText } from './oddsText.ts';

const AGO_STEP_MS = 30_000;

interface WalletCardProps {
  readonly wallet: WalletCheck;
  readonly heading: 'h2' | 'h3';
}

/** Where a wallet stands: in the draw or why not, its figures, its chances and its wins. */
export function WalletCard({ wallet, heading: Heading }: WalletCardProps) {
  const { address, isEligible, reason, updatedAt, eligibleWallets } = wallet;
  const readAt = Date.parse(updatedAt);
  const now = useNow(AGO_STEP_MS);
  return (
    <>
      <div className="ph">
        <Heading>
          <span className={`badge ${isEligible ? 'mint' : 'amber'}`}>
            {isEligible ? 'IN THE DRAW' : 'NOT IN THE DRAW'}
          </span>{' '}
          <Address address={address} />
        </Heading>
        <p className="dim">
          Holders read{' '}
          <time dateTime={updatedAt} title={utcText(readAt)}>
            {agoText(readAt, now)}
          </time>
        </p>
      </div>
      {reason && <p className="note">{reason}</p>}
      <Figures wallet={wallet} />
      <div className="ph">
        <p className="dim">
          {isEligible
            ? `The chance of at least one prize while ${countText(eligibleWallets)} wallets are in the draw. Each of them has the same.`
            : `${countText(eligibleWallets)} wallets are in the draw.`}
        </p>
      </div>
      <Wins wallet={wallet} heading={Heading} />
    </>
  );
}

function Figures({ wallet: { balance, rank, odds, totalWonLamports } }: { readonly wallet: WalletCheck }) {
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

function Wins({ wallet: { wins, totalWins }, heading: Heading }: WalletCardProps) {
  const config = useConfig();
  if (wins.length === 0) return null;
  return (
    <>
      <div className="ph">
        <Heading>Wins</Heading>
        <p className="dim">
          {wins.length < totalWins && `The newest ${wins.length} of `}
          {countText(totalWins)} in total
        </p>
      </div>
      <ol className="wl">
        {wins.map((winner, index) => (
          <WinnerRow key={`${winner.roundNumber}.${winner.place}`} winner={winner} rank={index + 1} config={config} />
        ))}
      </ol>
    </>
  );
}
