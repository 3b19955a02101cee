import type { WalletCheck } from '../../src/contract/wallet.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { sharedWin } from '../share/shareTexts.ts';
import { TellMe } from '../tell/TellMe.tsx';
import { WalletLink } from '../ui/Addresses.tsx';
import { Ago } from '../ui/Times.tsx';
import { ForgetWallet } from './ForgetWallet.tsx';
import { type MineWords, wonText } from './mineWords.ts';
import type { Win } from './wins.ts';

interface MinePanelProps {
  /** Null when the stored text is not an address. */
  readonly address: string | null;
  readonly words: MineWords | null;
  readonly wallet: WalletCheck | null;
  readonly win: Win | null;
  readonly news: Win | null;
}

/** The panel that opens when the line about the remembered wallet, in the header, is tapped. */
export function MinePanel({ address, words, wallet, win, news }: MinePanelProps) {
  return (
    <div className="mine-panel panel">
      {address !== null && (
        <p className="mine-address">
          <WalletLink address={address} />
        </p>
      )}
      {news && (
        <p className="mine-news">
          <strong>You won {wonText(news)}</strong>
        </p>
      )}
      <p>{words?.sentence ?? 'What this device remembers is not a wallet address.'}</p>
      {win && !news && (
        <p className="muted">
          Last win: {wonText(win)}, <Ago time={win.timestamp} />
        </p>
      )}
      {wallet && (
        <p className="dim">
          Balance checked <Ago time={wallet.updatedAt} />
        </p>
      )}
      {address !== null && <TellMe address={address} />}
      <p className="row">
        {address !== null && win && (
          <ShareButton shared={sharedWin(win)} hint={`the win in round ${win.roundNumber}`} />
        )}
        <ForgetWallet address={address} />
      </p>
      <p className="dim">Remembered on this device only.</p>
    </div>
  );
}
