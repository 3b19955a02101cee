import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mineWords, wonText } from '../../client/mine/mineWords.ts';
import {
  forgetWallet,
  isWalletStored,
  readSeenWin,
  readWallet,
  rememberWallet,
  storeSeenWin,
  subscribeToWallet,
} from '../../client/mine/storedWallet.ts';
import { newestWin, newsOf, seenBy } from '../../client/mine/wins.ts';
import type { Stats } from '../../src/contract/stats.ts';
import { wallet } from '../domain/wallets.ts';
import { CONFIG, IN_THE_DRAW, NOT_IN_THE_DRAW, stats } from '../gallery/lottery.ts';

/** A browser's storage, which may refuse to work. */
function storage(refuses: boolean) {
  const kept = new Map<string, string>();
  const opened = () => {
    if (refuses) throw new DOMException('The operation is insecure.', 'SecurityError');
    return kept;
  };
  return {
    kept,
    getItem: (key: string) => opened().get(key) ?? null,
    setItem: (key: string, text: string) => void opened().set(key, text),
    removeItem: (key: string) => void opened().delete(key),
  };
}

let listeners: ((event: { readonly key: string | null }) => void)[] = [];
beforeEach(() => {
  listeners = [];
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(() => {
  forgetWallet();
  vi.unstubAllGlobals();
});

describe('the wallet that a device remembers', () => {
  it('stands in this browser’s storage and nowhere before it was asked for, and is forgotten whole', () => {
    const local = storage(false);
    vi.stubGlobal('localStorage', local);
    expect(readWallet()).toBeNull();
    rememberWallet(wallet(1), 12);
    expect([readWallet(), readSeenWin(), isWalletStored()]).toEqual([wallet(1), 12, true]);
    expect([...local.kept.values()]).toEqual(['12', wallet(1)]);
    forgetWallet();
    expect([readWallet(), readSeenWin(), local.kept.size]).toEqual([null, 0, 0]);
  });

  it('is remembered until the page is closed where the browser stores nothing, which it says', () => {
    vi.stubGlobal('localStorage', storage(true));
    expect(readWallet()).toBeNull();
    rememberWallet(wallet(1), 12);
    expect([readWallet(), readSeenWin(), isWalletStored()]).toEqual([wallet(1), 12, false]);
    forgetWallet();
    expect(readWallet()).toBeNull();
  });

  it('is the newest one also where the browser has no room for it and keeps an earlier one', () => {
    const local = storage(false);
    local.kept.set('wallet', wallet(1));
    const setItem = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { ...local, setItem });
    rememberWallet(wallet(2), 12);
    expect([readWallet(), readSeenWin(), isWalletStored()]).toEqual([wallet(2), 12, false]);
  });

  it('is passed on to every part that shows it, also from another tab', () => {
    vi.stubGlobal('localStorage', storage(false));
    let told = 0;
    const stop = subscribeToWallet(() => told++);
    rememberWallet(wallet(1), 0);
    for (const listener of listeners) for (const key of ['wallet', 'motion', null]) listener({ key });
    expect(told).toBe(3);
    stop();
    forgetWallet();
    expect(told).toBe(3);
  });

  it.each(['', 'twelve', '-1', '1.5', '1e400'])('takes the stored win %j for none', (text) => {
    const local = storage(false);
    local.kept.set('wallet-seen-win', text);
    vi.stubGlobal('localStorage', local);
    expect(readSeenWin()).toBe(0);
    storeSeenWin(7);
    expect(readSeenWin()).toBe(7);
  });
});

describe('the line of the header', () => {
  const words = (over: Partial<Parameters<typeof mineWords>[0]>) =>
    mineWords({ answer: IN_THE_DRAW, isError: false, config: CONFIG, news: null, ...over });

  it('says in, with the odds', () => {
    expect(words({})).toMatchObject({ tone: 'mint', short: 'In the draw', more: '1 in 75 chance to win' });
    expect(words({ answer: { ...IN_THE_DRAW, lockedRound: 1234 } }).sentence).toContain('locked list of round #1,234');
  });

  it('of a wallet that sold after the lock: the locked list still has it, and why the next one has not', () => {
    const reason = 'As it stands now, this wallet would miss round 1235. It holds too little.';
    const sold = words({ answer: { ...IN_THE_DRAW, lockedRound: 1234, reason } });
    expect([sold.short, sold.sentence]).toEqual([
      'In the draw',
      `Your wallet is on the locked list of round #1,234: 1 in 75 chance to win, with 224 wallets entered. ${reason}`,
    ]);
  });

  it('counts one wallet as one', () => {
    const alone = { ...IN_THE_DRAW, eligibleWallets: 1 };
    expect(mineWords({ answer: alone, isError: false, config: CONFIG, news: null }).sentence).toMatch(
      /, with 1 wallet entered\.$/,
    );
  });

  it('says out, and why', () => {
    const out = { ...NOT_IN_THE_DRAW, balanceUnits: '80000000000' };
    expect(words({ answer: out })).toMatchObject({ tone: 'amber', short: 'Not in the draw', more: '20,000 GOD short' });
    const excluded = { ...out, rank: null, reason: 'This is the lottery pool’s own wallet, so it can’t enter.' };
    expect(words({ answer: excluded })).toMatchObject({
      short: 'Not in the draw',
      more: '',
      sentence: excluded.reason,
    });
  });

  it('says so while nothing is known, after a failure, and of what is no address', () => {
    expect(words({ answer: null }).short).toBe('My wallet');
    expect(words({ answer: null, isError: true }).short).toBe('Not known');
    const refused = {
      success: false as const,
      error: 'address: must be a Solana address',
      code: 'BAD_REQUEST' as const,
    };
    expect(words({ answer: refused }).short).toBe('Not an address');
  });

  it('shows a new win before anything else', () => {
    const news = {
      roundNumber: 12,
      place: 1 as const,
      prizeLamports: '1234567890',
      timestamp: '2026-11-20T07:00:00.000Z',
    };
    expect(words({ news })).toMatchObject({ short: 'You won', more: '1.2345 SOL in round #12' });
    expect(wonText(news)).toBe('1.2345 SOL in round #12');
  });
});

describe('the newest win', () => {
  const all: Pick<Stats, 'recentWinners' | 'lastRound'> = stats();
  const [first] = all.recentWinners;
  const address = first?.address ?? '';

  it('is known from the figures before the wallet is looked up again', () => {
    expect(newestWin({ address, wallet: null, stats: all })?.roundNumber).toBe(first?.roundNumber);
    expect(newestWin({ address: wallet(9), wallet: null, stats: all })).toBeNull();
    expect(newestWin({ address, wallet: IN_THE_DRAW, stats: null })?.roundNumber).toBe(
      IN_THE_DRAW.wins[0]?.roundNumber,
    );
  });

  it('is the one before, while the ticket has not printed the newest', () => {
    const roundNumber = first?.roundNumber ?? 0;
    const of = (untold: number) => newestWin({ address, wallet: IN_THE_DRAW, stats: all, untold })?.roundNumber ?? 0;
    expect(of(roundNumber + 1)).toBe(roundNumber);
    expect(of(roundNumber)).toBeLessThan(roundNumber);
    expect(of(1)).toBe(0);
  });

  it('is news until it was seen on this device', () => {
    const win = newestWin({ address, wallet: null, stats: all });
    expect(newsOf(win, 0)).toBe(win);
    expect(newsOf(win, seenBy(win))).toBeNull();
    expect([seenBy(null), newsOf(null, 0)]).toEqual([0, null]);
  });
});
