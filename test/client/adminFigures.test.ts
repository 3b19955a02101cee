import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { SUMS } from '../../client/admin/console/answerShapes.ts';
import { newAlerts } from '../../client/admin/operations/newAlerts.ts';
import { sameWallets } from '../../client/admin/operations/WalletsGroup.tsx';
import { Figures } from '../../client/admin/overview/Figures.tsx';
import { lastDays } from '../../client/admin/ui/lastDays.ts';
import { columnTexts, sentenceText } from '../../client/admin/ui/unitsText.ts';
import { AllocationBar, tone } from '../../client/admin/wallets/AllocationBar.tsx';
import { hasShape, type Shape } from '../../client/shape/hasShape.ts';
import type { TaxSums } from '../../src/contract/distribution.ts';
import type { Operations } from '../../src/contract/operations.ts';
import { defaultWallets } from '../../src/distribution/wallet.ts';
import { wallet } from '../domain/wallets.ts';
import { OVERVIEWS } from '../gallery/books.ts';

describe('amounts below each other', () => {
  it('all have as many decimals as the one that takes most', () => {
    expect(columnTexts([1_000_000n, 333_300n, 666_700n], 'GOD')).toEqual(['1.0000', '0.3333', '0.6667']);
    expect(columnTexts([1_000_000_000_000n, 700_000_000_000n], 'GOD')).toEqual(['1,000,000.00', '700,000.00']);
    expect(columnTexts([1n, 2_500_000_000n], 'SOL')).toEqual(['< 0.000001', '2.500000']);
    expect(columnTexts([], 'SOL')).toEqual([]);
  });
});

describe('an amount in a sentence', () => {
  it('has six decimals of SOL, and all nine where six would cut it off', () => {
    expect(sentenceText(2_500_000_000n, 'SOL')).toBe('2.500000 SOL');
    expect(sentenceText(11n, 'SOL')).toBe('0.000000011 SOL');
    expect(sentenceText(1_234_567_000_000_001n, 'SOL')).toBe('1,234,567.000000001 SOL');
  });

  it('has two to six of GOD', () => {
    expect(sentenceText(1_000_000_000_000n, 'GOD')).toBe('1,000,000.00 GOD');
    expect(sentenceText(1n, 'GOD')).toBe('0.000001 GOD');
  });
});

describe('the product’s wallets', () => {
  const one = (name: string, n: 1 | 2) => ({
    name,
    address: wallet(n),
    lamports: '5',
    perDayLamports: null,
    daysLeft: null,
  });
  it('are one line for each address, with all its roles', () => {
    const all = [one('Pool', 1), one('Tax authority', 2), one('Tax wallet', 2), one('Admin', 2)];
    expect(sameWallets(all).map(({ name, address }) => [name, address])).toEqual([
      ['Pool', wallet(1)],
      ['Tax authority, tax wallet and admin', wallet(2)],
    ]);
    expect(sameWallets([one('Pool', 1), one('Admin', 1)]).map(({ name }) => name)).toEqual(['Pool and admin']);
    expect(sameWallets([])).toEqual([]);
  });
});

describe('the figure of the pool', () => {
  const overview = OVERVIEWS.map(([, each]) => each).find(({ lastPayment }) => lastPayment === null);
  if (overview === undefined) throw new Error('a console before its first payment');
  const said = (wallets: Operations['wallets'] | null) =>
    /aria-label="Pool".*?<p class="figure">(.*?)<\/p><p class="muted">(.*?)<\/p>/
      .exec(renderToStaticMarkup(createElement(Figures, { overview, wallets })))
      ?.slice(1);
  const pool = { name: 'Pool', address: wallet(1), lamports: '7000000000', perDayLamports: null, daysLeft: null };

  it('does not say that no node answered before one was asked', () => {
    expect(said(null)).toEqual(['unknown', 'What it holds has not been read.']);
    expect(said([{ ...pool, lamports: null }])).toEqual(['unknown', 'No node has said what it holds.']);
  });

  it('says how long it lasts, and nothing about the last week where nothing is known of it', () => {
    expect(said([pool])).toEqual(['7.000000 SOL', 'How long it lasts is not known yet.']);
    expect(said([{ ...pool, perDayLamports: '0' }])?.[1]).toBe('It has not shrunk in the last 7 days.');
    expect(said([{ ...pool, perDayLamports: '1000000000', daysLeft: 7 }])?.[1]).toBe(
      'At this pace the pool lasts 7 days. It spends 1.000000 SOL a day.',
    );
  });
});

describe('alerts on every tab', () => {
  it('are those of the day before the reading', () => {
    const alert = (key: string, raisedAt: string) => ({
      ...{ key, message: key, severity: 'warning' as const, runbook: '', raisedAt, deliveredAt: null, endedAt: null },
    });
    const alerts = [alert('now', '2026-11-20T12:00:00.000Z'), alert('old', '2026-11-19T11:59:59.000Z')];
    expect(newAlerts({ alerts, serverTime: '2026-11-20T12:00:00.000Z' }).map(({ key }) => key)).toEqual(['now']);
  });
});

describe('the last days', () => {
  it('are whole ones of UTC, today not among them', () => {
    expect(lastDays(Date.parse('2026-03-02T00:00:00Z'), 7)).toEqual({ from: '2026-02-23', to: '2026-03-01' });
  });
});

describe('the allocation, as a screen reader says it', () => {
  const said = (isActive: boolean) => {
    const at = '2026-11-20T08:00:00.000Z';
    const wallets = defaultWallets(wallet(1), wallet(2), at).map((one) => ({ ...one, isActive }));
    return /aria-label="([^"]*)"/.exec(renderToStaticMarkup(createElement(AllocationBar, { wallets })))?.[1];
  };

  it('names the active wallets, and nothing in their place where there is none', () => {
    expect(said(true)).toBe('Allocation: Lottery Pool 70.00%, Admin 30.00%');
    expect(said(false)).toBe('Allocation: unallocated 100.00%');
  });
});

describe('colours', () => {
  it('never come twice among 200 wallets, and neighbours are far apart', () => {
    const hues = Array.from({ length: 200 }, (_, n) => Number(/ ([\d.]+)\)/.exec(JSON.stringify(tone(n)))?.[1]));
    expect(new Set(hues).size).toBe(200);
    for (const [n, hue] of hues.entries()) {
      const turn = Math.abs(hue - (hues[n + 1] ?? hue + 137));
      expect(Math.min(turn, 360 - turn)).toBeGreaterThan(90);
    }
  });
});

it('sums are checked before they are shown', () => {
  expectTypeOf(SUMS).toEqualTypeOf<Shape<{ data: TaxSums }>>();
  const sums = {
    ...{ from: '2026-11-20', to: '2026-11-20', cycles: 2, withdrawnUnits: '1', soldUnits: '1', receivedLamports: '1' },
    ...{ feesLamports: '1', distributedLamports: '1', distributedUnits: '0' },
  };
  expect(hasShape({ data: sums }, SUMS)).toBe(true);
  expect(hasShape({ data: { ...sums, feesLamports: '-1' } }, SUMS)).toBe(false);
});
