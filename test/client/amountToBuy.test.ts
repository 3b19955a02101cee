import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountToBuy, feeOf, shortage, shortageText } from '../../client/enter/shortage.ts';
import { UNITS_PER_GOD } from '../../src/money/god.ts';
import { wallet } from '../domain/wallets.ts';

const NO_MAXIMUM = 10n ** 18n;
const five = { basisPoints: 500, maximumFee: NO_MAXIMUM };

describe('how much to buy', () => {
  it.each([
    [95n, 100n],
    [23_456n, 24_691n],
    [100_000n, 105_264n],
  ])('so that %i GOD arrive of which 5%% is withheld: %i', (needed, bought) => {
    expect(amountToBuy(needed * UNITS_PER_GOD, five)).toBe(bought);
  });

  it('adds no more than the largest fee, and nothing where there is no fee', () => {
    const capped = { basisPoints: 500, maximumFee: 1_000_000n };
    expect(amountToBuy(100_000n * UNITS_PER_GOD, capped)).toBe(100_001n);
    expect(amountToBuy(100_000n * UNITS_PER_GOD, { basisPoints: 0, maximumFee: 0n })).toBe(100_000n);
  });

  it('is the fewest whole GOD of which enough arrives, whatever the fee', () => {
    const amounts = fc.record({
      units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      basisPoints: fc.integer({ min: 0, max: 10_000 }),
      maximumFee: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    });
    fc.assert(
      fc.property(amounts, ({ units, ...fee }) => {
        const whole = amountToBuy(units, fee);
        const arrives = (god: bigint) => god * UNITS_PER_GOD - feeOf(god * UNITS_PER_GOD, fee);
        return arrives(whole) >= units && (whole === 0n || arrives(whole - 1n) < units);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('what a wallet is told that holds too little', () => {
  const rules = {
    threshold: '100000000000',
    exclusions: [{ address: wallet(9), reason: 'pool' }],
    transferFee: { basisPoints: 500, maximumFee: String(NO_MAXIMUM) },
  };
  const standing = {
    address: wallet(1),
    balanceUnits: '76544000000',
    isEligible: false,
    rank: 300,
  };

  it('is how much more it needs, and how much to buy with the fee', () => {
    const missing = shortage(standing, rules);
    expect(missing).toBe(23_456_000_000n);
    expect(shortageText(missing ?? 0n, rules)).toBe(
      'You need 23,456 more GOD. The token keeps 5% of every transfer, so buy at least 24,691.',
    );
    expect(shortageText(1n, rules)).toContain('You need 1 more GOD.');
    expect(shortageText(95_000_000n, { transferFee: null })).toContain('buy at least 100.');
    expect(shortageText(95_000_000n, { transferFee: { basisPoints: 0, maximumFee: '0' } })).toBe(
      'You need 95 more GOD.',
    );
  });

  it('is nothing where more GOD would not bring it in', () => {
    expect(shortage({ ...standing, isEligible: true }, rules)).toBeNull();
    expect(shortage({ ...standing, balanceUnits: '100000000000' }, rules)).toBeNull();
    expect(shortage({ ...standing, address: wallet(9), balanceUnits: '0', rank: null }, rules)).toBeNull();
    expect(shortage({ ...standing, rank: null }, rules)).toBeNull();
    expect(shortage({ ...standing, balanceUnits: '0', rank: null }, rules)).toBe(100_000_000_000n);
  });
});
