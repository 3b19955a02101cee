import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { autoBalance } from '../../src/distribution/bulkEdit.ts';
import { describeShift } from '../../src/distribution/describeShift.ts';
import { describeChanges, diffWallets } from '../../src/distribution/diffWallets.ts';
import { addWallet, editWallets, type WalletEdit } from '../../src/distribution/editWallets.ts';
import { mergeStored } from '../../src/distribution/mergeStored.ts';
import { activeBasisPoints, basisPointsOf } from '../../src/distribution/percentage.ts';
import { problemText } from '../../src/distribution/problemText.ts';
import { validateConfiguration } from '../../src/distribution/validateWallets.ts';
import { type DistributionWallet, defaultWallets, newWalletId } from '../../src/distribution/wallet.ts';
import { ADMIN, EDITED_AT, MADE_AT, POOL, receiver, validList } from './distributionWallets.ts';
import { PROPERTY_RUNS } from './propertyRuns.ts';
import { wallet } from './wallets.ts';

const LIST = [POOL, ADMIN, receiver(3)];
const edited = (edit: WalletEdit, list: readonly DistributionWallet[] = LIST) => {
  const result = editWallets(list, edit, EDITED_AT);
  if (!result.ok) throw new Error(result.refusal);
  return result.wallets;
};

