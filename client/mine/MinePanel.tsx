import type { WalletCheck } from '../../src/contract/wallet.ts';
import { useNow } from '../clock/useNow.ts';
import { agoText, utcText } from '../format/timeText.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { sharedWin } from '../share/shareTexts.ts';
import { WalletLink } from '../ui/WalletLink.tsx';
import { type MineWords, wonText } from './mineWords.ts';
import { forgetWallet } from './storedWallet.ts';
import type { Win } from './wins.ts';

const AGO_STEP_MS = 30_000;

interface MinePanelProps {
  /** Null: what is stored is no address any more. */
  readonly address: string | null;
  readonly words: MineWords | null;
  readonly wallet: WalletCheck | null;
  readonly win: Win | null;
  readonly news: Win | null;
}

/** What the header's line opens. */
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
      <p>{words?.sentence ?? 'What this device remembers is not a wallet address any more.'}</p>
      {win && !news && <LastWin win={win} />}
      {wallet && <HoldersRead updatedAt={wallet.updatedAt} />}
      <p className="row">
        {address !== null && win && (
          <ShareButton shared={sharedWin({ address, ...win })} hint={`the win in round ${win.roundNumber}`} />
        )}
        <button type="button" className="btn sm" onClick={forgetWallet}>
          Forget this wallet
        </button>
      </p>
      <p className="dim">Remembered on this device only.</p>
    </div>
  );
}

function LastWin({ win }: { readonly win: Win }) {
  const now = useNow(AGO_STEP_MS);
  const at = Date.parse(win.timestamp);
  return (
    <p className="muted">
      Last win: {wonText(win)},{' '}
      <time dateTime={win.timestamp} title={utcText(at)}>
        {agoText(at, now)}
      </time>
    </p>
  );
}

function HoldersRead({ updatedAt }: { readonly updatedAt: string }) {
  const now = useNow(AGO_STEP_MS);
  const at = Date.parse(updatedAt);
  return (
    <p className="dim">
      Holders read{' '}
      <time dateTime={updatedAt} title={utcText(at)}>
        {agoText(at, now)}
      </time>
    </p>
  );
}
