import './win.css';
import type { ReactNode } from 'react';
import { transactionLink } from '../../src/address/links.ts';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Winner } from '../../src/contract/winner.ts';
import { RANKS } from '../../src/round/placeWords.ts';
import { useSolPrice } from '../data/useSolPrice.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { utcText } from '../format/timeText.ts';
import { STATUS } from '../prizes/WinnerRow.tsx';
import { ShareButton } from '../share/ShareButton.tsx';
import { sharedWin } from '../share/shareTexts.ts';
import { WalletLink } from '../ui/Addresses.tsx';
import { ExternalLink, explorerOf } from '../ui/ExternalLink.tsx';
import { Usd } from '../ui/Money.tsx';

interface WinCardProps {
  readonly win: Winner;
  readonly config: PublicConfig | null;
  /** The text above the amount, which says whose win it is. */
  readonly children: ReactNode;
}

/** One win: the amount in SOL and in dollars, place and round, the winner, the payment, a button to share the win. */
export function WinCard({ win, config, children }: WinCardProps) {
  const { roundNumber, place, address, prizeLamports, timestamp, transactionSignature } = win;
  const price = useSolPrice({ stats: undefined, lost: false });
  const status = STATUS[win.status];
  return (
    <section className="panel win-card" aria-label={`The win in round ${countText(roundNumber)}`}>
      <p className="eyebrow">{children}</p>
      <p className="fig">{prizeText(prizeLamports)} SOL</p>
      <p className="usd muted">{price ? <Usd lamports={prizeLamports} price={price} /> : '–'}</p>
      <p>
        {RANKS[place]} place in <a href={`/rounds/${roundNumber}`}>round #{countText(roundNumber)}</a>
        <span className="dim"> · {utcText(Date.parse(timestamp))}</span>
      </p>
      <p className="dim">
        Won by <WalletLink address={address} />
      </p>
      <p className="row">
        {config && transactionSignature ? (
          <ExternalLink href={transactionLink(explorerOf(config), transactionSignature)} hint="shows the payment">
            {status.text}
          </ExternalLink>
        ) : (
          <span className={status.tone}>{status.text}</span>
        )}
        <ShareButton shared={sharedWin(win)} className="btn sm primary" hint={`the win in round ${roundNumber}`}>
          Share this win
        </ShareButton>
      </p>
    </section>
  );
}
