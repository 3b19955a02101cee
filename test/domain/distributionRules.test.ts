import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address } from '../../src/address/address.ts';
import { isOnCurve } from '../../src/address/isOnCurve.ts';
import { isPrintableLabel, MAX_LABEL, shownLabel } from '../../src/distribution/label.ts';
import { activeBasisPoints } from '../../src/distribution/percentage.ts';
import { problemText } from '../../src/distribution/problemText.ts';
import { validateConfiguration, validatePercentages } from '../../src/distribution/validateWallets.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import { ADMIN, POOL, receiver, validList } from './distributionWallets.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';
import { wallet } from './wallets.ts';

const sentences = (wallets: readonly DistributionWallet[]) =>
  validateConfiguration(wallets).map((problem) => problemText(problem));

describe('a configuration', () => {
  it('of the pool and the admin is valid', () => {
    expect(sentences([POOL, ADMIN])).toEqual([]);
  });

  it.each([1, 2, 200])('of %i wallets is valid', (count) => {
    expect(sentences(validList(count))).toEqual([]);
  });

  const half = { ...POOL, percentage: 35 };
  const TOTAL = 'Total percentage must equal 100%, currently';
  it.each<[string, DistributionWallet[], string[]]>([
    ['has no wallet', [], ['At least one active wallet is required', 'Exactly one active admin wallet is required']],
    [
      'has no active wallet',
      [
        { ...POOL, isActive: false },
        { ...ADMIN, isActive: false },
      ],
      ['At least one active wallet is required', 'Exactly one active admin wallet is required'],
    ],
    [
      'has a negative share',
      [{ ...POOL, percentage: -5 }, receiver(3, { percentage: 75 }), ADMIN],
      ['Wallet Lottery Pool has negative percentage'],
    ],
    [
      'has a share above 100',
      [{ ...POOL, percentage: 100.01 }, receiver(3, { percentage: -30.01 }), ADMIN],
      ['Wallet Lottery Pool has percentage over 100%', 'Wallet Wallet 3 has negative percentage'],
    ],
    [
      'has a share of a billion',
      [{ ...POOL, percentage: 1e9 }, ADMIN],
      ['Wallet Lottery Pool has percentage over 100%', `${TOTAL} 1000000030.00%`],
    ],
    [
      'has a wrong share on an inactive wallet',
      [POOL, ADMIN, receiver(3, { percentage: -1, isActive: false })],
      ['Wallet Wallet 3 has negative percentage'],
    ],
    [
      'has three decimals',
      [
        { ...POOL, percentage: 69.995 },
        { ...ADMIN, percentage: 30.005 },
      ],
      [
        'Wallet Lottery Pool needs a percentage with at most two decimals',
        'Wallet Admin needs a percentage with at most two decimals',
      ],
    ],
    [
      'has a share that is not a number',
      [{ ...POOL, percentage: Number.NaN }, ADMIN],
      ['Wallet Lottery Pool needs a percentage with at most two decimals', `${TOTAL} 30.00%`],
    ],
    ['has less than 100', [{ ...POOL, percentage: 69.98 }, ADMIN], [`${TOTAL} 99.98%`]],
    ['has more than 100', [{ ...POOL, percentage: 70.02 }, ADMIN], [`${TOTAL} 100.02%`]],
    ['counts on an inactive wallet', [{ ...POOL, isActive: false }, ADMIN], [`${TOTAL} 30.00%`]],
    [
      'has an address of a wrong length',
      [{ ...POOL, address: 'short' }, ADMIN],
      ['Invalid wallet address for Lottery Pool: short'],
    ],
    [
      'has an address with a 0',
      [{ ...POOL, address: `0${wallet(1).slice(1)}` }, ADMIN],
      [`Invalid wallet address for Lottery Pool: 0${wallet(1).slice(1)}`],
    ],
    [
      'has an address of the right pattern but not of 32 bytes',
      [{ ...POOL, address: 'z'.repeat(44) }, ADMIN],
      [`Invalid wallet address for Lottery Pool: ${'z'.repeat(44)}`],
    ],
    [
      'has an address with spaces around it',
      [{ ...POOL, address: ` ${wallet(1)}` }, ADMIN],
      [`Invalid wallet address for Lottery Pool:  ${wallet(1)}`],
    ],
    [
      'has a wrong address on an inactive wallet',
      [POOL, ADMIN, receiver(3, { address: '', isActive: false })],
      ['Invalid wallet address for Wallet 3: '],
    ],
    [
      'names an address nobody can pay',
      [{ ...POOL, address: '11111111111111111111111111111111' }, ADMIN],
      [
        'Wallet Lottery Pool names an address of the chain itself, which cannot be paid: 11111111111111111111111111111111',
      ],
    ],
    [
      'has no admin',
      [half, { ...half, id: 'a', address: wallet(2), percentage: 65 }],
      ['Exactly one active admin wallet is required'],
    ],
    [
      'has two admins',
      [half, ADMIN, receiver(3, { percentage: 35, isAdmin: true })],
      ['Exactly one active admin wallet is required'],
    ],
    [
      'has an admin who is inactive',
      [
        { ...POOL, percentage: 100 },
        { ...ADMIN, isActive: false },
      ],
      ['Exactly one active admin wallet is required'],
    ],
    [
      'pays one address twice',
      [half, { ...half, id: 'twice' }, ADMIN],
      [`Duplicate active wallet address: ${wallet(1)}`],
    ],
    [
      'pays one address three times, which is said once',
      [half, { ...half, id: 'b', percentage: 30 }, { ...half, id: 'c', percentage: 5 }, ADMIN],
      [`Duplicate active wallet address: ${wallet(1)}`],
    ],
    ['has two wallets with one id', [POOL, { ...ADMIN, id: POOL.id }], ['Duplicate wallet id: wallet-lottery']],
    [
      'has an id with spaces',
      [{ ...POOL, id: 'a b' }, ADMIN],
      ['Every wallet needs an id of at most 64 letters, digits and hyphens'],
    ],
    [
      'has an id without end',
      [{ ...POOL, id: 'a'.repeat(65) }, ADMIN],
      ['Every wallet needs an id of at most 64 letters, digits and hyphens'],
    ],
    ['has a wallet without a label', [{ ...POOL, label: '' }, ADMIN], ['Every wallet needs a label']],
    ['has a label of spaces', [{ ...POOL, label: ' \u00a0\u3000' }, ADMIN], ['Every wallet needs a label']],
    [
      'has a label of 65 characters',
      [{ ...POOL, label: 'x'.repeat(65) }, ADMIN],
      [`The label ${'x'.repeat(63)}… must have at most 64 characters, all of them printable`],
    ],
    [
      'has a label that turns the text around',
      [{ ...POOL, label: 'Pool\u202Eloop' }, ADMIN],
      ['The label Pool�loop must have at most 64 characters, all of them printable'],
    ],
    ['has 201 wallets', validList(201), ['At most 200 wallets are possible']],
  ])('that %s says so', (_what, wallets, expected) => {
    expect(sentences(wallets)).toEqual(expected);
  });

  it('allows a duplicate address on an inactive wallet', () => {
    expect(sentences([POOL, ADMIN, { ...POOL, id: 'old', isActive: false }])).toEqual([]);
  });

  it.each([99.99, 100, 100.01])('may add up to %f', (total) => {
    const percentage = Math.round((total - 30) * 100) / 100;
    expect(sentences([{ ...POOL, percentage }, ADMIN])).toEqual([]);
  });

  it('says everything that is wrong at once', () => {
    const wallets = [
      receiver(1, { label: 'A', percentage: -1, address: 'nowhere' }),
      receiver(2, { label: 'B', percentage: 101, id: 'not an id' }),
      receiver(3, { label: 'C', percentage: 0.001 }),
      receiver(4, { label: '', address: '1nc1nerator11111111111111111111111111111111' }),
      receiver(5, { label: 'E' }),
      receiver(5, { label: 'F' }),
    ];
    expect(sentences(wallets)).toEqual([
      'Wallet A has negative percentage',
      'Wallet B has percentage over 100%',
      'Wallet C needs a percentage with at most two decimals',
      'Invalid wallet address for A: nowhere',
      'Every wallet needs an id of at most 64 letters, digits and hyphens',
      'Every wallet needs a label',
      'Wallet  names an address of the chain itself, which cannot be paid: 1nc1nerator11111111111111111111111111111111',
      'Exactly one active admin wallet is required',
      `Duplicate active wallet address: ${receiver(5).address}`,
      'Duplicate wallet id: wallet-5',
    ]);
    const percentages = validatePercentages(wallets.slice(1)).map((problem) => problemText(problem));
    expect(percentages).toEqual([
      'Wallet B has percentage over 100%',
      'Wallet C needs a percentage with at most two decimals',
      'Total percentage must equal 100%, currently 101.00%',
    ]);
  });

  it('may pay a vault: an address off the curve is valid, and recognised as one', () => {
    const [vault] = PublicKey.findProgramAddressSync([Buffer.from('vault')], new PublicKey(wallet(77)));
    expect(isOnCurve(address(vault.toBase58()))).toBe(false);
    expect(sentences([{ ...POOL, address: vault.toBase58() }, ADMIN])).toEqual([]);
    for (const byte of [1, 2, 3, 4, 5, 6, 7, 8, 9] as const)
      expect(isOnCurve(wallet(byte)), `${byte}`).toBe(PublicKey.isOnCurve(wallet(byte)));
  });

  it('never throws, whatever was typed, and a sentence stays a line', () => {
    const typed = fc.record({
      label: fc.string({ unit: 'binary', maxLength: 70 }),
      address: fc.string({ unit: 'binary', maxLength: 70 }),
      id: fc.string({ unit: 'binary', maxLength: 5 }),
      percentage: fc.double(),
      isActive: fc.boolean(),
      isAdmin: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 3 }), (wallets) => {
        const said = sentences(wallets.map((given, index) => receiver(index, given)));
        expect(said.filter((each) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(each) || each.length > 700)).toEqual([]);
      }),
      PROPERTY_RUNS,
    );
  });

  it('is valid only if its active shares are within a basis point of 10,000', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6_000 }), { minLength: 1, maxLength: 4 }), (points) => {
        const wallets = [
          { ...ADMIN, percentage: 0 },
          ...points.map((each, index) => receiver(index + 1, { percentage: each / 100 })),
        ];
        const isWhole = Math.abs(points.reduce((sum, each) => sum + each, 0) - 10_000) <= 1;
        expect(sentences(wallets).length === 0).toBe(isWhole);
        expect(activeBasisPoints(wallets)).toBe(points.reduce((sum, each) => sum + each, 0));
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('a label', () => {
  it.each(['A', 'Lottery Pool', 'Ämter & Co. <b>', '<script>alert(1)</script>', '奖池', '🎰 Pot', 'x'.repeat(64)])(
    'may be %s',
    (label) => {
      expect(isPrintableLabel(label)).toBe(true);
      expect(shownLabel(label)).toBe(label);
    },
  );

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['65 characters', 'x'.repeat(65)],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['a line break', 'a\nb'],
    ['a tab', 'a\tb'],
    ['a null byte', 'a\0b'],
    ['an escape', '\u001b[31mred'],
    ['a right-to-left override', 'a\u202Eb'],
    ['an isolate', 'a\u2066b'],
    ['a zero-width joiner', 'a\u200Db'],
    ['a byte order mark', '\uFEFFa'],
    ['a line separator', 'a\u2028b'],
    ['half a surrogate', 'a\ud800b'],
    ['a tag character', 'a\u{E0041}b'],
    ['a letter that shows nothing', '\u3164'],
    ['an empty braille pattern', 'a\u2800b'],
  ])('must not be or hold %s', (_what, label) => {
    expect(isPrintableLabel(label)).toBe(false);
    const shown = shownLabel(label);
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect([...shown].length).toBeLessThanOrEqual(MAX_LABEL);
  });

  it('counts characters, not code units', () => {
    expect(isPrintableLabel('🎰'.repeat(64))).toBe(true);
    expect(isPrintableLabel('🎰'.repeat(65))).toBe(false);
  });
});
