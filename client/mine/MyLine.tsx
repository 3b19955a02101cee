import './mine.css';
import { useContext, useRef } from 'react';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { Stats } from '../../src/contract/stats.ts';
import type { WalletCheck, WalletDraws } from '../../src/contract/wallet.ts';
import { useOfNow } from '../clock/ServerClock.ts';
import { UntoldContext } from '../clock/UntoldContext.ts';
import { useConfig } from '../data/useConfig.ts';
import { useDraws } from '../data/useDraws.ts';
import { shortage, wholeGodText } from '../enter/shortage.ts';
import { countText, oddsText } from '../format/countText.ts';
import { prizeText } from '../format/moneyText.ts';
import { durationText } from '../format/timeText.ts';
import { ExternalLink } from '../ui/ExternalLink.tsx';
import { useMyWallet, useReadStats } from './useMyWallet.ts';

const STEP_MS = 10_000;

/** The remembered wallet under the ticket, in two lines and with one link. */
export function MyLine({ address }: { readonly address: string }) {
  const config = useConfig();
  const stats = useReadStats();
  const locksAt = stats ? Date.parse(stats.currentRound.locksAt) : 0;
  // The time advances in steps of 10 s. One of them ends exactly at the lock, so that the line changes in that second.
  const now = useOfNow((time) => locksAt + Math.floor((time - locksAt) / STEP_MS) * STEP_MS);
  const { data, isError } = useMyWallet(address);
  const wallet = data && 'address' in data ? data : null;
  const enteredRound = useEnteredRound(wallet?.isEligible ? wallet.lockedRound : null);
  const untold = useContext(UntoldContext);
  const lost = wallet !== null && hasLost({ wallet, stats, enteredRound, untold });
  const { data: read } = useDraws(address, lost ? String(enteredRound) : null);
  if (wallet === null) {
    return (
      <p className="my-line panel">{isError ? 'Your wallet could not be looked up.' : 'Looking up your wallet...'}</p>
    );
  }
  const lines = myLines({ wallet, config, stats, enteredRound, untold, draws: read?.draws ?? null, now });
  return <KnownLine address={address} lines={lines} buyLinks={config?.buyLinks ?? []} />;
}

interface KnownLineProps {
  readonly address: string;
  readonly lines: MyLines;
  readonly buyLinks: PublicConfig['buyLinks'];
}

/** The line of a wallet that was looked up. */
export function KnownLine({ address, lines: { isIn, first, second, canBuy }, buyLinks }: KnownLineProps) {
  const [buy] = canBuy ? buyLinks : [];
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

function useEnteredRound(lockedRound: number | null): number {
  const entered = useRef(0);
  if (lockedRound !== null) entered.current = lockedRound;
  return entered.current;
}

interface MyLines {
  readonly isIn: boolean;
  /** The text beside the badge, which says whether the wallet is in. */
  readonly first: string;
  readonly second: string;
  readonly canBuy: boolean;
}

interface Known {
  readonly wallet: WalletCheck;
  readonly config: PublicConfig | null;
  readonly stats: Stats | undefined;
  /** The newest locked round in which this page has seen the wallet; 0 before it has seen any. */
  readonly enteredRound: number;
  /** The first round whose result the ticket has not shown yet. */
  readonly untold: number;
  readonly draws?: WalletDraws['draws'] | null;
  /** Server time, unix milliseconds. */
  readonly now: number;
}

/**
 * The lines for a wallet. From the lock on, the locked list decides who is in: a wallet that sells after the lock is
 * still in, and is shown what it lacks for the next draw.
 */
export function myLines(known: Known): MyLines {
  const { wallet, config } = known;
  if (hasLost(known))
    return { isIn: wallet.isEligible, first: 'Not this time', second: nextText(known), canBuy: false };
  const missing =
    config && shortage({ ...wallet, isEligible: wallet.isEligible && wallet.lockedRound === null }, config);
  if (wallet.isEligible) {
    const first = `${oddsText(wallet.odds.round)} chance to win`;
    if (!missing) return { isIn: true, first, second: inText(known), canBuy: false };
    return { isIn: true, first, second: `Next draw: ${wholeGodText(missing)} GOD too little`, canBuy: true };
  }
  if (wallet.reason === null && wallet.lockedRound !== null) return BOUGHT_LATE;
  const why = wallet.reason ?? 'This wallet is not in the draw.';
  if (!missing) return { isIn: false, first: '', second: why, canBuy: false };
  return { isIn: false, first: `${wholeGodText(missing)} GOD too little`, second: timeText(known), canBuy: true };
}

/** For a wallet that holds enough and is not on the locked list. */
const BOUGHT_LATE = { isIn: false, first: 'In the next one', second: 'You bought after the lock.', canBuy: false };

type Draw = Pick<Known, 'wallet' | 'stats' | 'enteredRound' | 'untold'>;

/**
 * Whether the wallet was in the last draw and did not win, and is still in. False until the ticket has shown the
 * result, and again from the next lock on.
 */
export function hasLost({ wallet, stats, enteredRound, untold }: Draw): boolean {
  const last = stats?.lastRound;
  return (
    wallet.isEligible &&
    stats?.currentRound.phase !== 'locked' &&
    last?.phase === 'complete' &&
    last.roundNumber === enteredRound &&
    last.roundNumber < untold &&
    !last.winners.some(({ address }) => address === wallet.address)
  );
}

function nextText({ draws = null, stats, now }: Known): string {
  const left = stats ? durationText(Date.parse(stats.currentRound.endsAt) - now) : '';
  if (draws === null || draws.length === 0) return `The next draw is in ${left}.`;
  return `In ${draws.filter(({ isIn }) => isIn).length} of ${draws.length} draws. The next is in ${left}.`;
}

/**
 * What the wallet has won. While nothing is paid, or the ticket has not shown its newest win: how many wallets are in
 * the draw.
 */
function inText({ wallet, untold }: Known): string {
  const { wins, totalWins, totalWonLamports, eligibleWallets } = wallet;
  if (totalWonLamports !== '0' && wins.every(({ roundNumber }) => roundNumber < untold)) {
    return `Won ${totalWins === 1 ? 'once' : `${countText(totalWins)} times`}. Paid so far: ${prizeText(totalWonLamports)} SOL.`;
  }
  return eligibleWallets === 1 ? 'It is the only wallet.' : `The same for all ${countText(eligibleWallets)} wallets.`;
}

function timeText({ stats, now }: Known): string {
  const left = stats ? Date.parse(stats.currentRound.locksAt) - now : 0;
  if (left <= 0) return 'What you buy now counts for the next draw.';
  const minutes = Math.floor(left / 60_000);
  if (minutes < 1) return 'Less than a minute left before the list locks.';
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left before the list locks.`;
}
