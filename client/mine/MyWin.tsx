import type { ReactNode } from 'react';
import type { Winner } from '../../src/contract/winner.ts';
import { RANKS } from '../../src/round/placeWords.ts';
import { countText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { sharedWin } from '../share/shareTexts.ts';
import { WalletLink } from '../ui/Addresses.tsx';

interface MyWinProps {
  readonly win: Pick<Winner, 'roundNumber' | 'place' | 'address' | 'prizeLamports'>;
  readonly worth: ReactNode;
  readonly payment: ReactNode;
}

/** The ticket's lower half when the visitor's wallet has won, from the end of the reveal to the next lock. */
export function MyWin({ win, worth, payment }: MyWinProps) {
  const { roundNumber, place, address, prizeLamports } = win;
  return (
    <div className="slip my-win">
      <div className="eyebrow">
        <span>
          Round #{countText(roundNumber)} · {RANKS[place]} place
        </span>
        <WalletLink address={address} />
      </div>
      <div>
        <p className="fig">You won {prizeText(prizeLamports)} SOL</p>
        <p className="usd muted">{worth}</p>
      </div>
      <p className="slip-foot">
        <a href={`/rounds/${roundNumber}`}>Check this draw</a>
        <ShareButton shared={sharedWin({ roundNumber, place, prizeLamports })} className="" hint="my win" />
        {payment}
      </p>
    </div>
  );
}
