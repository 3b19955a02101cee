import './wallet.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApiError } from '../../src/contract/error.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { getWallet } from '../api.ts';
import { useNotices } from '../ui/NoticeProvider.tsx';
import { Unread } from '../ui/Unread.tsx';
import { WalletCard } from './WalletCard.tsx';
import { refusalText } from './WalletForm.tsx';

interface WalletResultProps {
  readonly address: string;
  /** The level of the answer's heading, one below that of the heading above it. */
  readonly heading: 'h2' | 'h3';
  /** The answer with which the page was rendered; null if there was none. */
  readonly known?: WalletCheck | ApiError | null;
  /** Called with the server's sentence when the server refuses the address. */
  readonly onRefusal?: (sentence: string) => void;
  /** Called when the wallet is shown, or when the page says that the look-up failed. */
  readonly onAnswer?: () => void;
}

/** The answer about one address, and what is shown while it is awaited. */
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
  // A wallet that has sold since the lock is in this draw and not in the next. `reason` says so.
  return reason === null ? 'This wallet is in the draw.' : `This wallet is in the draw. ${reason}`;
}

const POLL_MS = 60_000;
/** Short, because a server that has just started knows the holders in a moment. */
const RETRY_MS = 10_000;

export type WalletView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'known'; readonly wallet: WalletCheck };

/** The look-up of a wallet, repeated every minute. If it fails, the last answer stays. */
export function useWallet(address: string, known: WalletCheck | ApiError | null): WalletView {
  const { data, isError, refetch } = useQuery({
    queryKey: ['wallet', address],
    queryFn: () => getWallet(address),
    refetchInterval: ({ state }) => pollInterval(state.data),
    ...(known && { initialData: known }),
  });
  if (data) return 'error' in data ? { kind: 'refused', sentence: data.error } : { kind: 'known', wallet: data };
  return isError ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' };
}

function pollInterval(answer: WalletCheck | ApiError | undefined): number | false {
  if (!answer) return RETRY_MS;
  return 'error' in answer ? false : POLL_MS;
}