describe('an edit', () => {
  it.each<[WalletEdit, Partial<DistributionWallet>]>([
    [{ kind: 'label', id: 'wallet-3', label: 'Marketing' }, { label: 'Marketing' }],
    [{ kind: 'address', id: 'wallet-3', address: 'half typed' }, { address: 'half typed' }],
    [{ kind: 'percentage', id: 'wallet-3', percentage: 12.5 }, { percentage: 12.5 }],
    [{ kind: 'percentage', id: 'wallet-3', percentage: -1 }, { percentage: 0 }],
    [{ kind: 'percentage', id: 'wallet-3', percentage: 1e9 }, { percentage: 100 }],
    [{ kind: 'active', id: 'wallet-3', isActive: false }, { isActive: false }],
  ])('%o changes its wallet alone', (edit, change) => {
    expect(edited(edit)).toEqual([POOL, ADMIN, { ...receiver(3), ...change, updatedAt: EDITED_AT }]);
  });

  it('removes a wallet', () => {
    expect(edited({ kind: 'remove', id: 'wallet-3' })).toEqual([POOL, ADMIN]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('to a percentage of %f changes nothing', (percentage) => {
    expect(edited({ kind: 'percentage', id: 'wallet-3', percentage })).toEqual(LIST);
  });

  it('of a wallet that is not there changes nothing', () => {
    for (const edit of [
      { kind: 'remove', id: 'x' },
      { kind: 'label', id: 'x', label: 'y' },
    ] as const)
      expect(edited(edit)).toEqual(LIST);
  });

  it('can neither remove, deactivate nor relabel the admin wallet; its share and address may change', () => {
    const refusal = (edit: WalletEdit) => editWallets(LIST, edit, EDITED_AT);
    expect(refusal({ kind: 'remove', id: ADMIN.id })).toEqual({ ok: false, refusal: 'Cannot remove admin wallet' });
    expect(refusal({ kind: 'active', id: ADMIN.id, isActive: false })).toEqual({
      ...{ ok: false, refusal: 'Cannot deactivate admin wallet' },
    });
    expect(edited({ kind: 'label', id: ADMIN.id, label: 'Mine' })).toEqual(LIST);
    expect(edited({ kind: 'percentage', id: ADMIN.id, percentage: 31 })[1]?.percentage).toBe(31);
    expect(edited({ kind: 'address', id: ADMIN.id, address: wallet(2) })[1]?.address).toBe(wallet(2));
  });

  const id = fc.constantFrom('wallet-lottery', 'wallet-admin', 'wallet-3', 'wallet-4', 'x');
  const anyEdit: fc.Arbitrary<WalletEdit> = fc.oneof(
    fc.record({ kind: fc.constant('label' as const), id, label: fc.string() }),
    fc.record({ kind: fc.constant('address' as const), id, address: fc.string() }),
    fc.record({ kind: fc.constant('percentage' as const), id, percentage: fc.double() }),
    fc.record({ kind: fc.constant('active' as const), id, isActive: fc.boolean() }),
    fc.record({ kind: fc.constant('remove' as const), id }),
  );
  it('of any kind, in any number, keeps the admin wallet, all flags, all shares within 0 to 100, and the order', () => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 30 }), (edits) => {
        const start = [...LIST, receiver(4)];
        const end = edits.reduce<readonly DistributionWallet[]>((list, edit) => {
          const result = editWallets(list, edit, EDITED_AT);
          return result.ok ? result.wallets : list;
        }, start);
        const admin = end.filter(({ isAdmin }) => isAdmin);
        expect(admin).toMatchObject([{ id: ADMIN.id, label: 'Admin', isActive: true }]);
        expect(end.every(({ percentage }) => percentage >= 0 && percentage <= 100)).toBe(true);
        expect(end.filter(({ isLottery }) => isLottery).every((each) => each.id === POOL.id)).toBe(true);
        expect(end.map((each) => each.id)).toEqual(
          start.map((each) => each.id).filter((each) => end.some((left) => left.id === each)),
        );
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('a new wallet', () => {
  const made = { id: newWalletId(1_700_000_000_000, 0.5), at: EDITED_AT };
  it('starts active, neither admin nor lottery, with 0%', () => {
    expect(made.id).toMatch(/^wallet-1700000000000-[0-9a-z]{8}$/);
    const added = addWallet(LIST, { label: ' Marketing ', address: ` ${wallet(2)}\n` }, made);
    expect(added).toEqual({
      ok: true,
      wallets: [
        ...LIST,
        {
          ...{ id: made.id, label: 'Marketing', address: wallet(2), percentage: 0, isActive: true },
          ...{ isAdmin: false, isLottery: false, createdAt: EDITED_AT, updatedAt: EDITED_AT },
        },
      ],
    });
  });

  it.each([
    ['', wallet(2), 'Please fill in all required fields'],
    ['   ', wallet(2), 'Please fill in all required fields'],
    ['Marketing', '', 'Please fill in all required fields'],
    ['Marketing', 'nowhere', 'Invalid wallet address'],
    ['Marketing', 'O'.repeat(44), 'Invalid wallet address'],
  ])('named "%s" at "%s" is refused', (label, at, refusal) => {
    expect(addWallet(LIST, { label, address: at }, made)).toEqual({ ok: false, refusal });
  });

  it('gets an id of its time and of eight letters and digits that the random number gives', () => {
    expect([0, 0.5].map((random) => newWalletId(1_790, random))).toEqual([
      'wallet-1790-00000000',
      'wallet-1790-i0000000',
    ]);
  });

  it('gets an id that is a valid one, whatever the random number', () => {
    for (const random of [0, 0.5, 1 - Number.EPSILON]) expect(newWalletId(0, random)).toMatch(/^wallet-0-[0-9a-z]{8}$/);
  });
});

describe('Auto Balance', () => {
  it('makes any list of 1 to 200 wallets valid: exactly 100.00, no two shares further apart than 0.01', () => {
    for (let count = 1; count <= 200; count++) {
      const balanced = autoBalance(validList(count), EDITED_AT);
      expect(activeBasisPoints(balanced)).toBe(10_000);
      expect(validateConfiguration(balanced)).toEqual([]);
      const shares = balanced.map(({ percentage }) => basisPointsOf(percentage) ?? -1);
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      expect(shares).toEqual([...shares].sort((a, b) => b - a));
    }
  });

  it('of three is 33.34, 33.33, 33.33', () => {
    expect(autoBalance(validList(3), EDITED_AT).map(({ percentage }) => percentage)).toEqual([33.34, 33.33, 33.33]);
  });

  it('leaves inactive wallets as they are, and those whose share was right', () => {
    const list = [ADMIN, receiver(1, { isActive: false, percentage: 12 }), receiver(2), receiver(3)];
    const balanced = autoBalance(list, EDITED_AT);
    expect(balanced.map(({ percentage }) => percentage)).toEqual([33.34, 12, 33.33, 33.33]);
    expect(balanced[1]).toBe(list[1]);
    expect(autoBalance(balanced, 'later')).toEqual(balanced);
  });

  it('has nothing to do without an active wallet', () => {
    expect(autoBalance([], EDITED_AT)).toEqual([]);
    const sleeping = [receiver(1, { isActive: false })];
    expect(autoBalance(sleeping, EDITED_AT)).toEqual(sleeping);
  });
});

describe('a save', () => {
  const asked = (list: readonly DistributionWallet[]) => list.map((each) => ({ ...each }));
  const texts = (merged: ReturnType<typeof mergeStored>) => merged.problems.map((problem) => problemText(problem));

  it('is taken as it is when it claims no flags or dates', () => {
    expect(mergeStored(LIST, asked(LIST), EDITED_AT)).toEqual({ wallets: LIST, problems: [] });
  });

  it('never makes an admin or a pool, and never relabels the admin', () => {
    const claims = [
      { ...POOL, isLottery: false, isAdmin: true, createdAt: 'x' },
      { ...ADMIN, isAdmin: false, label: 'Nobody' },
      receiver(8, { isAdmin: true, isLottery: true, createdAt: 'x' }),
    ];
    const { wallets, problems } = mergeStored(LIST, claims, EDITED_AT);
    const fresh = receiver(8, { createdAt: EDITED_AT, updatedAt: EDITED_AT });
    expect({ wallets, problems }).toEqual({ wallets: [POOL, ADMIN, fresh], problems: [] });
  });

  it('answers an attempt on the admin wallet in words', () => {
    expect(texts(mergeStored(LIST, [POOL], EDITED_AT))).toEqual(['Cannot remove admin wallet']);
    expect(texts(mergeStored(LIST, [POOL, { ...ADMIN, isActive: false }], EDITED_AT))).toEqual([
      'Cannot deactivate admin wallet',
    ]);
  });

  it('keeps its order, and dates what it changes', () => {
    const turned = [receiver(3, { percentage: 33.300000000000004 }), ADMIN, POOL];
    expect(mergeStored(LIST, turned, EDITED_AT).wallets).toEqual([
      { ...receiver(3), percentage: 33.3, updatedAt: EDITED_AT },
      ...[ADMIN, POOL],
    ]);
  });

  it.each([{ label: 'New' }, { address: wallet(4) }, { percentage: 1 }, { isActive: false }])(
    'dates a wallet of which only %o has changed',
    (change) => {
      const { wallets } = mergeStored(LIST, [POOL, ADMIN, { ...receiver(3), ...change }], EDITED_AT);
      expect(wallets).toEqual([POOL, ADMIN, { ...receiver(3), ...change, updatedAt: EDITED_AT }]);
    },
  );

  it('keeps a share that is none as it was sent, so that the rules refuse it', () => {
    const { wallets } = mergeStored(LIST, [POOL, ADMIN, receiver(3, { percentage: 0.001 })], EDITED_AT);
    expect(validateConfiguration(wallets).map(problemText)).toContain(
      'Wallet Wallet 3 needs a percentage with at most two decimals',
    );
  });

  const anyWallet = fc.record({
    id: fc.constantFrom('wallet-lottery', 'wallet-admin', 'wallet-3', 'wallet-7', 'wallet-8'),
    address: fc.string(),
    label: fc.string(),
    percentage: fc.double(),
    isActive: fc.boolean(),
    isAdmin: fc.boolean(),
    isLottery: fc.boolean(),
    createdAt: fc.string(),
    updatedAt: fc.string(),
  });
  it('never decides a flag, a date or the admin’s label', () => {
    fc.assert(
      fc.property(fc.array(anyWallet, { maxLength: 6 }), (claims) => {
        const { wallets, problems } = mergeStored(LIST, claims, EDITED_AT);
        expect(wallets.map(({ id }) => id)).toEqual(claims.map(({ id }) => id));
        for (const each of wallets) {
          const stored = LIST.find(({ id }) => id === each.id);
          expect(each.isAdmin).toBe(stored?.isAdmin ?? false);
          expect(each.isLottery).toBe(stored?.isLottery ?? false);
          expect(each.createdAt).toBe(stored === undefined ? EDITED_AT : MADE_AT);
          expect([MADE_AT, EDITED_AT]).toContain(each.updatedAt);
          if (stored?.isAdmin) expect(each.label).toBe('Admin');
        }
        const admin = claims.find(({ id }) => id === ADMIN.id);
        expect(problems.length).toBe(admin?.isActive ? 0 : 1);
      }),
      PROPERTY_RUNS,
    );
  });
});

describe('the difference of two versions', () => {
  it('is told wallet by wallet', () => {
    const after = [
      { ...POOL, percentage: 65, label: 'Pot' },
      { ...ADMIN, address: wallet(2) },
      receiver(4, { label: 'Marketing', percentage: 5 }),
      receiver(5, { isActive: false, percentage: 7 }),
    ];
    const changes = diffWallets([...LIST, receiver(5)], after);
    expect(changes).toMatchObject([
      { kind: 'changed', id: POOL.id, shareBefore: 70, shareAfter: 65 },
      { kind: 'changed', id: ADMIN.id, fields: [{ field: 'address', before: wallet(9), after: wallet(2) }] },
      { kind: 'added', id: 'wallet-4', address: receiver(4).address, fields: [], shareBefore: 0, shareAfter: 5 },
      { kind: 'changed', id: 'wallet-5', shareBefore: 0, shareAfter: 0 },
      { kind: 'removed', id: 'wallet-3', address: receiver(3).address, fields: [] },
    ]);
    const active = { field: 'active', before: 'active', after: 'inactive' };
    expect(changes[3]?.fields).toContainEqual(active);
    expect(describeChanges(changes)).toBe(
      'Lottery Pool renamed Pot, Pot 70.00% → 65.00%; ' +
        `Admin has a new address ${wallet(2)}; added Marketing (5.00%); ` +
        'Wallet 5 0.00% → 7.00%, Wallet 5 made inactive; removed Wallet 3 (0.00%)',
    );
  });

  it('of equal versions is nothing, and dates are no difference', () => {
    expect(diffWallets(LIST, [{ ...POOL, updatedAt: EDITED_AT }, ADMIN, receiver(3)])).toEqual([]);
    expect(describeChanges([])).toBe('No wallet changed');
  });

  it('names six wallets and counts the rest', () => {
    const added = Array.from({ length: 8 }, (_, index) => receiver(index));
    expect(describeChanges(diffWallets([], added))).toMatch(/; added Wallet 5 \(0\.00%\); and 2 more wallets$/);
    expect(describeChanges(diffWallets([], added.slice(1)))).toMatch(/; and 1 more wallet$/);
  });
});

describe('the difference of two versions for whoever watches the tax', () => {
  const strangers = (count: number) => Array.from({ length: count }, (_, index) => receiver(100 + index));

  it('names six new receivers by their addresses and counts the rest: none can hide behind others', () => {
    const [sixth, seventh] = strangers(7).slice(5);
    const said = (count: number) => describeShift(LIST, [...LIST, ...strangers(count)], POOL.address);
    expect(said(6)).toContain(`New receiver: ${sixth?.address} (0.00%). The pool`);
    expect(said(7)).not.toContain(seventh?.address);
    expect(said(7)).toContain(`New receiver: ${sixth?.address} (0.00%). And 1 more new receiver. The pool`);
    expect(said(9)).toContain('And 3 more new receivers. The pool');
  });
});

describe('the first version', () => {
  it('gives the pool 70% and the admin 30%, and is valid', () => {
    const wallets = defaultWallets(wallet(1), wallet(9), MADE_AT);
    expect(wallets).toEqual([POOL, ADMIN]);
    expect(validateConfiguration(wallets)).toEqual([]);
  });

  it('of one address for both is one wallet that is both, and valid', () => {
    const wallets = defaultWallets(wallet(1), wallet(1), MADE_AT);
    expect(wallets).toMatchObject([
      { address: wallet(1), label: 'Admin and Lottery Pool', percentage: 100, isAdmin: true, isLottery: true },
    ]);
    expect(validateConfiguration(wallets)).toEqual([]);
  });
});
