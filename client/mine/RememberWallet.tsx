import { useState } from 'react';
import { shortAddress } from '../format/shortAddress.ts';
import { useNotices } from '../ui/NoticeProvider.tsx';
import { ForgetWallet } from './ForgetWallet.tsx';
import { isWalletStored, rememberWallet, type SeenWin } from './storedWallet.ts';
import { useRemembered } from './useMine.ts';

interface RememberWalletProps {
  readonly address: string;
  /** The wallet's newest win. It counts as seen, because the page shows it. */
  readonly seen: SeenWin;
}

/** Asks whether to remember a wallet. For a wallet that is remembered, it offers to forget the wallet. */
export function RememberWallet({ address, seen }: RememberWalletProps) {
  const remembered = useRemembered();
  const { announce } = useNotices();
  const [declined, setDeclined] = useState(false);

  if (remembered === address) {
    return (
      <div className="remember">
        <p>
          {isWalletStored()
            ? 'This wallet is remembered on this device.'
            : 'This browser stores nothing for this site: your wallet is remembered until you close the page.'}
        </p>
        <ForgetWallet address={address} />
      </div>
    );
  }
  if (declined) return null;
  const remember = () => {
    rememberWallet(address, seen);
    announce('Your wallet is remembered. The header says whether it is in the draw.');
  };
  return (
    <div className="remember">
      <p>
        {remembered === null
          ? 'Remember this wallet on this device?'
          : `Remember this wallet instead of ${shortAddress(remembered)}?`}
        <span className="dim"> It is stored in this browser only.</span>
      </p>
      <div className="row">
        <button type="button" className="btn sm primary" onClick={remember}>
          Remember
        </button>
        <button type="button" className="btn sm" onClick={() => setDeclined(true)}>
          No, thanks
        </button>
      </div>
    </div>
  );
}
