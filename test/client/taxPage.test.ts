import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { godText, ledgerText } from '../../client/format/godText.ts';
import { barHeight, scaleTop } from '../../client/format/plotScale.ts';
import { hasShape } from '../../client/shape/hasShape.ts';
import { CycleLines } from '../../client/tax/CycleItem.tsx';
import { missingText, stepGroups } from '../../client/tax/CycleSteps.tsx';
import { stateOf } from '../../client/tax/cycleState.ts';
import { cycleSums, totalSums } from '../../client/tax/sums.ts';
import { lastDays } from '../../client/tax/TaxPlots.tsx';
import { TaxWaits, waitingOf } from '../../client/tax/TaxWaits.tsx';
import { TAX } from '../../client/tax/useTax.ts';
import { type TaxCycleAnswer, type TaxReport, type TaxStepAnswer, taxReport } from '../../src/contract/tax.ts';

const total = (units: bigint | number) => ({ amount: Number(units), units: `${units}` });

function step(name: TaxStepAnswer['name'], units: number, over: Partial<TaxStepAnswer> = {}): TaxStepAnswer {
  const currency = name === 'distribute' ? 'SOL' : 'GOD';
  return { name, ...total(units), currency, signature: 's', status: 'final', feeLamports: '5000', ...over };
}

function line(units: number, over: Partial<TaxCycleAnswer['lines'][number]> = {}): TaxCycleAnswer['lines'][number] {
  const known = { label: 'Pool', address: 'A', percentage: 70, status: 'SUCCESS', signature: 's' } as const;
  return { ...known, ...total(units), ...over };
}

/** Sold for 1,000,000 lamports, of which 980,000 are paid and 20,000 were fees. */
function cycle(over: Partial<TaxCycleAnswer> = {}): TaxCycleAnswer {
  return {
    id: 1_800_000_000,
    startedAt: '2027-01-15T08:00:00.000Z',
    endedAt: '2027-01-15T08:00:30.000Z',
    state: 'done',
    reason: null,
    currency: 'SOL',
    configVersion: 1,
    found: total(5_000_000_000),
    proceedsLamports: '1000000',
    total: total(980_000),
    feesLamports: '20000',
    carriedInLamports: '0',
    carriedOutLamports: '0',
    steps: [step('harvest', 5_000_000_000), step('withdraw', 5_000_000_000), step('swap', 5_000_000_000)],
    lines: [line(686_000), line(294_000, { label: 'Admin', address: 'B', percentage: 30 })],
    ...over,
  };
}

const look = cycle({ state: 'empty', total: null, proceedsLamports: null, feesLamports: null, steps: [], lines: [] });

function report(cycles: TaxCycleAnswer[], sums: { received: number; distributed: number; fees: number }): TaxReport {
  return {
    totals: {
      cycles: cycles.length,
      withdrawn: total(5_000_000_000),
      sold: total(5_000_000_000),
      distributedGod: total(0),
      received: total(sums.received),
      distributed: total(sums.distributed),
      fees: total(sums.fees),
    },
    days: [{ day: '2027-01-15', withdrawn: 5000, distributed: 0.00098, cycles: 1 }],
    cycles,
    distribution: { rules: { minPoolShare: null, needsSecondKey: false, delayHours: 0 }, waiting: null },
    pausedAt: null,
    updatedAt: '2027-01-15T08:01:00.000Z',
  };
}

describe('amounts of the tax page', () => {
  it('are shown to the last unit, so that they add up', () => {
    expect(ledgerText(1_234_567_890_123_456_789n, 'SOL')).toBe('1,234,567,890.123456789');
    expect(ledgerText(1_000_000n, 'GOD')).toBe('1.000000');
    expect(ledgerText(-5000n, 'SOL')).toBe('-0.000005000');
    expect(ledgerText(0n, 'SOL')).toBe('0.000000000');
  });

  it('GOD has 2 decimals, rounded down, and a tiny amount is not shown as zero', () => {
    expect([12_345_678_999n, 9_999n, 0n].map(godText)).toEqual(['12,345.67', '< 0.01', '0.00']);
  });
});

describe('a cycle’s books', () => {
  it('received = paid + fees + left over', () => {
    expect(cycleSums(cycle())).toEqual({
      ...{ received: 1_000_000n, carriedIn: 0n, paid: 980_000n, due: 0n, fees: 20_000n, carriedOut: 0n },
      isExact: true,
    });
  });

  it('a line that failed is left over, and what was carried in is counted', () => {
    const lines = [line(686_500), line(294_300, { status: 'FAILED' })];
    const sums = cycleSums(cycle({ lines, carriedInLamports: '800', carriedOutLamports: '294300' }));
    expect(sums).toMatchObject({ paid: 686_500n, carriedIn: 800n, carriedOut: 294_300n, isExact: true });
  });

  it('published figures that do not add up are marked as such', () => {
    expect(cycleSums(cycle({ carriedOutLamports: '1' }))?.isExact).toBe(false);
    expect(cycleSums(cycle({ lines: [line(686_000)] }))?.isExact).toBe(false);
  });

  it('while it pays, the lines that are due are counted apart', () => {
    const lines = [line(686_000), line(294_000, { status: 'pending' })];
    const sums = cycleSums(cycle({ state: 'distribute', endedAt: null, carriedOutLamports: null, lines }));
    expect(sums).toMatchObject({ paid: 686_000n, due: 294_000n, carriedOut: 0n, isExact: true });
  });

  it('in GOD, network fees are no part of them; before the plan there are none', () => {
    const god = cycle({ currency: 'GOD', proceedsLamports: null, total: total(980_000) });
    expect(cycleSums(god)).toMatchObject({
      received: 980_000n,
      paid: 980_000n,
      fees: 0n,
      carriedOut: 0n,
      isExact: true,
    });
    expect(cycleSums(look)).toBeNull();
  });
});

