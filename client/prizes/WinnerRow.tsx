import { memo } from 'react';
import { transactionLink } from '../../src/address/links.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { PayoutStatus, Winner } from '../../src/contract/winner.ts';
import { capital } from '../../src/round/placeWords.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { shortAddress } from '../format/shortAddress.ts';
import { useMine } from '../mine/useMine.ts';
import { WalletLink } from '../ui/Addresses.tsx';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';
import { Ago } from '../ui/Times.tsx';

/** The name and colour of each state of a payment. */
export const STATUS: Record<PayoutStatus, { readonly text: string; readonly tone: string }> = {
  drawn: { text: 'Payment due', tone: 'amber' },
  sent: { text: 'Payment sent', tone: 'amber' },
  confirmed: { text: 'Paid', tone: 'mint' },
  final: { text: 'Paid, final', tone: 'mint' },
};

interface WinnerRowProps {
  readonly winner: Winner;
  readonly rank: number;
  readonly config: PublicConfig | null;
}

/** One winner. Memoised: the query client keeps its object while newer answers are equal, and no row renders again. */
export const WinnerRow = memo(function WinnerRow({ winner, rank, config }: WinnerRowProps) {
  const { address, place, position, transactionSignature } = winner;
  const status = STATUS[winner.status];
  const isMine = useMine() === address;
  return (
    <li className={`p${place}${isMine ? ' own' : ''}`}>
      <span className="rank dim">{rank}</span>
      <span className="medal" role="img" aria-label={`${capital(position)} place`}>
        {place}
      </span>
      <span className="who">
        <WalletLink address={address} />
        {isMine && <span className="badge mint">YOU</span>}
      </span>
      <strong>{prizeText(winner.prizeLamports)} SOL</strong>
      <span className="when">
        <Ago time={winner.timestamp} />
        <span className="dim">
          {' '}
          · <a href={`/rounds/${winner.roundNumber}`}>#{countText(winner.roundNumber)}</a>
        </span>
      </span>
      <span className={`pay ${status.tone}`}>{status.text}</span>
      {config && transactionSignature && (
        <ExternalLink
          className="verify"
          href={transactionLink(explorerOf(config), transactionSignature)}
          hint={`the payment to ${shortAddress(address)} in the explorer`}
        >
          Verify
        </ExternalLink>
      )}
    </li>
  );
});
