import { useCallback, useEffect, useRef, useState } from 'react';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { useNotices } from '../ui/NoticeContext.ts';
import { wonText } from './mineWords.ts';
import { readSeenWin, storeSeenWin } from './storedWallet.ts';
import { useReadStats } from './useMyWallet.ts';
import { newestWin, newsOf, seenBy, type Win } from './wins.ts';

interface MineNews {
  /** The newest win that is known, seen or not. */
  readonly win: Win | null;
  /** The same while the visitor has not looked at it. */
  readonly news: Win | null;
  /** To be called when the visitor looks; the news stays on this page until it is left. */
  readonly markSeen: () => void;
}

/** The wallet's newest win, and whether it is news on this device. Screen readers hear news once. */
export function useMineNews(address: string, wallet: WalletCheck | null): MineNews {
  // Only watched: where the page reads the figures, a win is in them before the wallet's own minute is over.
  const stats = useReadStats();
  const { announce } = useNotices();
  const [seen] = useState(readSeenWin);
  const win = newestWin({ address, wallet, stats: stats ?? null });
  const news = newsOf(win, seen);
  const told = useRef(0);

  const round = seenBy(news);
  const sentence = news && `You won ${wonText(news)}.`;
  useEffect(() => {
    if (sentence === null || told.current === round) return;
    told.current = round;
    announce(sentence);
  }, [sentence, round, announce]);

  const markSeen = useCallback(() => {
    if (round > 0) storeSeenWin(round);
  }, [round]);
  return { win, news, markSeen };
}