describe('the books of all cycles', () => {
  it('the rest is what the last cycle left over', () => {
    const done = cycle({ lines: [line(686_000), line(294_000, { status: 'FAILED' })], carriedOutLamports: '294000' });
    const sums = totalSums(report([look, done], { received: 3_000_000, distributed: 2_646_000, fees: 60_000 }));
    expect(sums).toMatchObject({ rest: 294_000n, isExplained: true });
  });

  it('a cycle under way is not in the totals yet, whatever it has sold or paid', () => {
    const left = cycle({ lines: [line(686_000), line(294_000, { status: 'FAILED' })], carriedOutLamports: '294000' });
    const sums = { received: 1_000_000, distributed: 686_000, fees: 20_000 };
    const moving = { id: 1_800_000_120, endedAt: null, carriedOutLamports: null } as const;
    const sold = cycle({ ...moving, state: 'distribute', total: null, feesLamports: null, lines: [] });
    const paying = cycle({
      ...moving,
      state: 'distribute',
      lines: [line(686_000), line(588_000, { status: 'pending' })],
    });
    const paidInGod = cycle({ ...moving, state: 'distribute', currency: 'GOD', proceedsLamports: null });
    for (const underWay of [sold, paying, paidInGod])
      expect(totalSums(report([underWay, left], sums))).toMatchObject({ rest: 294_000n, isExplained: true });
  });

  it('the costs of a failed cycle are known, and the next distribution pays them', () => {
    const failed = cycle({
      ...{
        id: 1_800_000_120,
        state: 'failed',
        reason: 'The chain refused the swap three times.',
        total: null,
        lines: [],
      },
      ...{ proceedsLamports: null, feesLamports: '35000', carriedInLamports: null, carriedOutLamports: '-34000' },
    });
    const cycles = [look, failed, cycle({ carriedOutLamports: '1000' })];
    const sums = totalSums(report(cycles, { received: 1_001_000, distributed: 980_000, fees: 55_000 }));
    expect(sums).toMatchObject({ rest: -34_000n, isExplained: true });
    expect(waitingOf({ cycles }).carried).toBe(-34_000n);
  });

  it('one lamport too few is noticed', () => {
    const all = report([cycle()], { received: 1_000_000, distributed: 979_999, fees: 20_000 });
    expect(totalSums(all)).toMatchObject({ rest: 1n, isExplained: false });
  });

  it('fees of distributions in GOD count as advanced', () => {
    const god = cycle({ currency: 'GOD', proceedsLamports: null });
    const all = report([god], { received: 0, distributed: 0, fees: 20_000 });
    expect(totalSums(all)).toMatchObject({ rest: -20_000n, isExplained: true });
  });
});

describe('a cycle’s steps', () => {
  it('many transactions of one step are one step', () => {
    const steps = [step('harvest', 300), step('harvest', 200), step('withdraw', 500, { feeLamports: null })];
    const [harvest, withdraw, ...rest] = stepGroups({ steps });
    expect(harvest).toMatchObject({ name: 'harvest', units: 500n, fee: 10_000n, status: 'final' });
    expect(withdraw).toMatchObject({ units: 500n, fee: null });
    expect(rest).toEqual([]);
  });

  it('a part that failed and was repeated counts once; the least advanced of the others tells the state', () => {
    const steps = [
      step('distribute', 980, { status: 'failed' }),
      step('distribute', 686, { status: 'final' }),
      step('distribute', 294, { status: 'confirmed' }),
    ];
    expect(stepGroups({ steps })[0]).toMatchObject({ units: 980n, status: 'confirmed' });
    expect(stepGroups({ steps: steps.slice(0, 1) })[0]).toMatchObject({ units: 980n, status: 'failed' });
  });

  it('say why they are missing', () => {
    expect(missingText('harvest', cycle({ steps: [step('withdraw', 1)] }))).toMatch(/already in the mint/);
    expect(missingText('swap', cycle({ currency: 'GOD' }))).toMatch(/GOD itself/);
    expect(missingText('swap', cycle({ state: 'failed' }))).toBe('Not reached.');
    expect(missingText('distribute', cycle({ state: 'swap' }))).toBe('Not yet.');
    expect(missingText('distribute', cycle())).toMatch(/after the network fees/);
  });

  it('a cycle’s word follows its state and its lines', () => {
    const failed = line(1, { status: 'FAILED' });
    const words = [[line(1)], [line(1), failed], [failed], []].map((lines) => stateOf(cycle({ lines })).text);
    expect(words).toEqual(['DISTRIBUTED', 'PARTLY PAID', 'NOT PAID', 'CARRIED OVER']);
    expect(stateOf(cycle({ state: 'swap' }))).toEqual({ text: 'SELLING', tone: 'amber' });
  });
});

