import { describe, expect, it } from 'vitest';
import { noteOf } from '../../client/draw/LotteryPanel.tsx';
import { openedText, sealedText } from '../../client/round/Envelope.tsx';
import { slipOf } from '../../client/round/slip.ts';
import { stageText } from '../../client/round/stageText.ts';
import { awaitedText } from '../../client/round/Ticket.tsx';
import type { Seal, Stats } from '../../src/contract/stats.ts';
import { LOADING, roundAt, STAGES, stats } from '../gallery/lottery.ts';

const SEAL: Seal = {
  root: '3fa9c21b'.padEnd(64, '0'),
  entries: 1224,
  signature: '5'.repeat(88),
  sealedAt: '2026-11-20T07:59:19.000Z',
  beaconRound: 7_654_321,
  beaconAt: '2026-11-20T08:00:00.000Z',
  randomness: null,
};
const known = (over: Partial<Stats>) => ({ figures: { kind: 'known', stats: stats(over), silent: false } }) as const;
const LAST = stats().lastRound;
if (!LAST) throw new Error('the gallery’s lottery has a last round');

describe('the ticket’s lower half', () => {
  it('has the last result from one draw to the next lock, under its own number', () => {
    for (const stage of ['open', 'paused'] as const) {
      expect(slipOf(STAGES[stage])).toMatchObject({ kind: 'result', roundNumber: 1233, isNew: false });
    }
    expect(slipOf(STAGES.open)).toMatchObject({ outcome: { kind: 'complete', winners: LAST.winners } });
  });

  it('says why a round ended without winners', () => {
    const lastRound = { ...LAST, phase: 'rolled-over' as const, reason: 'reserve', winners: [] };
    const outcome = { kind: 'rolled-over', reason: 'reserve', winners: [] };
    expect(slipOf(roundAt('open', known({ lastRound })))).toMatchObject({ kind: 'result', outcome });
  });

  it('calls a held round that a person has closed closed', () => {
    expect(stageText('held', 'closed')).toBe('Round closed');
    expect(stageText('held', 'overdue')).toBe('Round on hold');
  });

  it('has the newest known winners while a draw hangs that the page has left', () => {
    const lastRound = { ...LAST, phase: 'drawing' as const, winners: [] };
    const slip = slipOf(roundAt('open', known({ lastRound })));
    expect(slip).toMatchObject({ kind: 'result', roundNumber: 1233, outcome: { kind: 'complete' } });
    if (slip.kind === 'result') expect(slip.outcome.winners.map(({ place }) => place)).toEqual([1, 2, 3]);
  });

  it('has the envelope from the lock on, opened at zero, and then the new result', () => {
    expect(slipOf(STAGES.locked)).toMatchObject({ kind: 'sealed', roundNumber: 1234 });
    expect(slipOf(STAGES.drawing)).toMatchObject({ kind: 'opened', roundNumber: 1234 });
    expect(slipOf(STAGES.complete)).toMatchObject({ kind: 'result', roundNumber: 1234, isNew: true });
    expect(slipOf(STAGES.held)).toMatchObject({ kind: 'result', outcome: { kind: 'held' }, isNew: true });
  });

  it('finds the seal of the round in view, before its end and after it', () => {
    const { currentRound } = stats();
    const running = { ...currentRound, seal: SEAL };
    expect(slipOf(roundAt('locked', known({ currentRound: running })))).toMatchObject({ seal: SEAL });
    const next = { ...currentRound, roundNumber: 1235, seal: null };
    const ended = { ...LAST, roundNumber: 1234, phase: 'drawing' as const, winners: [], seal: SEAL };
    expect(slipOf(roundAt('drawing', known({ currentRound: next, lastRound: ended })))).toMatchObject({ seal: SEAL });
  });

  it('says that nothing is known, and never invents a draw', () => {
    expect(slipOf(LOADING)).toEqual({ kind: 'loading' });
    expect(slipOf(STAGES.unknown)).toEqual({ kind: 'lost' });
    expect(slipOf(roundAt('open', known({ lastRound: null, recentWinners: [] })))).toEqual({ kind: 'none' });
    const figures = { kind: 'known', stats: stats(), silent: true } as const;
    expect(slipOf(roundAt('drawing', { figures }))).toEqual({ kind: 'unheard' });
    expect(slipOf(roundAt('open', { figures })).kind).toBe('result');
  });
});

describe('the jackpot', () => {
  it('is not said to be read in the middle of a draw, in which it is learnt only with the winners', () => {
    expect(awaitedText(roundAt('drawing', known({})))).toBe('Being drawn…');
    expect(awaitedText(roundAt('open', known({})))).toBe('Reading the jackpot…');
    expect(awaitedText(roundAt('unknown', { figures: { kind: 'loading' } }))).toBe('Loading lottery data...');
  });
});

describe('the sealed envelope', () => {
  const now = Date.parse(SEAL.beaconAt) - 20_000;

  it('says that the list is locked, when the number comes in, and what stands on the seal', () => {
    expect(sealedText(SEAL, now)).toEqual({
      lead: 'List locked. The winning number comes in 0:20',
      text: '1,224 wallets are in the draw. The seal shows the list’s fingerprint.',
    });
  });

  it('says less while less is known', () => {
    expect(sealedText(null, now).lead).toBe('The envelope closes');
    expect(sealedText({ ...SEAL, sealedAt: null, signature: null }, now).text).toMatch(/on its way to Solana/);
    expect(sealedText(SEAL, Date.parse(SEAL.beaconAt)).lead).toBe('List locked');
    expect(sealedText({ ...SEAL, entries: 1 }, now).text).toMatch(/^1 wallet is in the draw\./);
  });

  it('opens to the beacon’s number, once it is known', () => {
    expect(openedText(SEAL)).toEqual({
      lead: 'Waiting for the number',
      text: 'It comes from drand round 7,654,321, due at 08:00:00 UTC.',
    });
    expect(openedText({ ...SEAL, randomness: '8f3a91c2'.padEnd(64, '0') })).toEqual({
      lead: 'The number is 8f3a 91c2…',
      text: 'From drand round 7,654,321. It decides who wins.',
    });
  });

  it('is not said to wait for a number when the round has ended and no list of it is known', () => {
    const without = {
      lead: 'No list is known yet',
      text: 'Without a list that was locked in time there is no draw.',
    };
    expect(openedText(null)).toEqual(without);
    const drawing = { phase: 'drawing', reason: null } as const;
    expect(noteOf({ ...drawing, seal: null })).toEqual(without);
    expect(noteOf({ ...drawing, seal: SEAL })).toEqual({
      lead: 'Drawing winners…',
      text: 'The draw of that round is still under way.',
    });
  });
});
