import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ClockContext, fixedClock } from '../../client/clock/ServerClock.ts';
import { KEYS } from '../../client/data/keys.ts';
import { MyLine, myLines } from '../../client/mine/MyLine.tsx';
import { momentOf } from '../../client/mine/useMyWallet.ts';
import { newsText } from '../../client/page/landing/DrawStrip.tsx';
import { titleText } from '../../client/page/landing/titleText.ts';
import { paymentOf } from '../../client/round/TicketSlip.tsx';
import { drawsText, drawWords } from '../../client/wallet/WalletDraws.tsx';
import { CONFIG, IN_THE_DRAW, NOT_IN_THE_DRAW, NOW, STAGES, stats } from '../gallery/lottery.ts';

const LAST = stats().lastRound;
if (!LAST) throw new Error('the gallery’s lottery has a last round');
const [FIRST] = LAST.winners;
if (!FIRST) throw new Error('and its winners');

describe('what stands under the ticket for a remembered wallet', () => {
  const lines = (over: Partial<Parameters<typeof myLines>[0]> = {}) =>
    myLines({
      wallet: IN_THE_DRAW,
      config: CONFIG,
      stats: stats(),
      enteredRound: 0,
      untold: LAST.roundNumber + 1,
      now: NOW,
      ...over,
    });

  it('in: the chance, and what was won so far', () => {
    expect(lines()).toMatchObject({ isIn: true, first: '1 in 75 chance to win', canBuy: false });
    expect(lines().second).toMatch(/^Won .*\. Paid so far: /);
    const none = { ...IN_THE_DRAW, totalWins: 0, totalWonLamports: '0' };
    expect(lines({ wallet: none }).second).toBe('The same for all 224 wallets.');
    // Won a moment ago, and not paid yet.
    expect(lines({ wallet: { ...none, totalWins: 1 } }).second).toBe('The same for all 224 wallets.');
  });

  it('neither won nor lost before the ticket has printed who has won', () => {
    const untold = LAST.roundNumber;
    expect(lines({ untold }).second).toBe('The same for all 224 wallets.');
    expect(lines({ untold, enteredRound: LAST.roundNumber }).first).toBe('1 in 75 chance to win');
  });

  it('lost: one kind sentence, for a wallet that was seen on that round’s locked list and for no other', () => {
    const entered = { enteredRound: LAST.roundNumber };
    expect(lines(entered)).toMatchObject({ isIn: true, first: 'Not this time' });
    expect(lines(entered).second).toMatch(/^The next draw is in \d+ min\.$/);
    const draw = { roundNumber: 1, endsAt: LAST.endsAt, reason: null, wonLamports: null };
    const draws = [true, true, false, null].map((isIn) => ({ ...draw, isIn }));
    expect(lines({ ...entered, draws }).second).toMatch(/^In 2 of 4 draws\. The next is in \d+ min\.$/);
    expect(lines({ enteredRound: LAST.roundNumber - 1 }).first).not.toBe('Not this time');
    expect(lines({ ...entered, wallet: { ...IN_THE_DRAW, address: FIRST.address } }).first).not.toBe('Not this time');
    const drawing = stats({ lastRound: { ...LAST, phase: 'drawing', winners: [] } });
    expect(lines({ ...entered, stats: drawing }).first).not.toBe('Not this time');
    const locked = stats({ currentRound: { ...stats().currentRound, phase: 'locked' } });
    expect(lines({ ...entered, stats: locked }).first).not.toBe('Not this time');
  });

  it('out: how much is missing and how long there is to buy it, until the lock', () => {
    const locksAt = Date.parse(stats().currentRound.locksAt);
    const out = (left: number) =>
      lines({ wallet: { ...NOT_IN_THE_DRAW, balanceUnits: '80000000000' }, now: locksAt - left });
    expect(out(31.5 * 60_000)).toEqual({
      isIn: false,
      first: '20,000 GOD too little',
      second: '31 minutes left before the list locks.',
      canBuy: true,
    });
    expect(out(59_000).second).toBe('Less than a minute left before the list locks.');
    expect(out(0).second).toBe('What you buy now counts for the next draw.');
  });

  it('out: speaks of the next draw from the second of the lock on, whichever second that is', () => {
    const locksAt = '2026-11-20T07:59:03.000Z';
    const known = stats({ currentRound: { ...stats().currentRound, locksAt } });
    const queries = new QueryClient();
    queries.setQueryData(KEYS.stats, known);
    queries.setQueryData(KEYS.config, CONFIG);
    queries.setQueryData(['mine', NOT_IN_THE_DRAW.address, momentOf(known)], NOT_IN_THE_DRAW);
    const at = (left: number) => {
      const line = createElement(MyLine, { address: NOT_IN_THE_DRAW.address });
      const clock = createElement(ClockContext, { value: fixedClock(Date.parse(locksAt) - left) }, line);
      return renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, clock));
    };
    expect(at(1)).toContain('Less than a minute left before the list locks.');
    expect(at(0)).toContain('What you buy now counts for the next draw.');
    expect(at(-1000)).toContain('What you buy now counts for the next draw.');
  });

  it('sold or bought after the lock: the locked list decides this draw, and what is held now the next one', () => {
    const locked = { lockedRound: stats().currentRound.roundNumber };
    const held = { ...NOT_IN_THE_DRAW, ...locked, balanceUnits: '80000000000' };
    const now = Date.parse(stats().currentRound.locksAt) + 5000;
    const { isEligible, odds } = IN_THE_DRAW;
    expect(lines({ wallet: { ...held, isEligible, odds }, now })).toEqual({
      isIn: true,
      first: '1 in 75 chance to win',
      second: 'Next draw: 20,000 GOD too little',
      canBuy: true,
    });
    expect(lines({ wallet: held, now })).toMatchObject({
      isIn: false,
      second: 'What you buy now counts for the next draw.',
    });
    expect(lines({ wallet: { ...IN_THE_DRAW, ...locked, isEligible: false }, now })).toMatchObject({
      isIn: false,
      first: 'In the next one',
      second: 'You bought after the lock.',
    });
    // Before the lock, a wallet in the draw lacks nothing.
    expect(lines().second).toMatch(/^Won /);
  });

  it('excluded: why, and nothing is to be bought', () => {
    const wallet = { ...NOT_IN_THE_DRAW, rank: null, reason: 'This is the lottery pool’s own wallet.' };
    expect(lines({ wallet })).toMatchObject({ second: wallet.reason, canBuy: false });
  });
});