describe('the payments of a cycle', () => {
  it('are lines of their own, also where two of them pay the pool', () => {
    const [one, other] = [line(1, { label: 'Pool' }), line(2, { label: 'Pool before it moved' })];
    const list = CycleLines({ lines: [one, other], currency: 'SOL', explorer: null });
    const keys = (list.props as { readonly children: readonly ReactElement[] }).children.map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('what waits', () => {
  it('the newest look, unless a cycle has begun since', () => {
    expect(waitingOf({ cycles: [look, cycle()] }).look).toBe(look);
    expect(waitingOf({ cycles: [cycle(), look] })).toEqual({ underWay: null, look: null, failed: null, carried: 0n });
    expect(waitingOf({ cycles: [] })).toEqual({ underWay: null, look: null, failed: null, carried: 0n });
  });

  it('the GOD of the last cycle when it failed, and what the last distribution left over', () => {
    const failed = cycle({ id: 2, state: 'failed', reason: 'No exchange.', carriedOutLamports: '-7' });
    const left = cycle({ carriedOutLamports: '-7' });
    expect(waitingOf({ cycles: [failed, left] })).toMatchObject({ failed, carried: -7n });
    const moving = cycle({ id: 3, state: 'swap', endedAt: null });
    expect(waitingOf({ cycles: [moving, failed, left] })).toMatchObject({ underWay: moving, failed: null });
  });
});

describe('the last cycle, when it failed', () => {
  const said = (over: Partial<TaxCycleAnswer>) => {
    const reason = 'An operator ended this cycle.';
    const failed = cycle({ state: 'failed', reason, total: null, lines: [], carriedOutLamports: '980000', ...over });
    const sums = { received: 1_000_000, distributed: 0, fees: 20_000 };
    return renderToStaticMarkup(createElement(TaxWaits, { report: report([failed], sums) }));
  };

  it('has kept its GOD, unless it had sold it', () => {
    expect(said({ proceedsLamports: null })).toContain(
      '<li>5,000.00 GOD of the last cycle. An operator ended this cycle.',
    );
    expect(said({})).toContain('<li>An operator ended this cycle.</li>');
    expect(said({})).toContain('0.000980000 SOL could not be paid out');
  });
});

describe('the plot', () => {
  it('has every day up to today, over the turn of a month', () => {
    const known = { day: '2027-02-28', withdrawn: 5, distributed: 1, cycles: 2 };
    const days = lastDays([known], Date.parse('2027-03-01T00:00:01Z'), 3);
    expect(days.map(({ day, withdrawn }) => [day, withdrawn])).toEqual([
      ['2027-02-27', 0],
      ['2027-02-28', 5],
      ['2027-03-01', 0],
    ]);
  });

  it('ends with a round number that its largest day fits under', () => {
    for (const [largest, top] of [
      [0, 1],
      [0.0028, 0.003],
      [0.75, 0.8],
      [1, 1],
      [97_931, 100_000],
      [123_456, 150_000],
      [8.4, 10],
    ] as const) {
      expect(scaleTop(largest)).toBe(top);
    }
    for (let largest = 1e-9; largest < 1e12; largest *= 3.7) {
      expect(scaleTop(largest)).toBeGreaterThanOrEqual(largest);
      expect(scaleTop(largest)).toBeLessThan(largest * 2);
    }
  });

  it('draws every value above 0 so that it is visible, and 0 as nothing', () => {
    expect([0, 1, 50, 100].map((value) => barHeight(value, 100))).toEqual([0, 0.02, 0.5, 1]);
  });
});

describe('the answer’s shape', () => {
  const good = report([look, cycle({ steps: [step('harvest', 1, { signature: null })] })], {
    ...{ received: 1_000_000, distributed: 980_000, fees: 20_000 },
  });

  it('takes what the contract takes', () => {
    expect(taxReport.safeParse(good).success).toBe(true);
    expect(hasShape(good, TAX)).toBe(true);
    expect(hasShape({ ...good, cycles: [cycle({ carriedOutLamports: '-3' })] }, TAX)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['{}', {}],
    ['no cycles', { ...good, cycles: null }],
    ['an unknown state', { ...good, cycles: [{ ...cycle(), state: 'lost' }] }],
    ['an amount that is a number', { ...good, cycles: [{ ...cycle(), proceedsLamports: 5 }] }],
    ['a line without units', { ...good, cycles: [cycle({ lines: [{ ...line(1), units: '' }] })] }],
    ['a day that is none', { ...good, days: [{ ...good.days[0], day: 'today' }] }],
    ['no time', { ...good, updatedAt: 'soon' }],
    ['no word on a pause', { ...good, pausedAt: undefined }],
  ])('refuses %s', (_, answer) => {
    expect(hasShape(answer, TAX)).toBe(false);
  });
});
