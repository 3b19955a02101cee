import type { WalletCheck } from '../../src/contract/wallet.ts';
import { useConfig } from '../data/useConfig.ts';
import { BuyLinks } from '../enter/BuyLinks.tsx';
import { shortage, shortageText } from '../enter/shortage.ts';
import { countText, oddsText, walletsAre, walletsText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { RememberWallet } from '../mine/RememberWallet.tsx';
import { newestWin, seenBy } from '../mine/wins.ts';
import { WinnerRow } from '../prizes/WinnerRow.tsx';
import { TellMe } from '../tell/TellMe.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Ago } from '../ui/Times.tsx';
import { WalletDraws } from './WalletDraws.tsx';
import { WinCard } from './WinCard.tsx';

interface WalletCardProps {
  readonly wallet: WalletCheck;
  readonly heading: 'h2' | 'h3';
}

/** All about a wallet: whether it is in the draw, and if not, why and what to do; its figures, chances and wins. */
export function WalletCard({ wallet, heading: Heading }: WalletCardProps) {
  const { address, isEligible, reason, updatedAt } = wallet;
  const [newest] = wallet.wins;
  const config = useConfig();
  return (
    <>
      {newest && (
        <WinCard win={newest} config={config}>
          {wallet.totalWins === 1 ? 'The win of this wallet' : `The newest of ${countText(wallet.totalWins)} wins`}
        </WinCard>
      )}
      <div className="answer">
        <div className="ph">
          <Heading tabIndex={-1}>
            <span className={`badge ${isEligible ? 'mint' : 'amber'}`}>
              {isEligible ? 'IN THE DRAW' : 'NOT IN THE DRAW'}
            </span>
          </Heading>
          <p className="dim">
            Balance checked <Ago time={updatedAt} />
          </p>
        </div>
        <div className="whole">
          <p className="mono">{address}</p>
          <CopyButton address={address} hint="the whole wallet address" />
        </div>
        {reason && <p className="note">{reason}</p>}
        <WayIn wallet={wallet} />
        <WalletFigures wallet={wallet} />
        <p className="basis dim">{basisText(wallet)}</p>
        <div className="basis">
          <TellMe address={address} />
        </div>
        <RememberWallet address={address} seen={seenBy(newestWin({ address, wallet, stats: null }))} />
      </div>
      <WalletDraws address={address} />
      <WalletWins wallet={wallet} heading={Heading} />
    </>
  );
}

/** What a wallet that holds too little has to buy. Nothing for other wallets. */
function WayIn({ wallet }: { readonly wallet: WalletCheck }) {
  const config = useConfig();
  const missing = config && shortage(wallet, config);
  if (!config || !missing) return null;
  return (
    <div className="way-in">
      <p>{shortageText(missing, config)}</p>
      <p className="row">
        <BuyLinks config={config} />
      </p>
    </div>
  );
}

/** What the chances are computed from. */
function basisText({ isEligible, eligibleWallets, lockedRound }: WalletCheck): string {
  const basis = isEligible
    ? `Your chance of at least one prize, with ${walletsText(eligibleWallets)} entered. Every wallet has the same odds.`
    : `${walletsAre(eligibleWallets)} in the draw.`;
  return lockedRound === null
    ? basis
    : `${basis} This is the locked list of round #${countText(lockedRound)}: what is bought or sold now counts for the next round.`;
}

function WalletFigures({ wallet: { balance, rank, odds, totalWonLamports } }: { readonly wallet: WalletCheck }) {
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

interface WalletWinsProps {
  readonly wallet: WalletCheck;
  readonly heading: 'h2' | 'h3';
}

function WalletWins({ wallet: { wins, totalWins }, heading: Heading }: WalletWinsProps) {
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
