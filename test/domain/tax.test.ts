import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { autoBalance } from '../../src/distribution/bulkEdit.ts';
import {
  CYCLE_FAILURES,
  CYCLE_IN_FLIGHT,
  CYCLE_STATES,
  describeCycleFailure,
  EXCHANGE_FAILURES,
  NEXT_CYCLE_STATES,
} from '../../src/tax/cycle.ts';
import { isAboveRent, LINES_A_PART, type PlanInput, planDistribution } from '../../src/tax/planDistribution.ts';
import { parseTaxMemo, taxMemo } from '../../src/tax/taxMemo.ts';
import { ADMIN, EDITED_AT, POOL, receiver, validList } from './distributionWallets.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';

const PLAN: PlanInput = {
  currency: 'SOL',
  proceeds: 1_000_000n,
  carriedIn: 0n,
  feesPaid: 25_000n,
  feePerPart: 5_000n,
  wallets: [POOL, ADMIN],
};
const sum = (lines: readonly { amount: bigint }[]) => lines.reduce((total, line) => total + line.amount, 0n);

describe('the plan of a distribution', () => {
  it('pays out what arrived less every network fee, by the shares', () => {
    expect(planDistribution(PLAN)).toMatchObject({
      total: 970_000n,
      fees: 30_000n,
      parts: 1,
      leftOver: 0n,
      lines: [
        { walletId: POOL.id, address: POOL.address, amount: 679_000n, percentage: 70, part: 0 },
        { walletId: ADMIN.id, address: ADMIN.address, amount: 291_000n, percentage: 30, part: 0 },
      ],
    });
  });

  it('adds what the last cycle left over, and takes off what it overspent', () => {
    expect(planDistribution({ ...PLAN, carriedIn: 500n }).total).toBe(970_500n);
    expect(planDistribution({ ...PLAN, carriedIn: -500n }).total).toBe(969_500n);
  });

  it.each([
    ['the fees eat it all', { proceeds: 30_000n }, 5_000n],
    ['the fees are more than all of it', { proceeds: 10_000n }, -15_000n],
    [
      'nobody has a share',
      {
        wallets: [
          { ...POOL, percentage: 0 },
          { ...ADMIN, isActive: false },
        ],
      },
      975_000n,
    ],
  ])('pays nobody when %s, and leaves the rest to the next cycle', (_, given, leftOver) => {
    expect(planDistribution({ ...PLAN, ...given })).toEqual({
      total: 0n,
      fees: 25_000n,
      parts: 0,
      lines: [],
      leftOver,
    });
  });

  it('distributes GOD whole: its network fees are paid in SOL, from the reserve', () => {
    const plan = planDistribution({ ...PLAN, currency: 'GOD', proceeds: 1_001n });
    expect([plan.total, plan.lines.map((line) => line.amount)]).toEqual([1_001n, [701n, 300n]]);
  });

  it('puts at most fifteen lines in SOL and eight in GOD into one transaction', () => {
    const wallets = autoBalance(validList(100), EDITED_AT);
    for (const [currency, parts] of [
      ['SOL', 7],
      ['GOD', 13],
    ] as const) {
      const plan = planDistribution({ ...PLAN, currency, wallets, proceeds: 10n ** 12n });
      expect(plan.parts).toBe(parts);
      for (let part = 0; part < parts; part++) {
        const lines = plan.lines.filter((line) => line.part === part);
        expect(lines.length).toBeLessThanOrEqual(LINES_A_PART[currency]);
        expect(lines.length).toBeGreaterThan(0);
      }
    }
  });

  it('leaves out wallets that are inactive, have no share, or whose share rounds down to nothing', () => {
    const wallets = [
      { ...POOL, percentage: 99.99 },
      receiver(1, { percentage: 0.01 }),
      receiver(2, { percentage: 40, isActive: false }),
      receiver(3),
    ];
    expect(planDistribution({ ...PLAN, wallets, proceeds: 30_500n }).lines.map((line) => line.walletId)).toEqual([
      POOL.id,
    ]);
  });

  it('conserves every base unit, whatever arrives and however it is shared', () => {
    const input = fc.record({
      currency: fc.constantFrom('SOL', 'GOD'),
      proceeds: fc.bigInt(0n, 10n ** 15n),
      carriedIn: fc.bigInt(-(10n ** 9n), 10n ** 9n),
      feesPaid: fc.bigInt(0n, 10n ** 7n),
      feePerPart: fc.bigInt(5_000n, 10n ** 6n),
      wallets: fc
        .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 40 })
        .map((shares) => shares.map((share, i) => receiver(i, { percentage: share / 100 }))),
    });
    fc.assert(
      fc.property(input, (given) => {
        const plan = planDistribution(given as PlanInput);
        const available = given.currency === 'SOL' ? given.proceeds + given.carriedIn - plan.fees : given.proceeds;
        expect(plan.total >= 0n && plan.lines.every((line) => line.amount > 0n)).toBe(true);
        expect(sum(plan.lines)).toBe(plan.total);
        if (plan.total > 0n) expect(plan.total).toBe(available);
        else if (given.currency === 'SOL') expect(plan.leftOver).toBe(available);
      }),
      PROPERTY_RUNS,
    );
  });

  it('knows a line that would leave its receiver below the least an account may hold', () => {
    expect(isAboveRent(890_880n, 0n, 890_880n)).toBe(true);
    expect(isAboveRent(890_879n, 0n, 890_880n)).toBe(false);
    expect(isAboveRent(1n, 890_880n, 890_880n)).toBe(true);
  });
});

describe('a tax cycle', () => {
  it('signs its distribution with a memo that can be found again', () => {
    const memo = taxMemo({ cycle: 1_790_000_000, configVersion: 3, part: 2 });
    expect(memo).toBe('GOD1 tax cycle=1790000000 config=v3 part=2');
    expect(parseTaxMemo(memo)).toEqual({ cycle: 1_790_000_000, part: 2 });
    for (const other of [
      `${memo} `,
      `x${memo}`,
      memo.replace('cycle=', 'cycle=0'),
      memo.replace('part=', 'part=0'),
      'GOD1 payout round=1 ends=2',
      'GOD1 tax cycle=1 config=3 part=0',
      '',
    ])
      expect(parseTaxMemo(other)).toBeNull();
  });

  it('has a way out of every state that wants work, and none out of the others', () => {
    const inFlight = new Set<string>(CYCLE_IN_FLIGHT);
    for (const state of CYCLE_STATES) expect(NEXT_CYCLE_STATES[state].length > 0).toBe(inFlight.has(state));
  });

  it('fails because of an exchange when no quote came, or a swap was not signed or not taken', () => {
    expect(EXCHANGE_FAILURES).toEqual(CYCLE_FAILURES.filter((failure) => /^(?:exchange|swap)-/.test(failure)));
  });

  it('says in a sentence why it failed, in another one for each reason', () => {
    for (const failure of CYCLE_FAILURES) expect(describeCycleFailure(failure)).toMatch(/^[A-Z].{20,}\.$/);
    expect(new Set(CYCLE_FAILURES.map(describeCycleFailure)).size).toBe(CYCLE_FAILURES.length);
    expect([describeCycleFailure(null), describeCycleFailure('of another version')]).toEqual([null, null]);
  });
});
