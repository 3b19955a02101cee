import './wallet.css';
import { useEffect } from 'react';
import type { ApiError } from '../../src/contract/error.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { useNotices } from '../ui/NoticeContext.ts';
import { Unread } from '../ui/Unread.tsx';
import { refusalText } from './problemOf.ts';
import { useWallet } from './useWallet.ts';
import { WalletCard } from './WalletCard.tsx';

interface WalletResultProps {
  readonly address: string;
  /** The level below the heading it stands under. */
  readonly heading: 'h2' | 'h3';
  /** What the page was rendered with. */
  readonly known?: WalletCheck | ApiError | null;
  /** Told why the server does not take the address. */
  readonly onRefusal?: (sentence: string) => void;
  /** Told once an answer, or that there is none, stands on the page. */
  readonly onAnswer?: () => void;
}

/** The answer to one address, from the question on. */
export function WalletResult({ address, heading, known = null, onRefusal, onAnswer }: WalletResultProps) {
  const view = useWallet(address, known);
  const { announce } = useNotices();
  const sentence = view.kind === 'refused' ? refusalText(view.sentence) : null;
  const news = view.kind === 'known' && !known ? standingText(view.wallet) : null;
  const isAnswered = view.kind === 'known' || view.kind === 'failed';

  useEffect(() => {
    if (sentence !== null) onRefusal?.(sentence);
  }, [sentence, onRefusal]);
  useEffect(() => {
    if (news !== null) announce(news);
  }, [news, announce]);
  useEffect(() => {
    if (isAnswered) onAnswer?.();
  }, [isAnswered, onAnswer]);

  switch (view.kind) {
    case 'loading':
      return (
        <p className="blank answer">
          Looking up the wallet...
          <noscript>The list of holders is not ready yet. Please reload this page in a few seconds.</noscript>
        </p>
      );
    case 'failed':
      return <Unread className="blank answer" sentence="The wallet could not be looked up." onRetry={view.retry} />;
    case 'refused':
      return null;
    case 'known':
      return <WalletCard wallet={view.wallet} heading={heading} />;
  }
}

function standingText({ isEligible, reason }: WalletCheck): string {
  if (!isEligible) return reason ?? 'This wallet is not in the draw.';
  // A wallet that has sold since the lock is in this draw, and not in the next one.
  return reason === null ? 'This wallet is in the draw.' : `This wallet is in the draw. ${reason}`;
}
