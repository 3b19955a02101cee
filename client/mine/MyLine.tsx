import './mine.css';
import { useRef } from 'react';
import { useNow } from '../clock/useNow.ts';
import { useConfig } from '../data/useConfig.ts';
import { useDraws } from '../data/useDraws.ts';
import { ExternalLink } from '../ui/ExternalLink.tsx';
import { hasLost, myLines } from './myLines.ts';
import { useMyWallet, useReadStats } from './useMyWallet.ts';

/** The remembered wallet under the ticket, in two lines and at most two links. */
export function MyLine({ address }: { readonly address: string }) {
  const config = useConfig();
  const stats = useReadStats();
  const now = useNow(10_000);
  const { data, isError } = useMyWallet(address);
  const wallet = data && 'address' in data ? data : null;
  const enteredRound = useEnteredRound(wallet?.isEligible ? wallet.lockedRound : null);
  const lost = wallet !== null && hasLost({ wallet, stats, enteredRound });
  const { data: read } = useDraws(address, lost ? String(enteredRound) : null);
  if (wallet === null) {
    return (
      <p className="my-line panel">{isError ? 'Your wallet could not be looked up.' : 'Looking up your wallet...'}</p>
    );
  }
  const { isIn, first, second, canBuy } = myLines({
    wallet,
    config,
    stats,
    enteredRound,
    draws: read?.draws ?? null,
    now,
  });
  const [buy] = canBuy ? (config?.buyLinks ?? []) : [];
  return (
    <div className="my-line panel">
      <div>
        <p>
          <span className={`badge ${isIn ? 'mint' : 'amber'}`}>{isIn ? 'You are in' : 'Not in the draw'}</span>{' '}
          <strong>{first}</strong>
        </p>
        <p className="muted">{second}</p>
      </div>
      {buy ? (
        <ExternalLink className="btn sm primary" href={buy.url} hint={`GOD on ${buy.name}`}>
          Buy
        </ExternalLink>
      ) : (
        <a className="btn sm" href={`/wallet/${address}`}>
          My wallet<span className="sr"> and what it has won</span>
        </a>
      )}
    </div>
  );
}

/** The newest locked round that the wallet has been seen in since the page was opened. */
function useEnteredRound(lockedRound: number | null): number {
  const entered = useRef(0);
  if (lockedRound !== null) entered.current = lockedRound;
  return entered.current;
}