describe('a moment of the round', () => {
  it('changes at the lock, at the end of the round, at its result and at its payment, and not in between', () => {
    const at = (phase: 'open' | 'locked', last: 'drawing' | 'complete', paidAt: string | null = LAST.paidAt) =>
      momentOf(
        stats({ currentRound: { ...stats().currentRound, phase }, lastRound: { ...LAST, phase: last, paidAt } }),
      );
    const all = [at('open', 'complete'), at('locked', 'complete'), at('open', 'drawing'), at('open', 'complete', null)];
    expect(new Set(all).size).toBe(4);
    expect(at('open', 'complete')).toBe(momentOf(stats({ prizePool: { sol: 1, usd: 1, lamports: '1' } })));
    expect(momentOf(undefined)).toBe('');
  });
});

describe('the payment of a round', () => {
  const paid = (over: object, paidAt: string | null = null) =>
    paymentOf(stats({ lastRound: { ...LAST, paidAt, winners: [{ ...FIRST, ...over }] } }), LAST.roundNumber)?.text;
  const afterDraw = (ms: number) => new Date(Date.parse(LAST.endsAt) + ms).toISOString();
  const confirmed = { transactionSignature: '5'.repeat(88), status: 'confirmed' };

  it('says how long after the draw it was there', () => {
    expect(paid(confirmed, afterDraw(1_100))).toBe('Paid 1.1 s after the draw');
    expect(paid(confirmed, afterDraw(125_000))).toBe('Paid 2 min after the draw');
  });

  it('says less while less is known, and nothing before there is one or for another round', () => {
    expect(paid(confirmed)).toBe('Paid');
    expect(paid({ ...confirmed, status: 'sent' }, afterDraw(1_100))).toBe('Payment sent');
    expect(paid({ ...confirmed, transactionSignature: null })).toBeUndefined();
    expect(paymentOf(stats(), LAST.roundNumber - 1)).toBeNull();
  });
});

describe('a win of one’s own', () => {
  it('stands in the tab and in the strip until the next lock', () => {
    const own = FIRST.address;
    expect(titleText(STAGES.open, NOW, own)).toMatch(/^You won [\d.,]+ SOL · \d+:\d\d · Game of Draws$/);
    expect(titleText(STAGES.locked, NOW, own)).not.toMatch('You won');
    expect(titleText(STAGES.open, NOW)).not.toMatch('You won');
    const outcome = { kind: 'complete', reason: null, winners: LAST.winners } as const;
    const { figures } = STAGES.open;
    expect(newsText({ stage: 'complete', outcome, figures }, own)).toMatch(/^You won /);
    expect(newsText({ stage: 'complete', outcome, figures }, null)).toMatch(/^1st: /);
    expect(newsText({ stage: 'open', outcome: null, figures }, own)).toMatch(/^You won /);
    expect(newsText({ stage: 'locked', outcome: null, figures }, own)).toBeNull();
    expect(newsText({ stage: 'open', outcome: null, figures }, null)).toBeNull();
    expect(newsText({ stage: 'paused', outcome: null, figures }, own)).toBe('Draws paused');
  });
});

describe('the newest draws of a wallet', () => {
  const draw = { roundNumber: 1, endsAt: LAST.endsAt, reason: null, wonLamports: null };

  it('say in or out in a word each, a win before that, and where there was no list', () => {
    const word = (over: Partial<Parameters<typeof drawWords>[0]>) => drawWords({ ...draw, isIn: true, ...over }).word;
    expect([word({}), word({ isIn: false }), word({ isIn: null }), word({ wonLamports: '1' })]).toEqual([
      ...['IN', 'OUT', 'NO LIST', 'WON'],
    ]);
  });

  it('are counted in a sentence', () => {
    const of = (...isIn: (boolean | null)[]) => drawsText(isIn.map((one) => ({ ...draw, isIn: one })));
    expect(of()).toBe('No round has ended yet.');
    expect(of(true)).toBe('In 1 of 1 draw, by the lists that were locked.');
    expect(of(true, false, null)).toBe('In 1 of 3 draws, by the lists that were locked.');
  });
});
