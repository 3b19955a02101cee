import './mine.css';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { looksLikeAddress } from '../../src/address/addressIn.ts';
import type { WalletCheck } from '../../src/contract/wallet.ts';
import { UntoldContext } from '../clock/UntoldContext.ts';
import { useConfig } from '../data/useConfig.ts';
import { useNotices } from '../ui/NoticeProvider.tsx';
import { MinePanel } from './MinePanel.tsx';
import { mineWords, wonText } from './mineWords.ts';
import { readSeenWin, storeSeenWin } from './storedWallet.ts';
import { useMyWallet, useReadStats } from './useMyWallet.ts';
import { newestWin, newsOf, seenBy, type Win } from './wins.ts';

/** The header's line about the remembered wallet. A tap opens a panel with more about it. */
export function MineBar({ remembered }: { readonly remembered: string }) {
  const isAddress = looksLikeAddress(remembered);
  return isAddress ? <Known key={remembered} address={remembered} /> : <Unusable />;
}

function Known({ address }: { readonly address: string }) {
  const config = useConfig();
  const { data, isError } = useMyWallet(address);
  const wallet = data && !('error' in data) ? data : null;
  const { win, news, markSeen } = useMineNews(address, wallet);
  const words = mineWords({ answer: data ?? null, isError, config, news });
  const [isOpen, setOpen] = useOpen(markSeen);
  const details = useClosing(isOpen, setOpen);
  return (
    <details ref={details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="sr">My wallet: </span>
        <span className={`badge ${words.tone}`}>{words.short}</span>
        {words.more && <span className="more-words"> {words.more}</span>}
      </summary>
      <MinePanel address={address} words={words} wallet={wallet} win={win} news={news} />
    </details>
  );
}

/** The line when the stored text is not an address. */
function Unusable() {
  const details = useRef<HTMLDetailsElement>(null);
  return (
    <details ref={details}>
      <summary>
        <span className="sr">My wallet: </span>
        <span className="badge amber">Not readable</span>
      </summary>
      <MinePanel address={null} words={null} wallet={null} win={null} news={null} />
    </details>
  );
}

function useOpen(onOpen: () => void): readonly [boolean, (open: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const change = (open: boolean) => {
    setOpen(open);
    if (open) onOpen();
  };
  return [isOpen, change];
}

/**
 * A ref for a `details` element. A tap elsewhere closes the element. So does Escape, which puts the focus on its
 * summary.
 */
function useClosing(isOpen: boolean, setOpen: (open: boolean) => void) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      details.current?.querySelector('summary')?.focus();
    };
    const onDown = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onDown);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onDown);
    };
  }, [isOpen, setOpen]);
  return details;
}

interface MineNews {
  /** The newest win that the page may show; null when there is none. */
  readonly win: Win | null;
  /** The same win, if the visitor had not looked at it before this visit; otherwise null. */
  readonly news: Win | null;
  /** To be called when the visitor opens the panel. `news` stays as it is until the next visit. */
  readonly markSeen: () => void;
}

/** The wallet's newest win, and whether it is news on this device. Screen readers announce news once. */
export function useMineNews(address: string, wallet: WalletCheck | null): MineNews {
  // The stats show a win sooner than the answer about the wallet, which is read once a minute.
  const stats = useReadStats();
  const { announce } = useNotices();
  const [seen] = useState(readSeenWin);
  const newest = newestWin({ address, wallet, stats: stats ?? null });
  // A win is not shown before the ticket has printed the winners of its round.
  const win = newestWin({ address, wallet, stats: stats ?? null, untold: useContext(UntoldContext) });
  const news = newsOf(win, seen);
  // Screen readers announce a win at once, before the ticket has printed it.
  const unheard = newsOf(newest, seen);
  const told = useRef(0);

  const round = seenBy(unheard);
  const sentence = unheard && `You won ${wonText(unheard)}.`;
  useEffect(() => {
    if (sentence === null || told.current === round) return;
    told.current = round;
    announce(sentence);
  }, [sentence, round, announce]);

  const shown = seenBy(news);
  const markSeen = useCallback(() => {
    if (shown > 0) storeSeenWin(shown);
  }, [shown]);
  return { win, news, markSeen };
}
