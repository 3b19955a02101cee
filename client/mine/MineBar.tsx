import './mine.css';
import { useEffect, useRef, useState } from 'react';
import { looksLikeAddress } from '../../src/address/addressIn.ts';
import { useConfig } from '../data/useConfig.ts';
import { MinePanel } from './MinePanel.tsx';
import { mineWords } from './mineWords.ts';
import { useMineNews } from './useMineNews.ts';
import { useMyWallet } from './useMyWallet.ts';

/** The remembered wallet in the header: in or out and why; opened, all that there is to say and the way to forget it. */
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

/** What was stored is no address any more: somebody or something has changed it. */
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

/** Closes by Escape, which gives the focus back, and by a tap elsewhere. */
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
