import { describe, expect, it } from 'vitest';
import { changesOf, type Draft, isUnsaved, mergeEdits, nextDraft } from '../../client/admin/console/nextDraft.ts';
import type { DistributionConfig } from '../../src/contract/distribution.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';

const AT = '2026-11-20T06:12:00.000Z';

function wallet(id: string, percentage: number, more: Partial<DistributionWallet> = {}): DistributionWallet {
  const made = { createdAt: AT, updatedAt: AT };
  return { id, address: id, label: id, percentage, isAdmin: false, isLottery: false, isActive: true, ...made, ...more };
}

const POOL = wallet('pool', 70, { isLottery: true });
const ADMIN = wallet('admin', 30, { isAdmin: true });

function version(number: number, wallets: DistributionWallet[] = [POOL, ADMIN], isActive = false): DistributionConfig {
  const facts = { id: 'tax', updatedAt: AT, updatedBy: 'bob', totalPercentage: 100, active: null, waiting: null };
  const rules = { minPoolShare: null, needsSecondKey: false, delayHours: 0 };
  return { ...facts, rules, version: number, isActive, wallets };
}

function draftOf(base: DistributionConfig, wallets: readonly DistributionWallet[] = base.wallets): Draft {
  return { base, wallets, newer: null };
}

const read = (draft: Draft | null, config: DistributionConfig) => nextDraft(draft, { kind: 'read', config });

describe('a draft', () => {
  it('begins with what was read, and has nothing to save', () => {
    const draft = read(null, version(1));
    expect(draft).toEqual(draftOf(version(1)));
    expect(draft && isUnsaved(draft)).toBe(false);
  });

  it('is unsaved from the first edit on until the last one is taken back', () => {
    const base = version(1);
    const edited = draftOf(base, [{ ...POOL, percentage: 60 }, ADMIN]);
    expect(changesOf(edited).map(({ id, shareAfter }) => [id, shareAfter])).toEqual([['pool', 60]]);
    expect(isUnsaved(draftOf(base, [{ ...POOL, updatedAt: 'later' }, ADMIN]))).toBe(false);
    expect(isUnsaved(draftOf(base, [POOL]))).toBe(true);
  });

  it('without edits follows the server, and never back to an older version', () => {
    const draft = draftOf(version(2));
    expect(read(draft, version(3))?.base.version).toBe(3);
    expect(read(draft, version(1))).toBe(draft);
    expect(read(draft, version(2, [POOL, ADMIN], true))?.base.isActive).toBe(true);
  });

  it('with edits keeps them, whatever is read', () => {
    const edits = [{ ...POOL, percentage: 60 }, ADMIN];
    const draft = draftOf(version(2), edits);
    expect(read(draft, version(2, [POOL, ADMIN], true))?.wallets).toBe(edits);
    const overtaken = read(draft, version(3, [POOL, { ...ADMIN, label: 'Boss' }]));
    expect([overtaken?.base.version, overtaken?.newer?.version, overtaken?.wallets]).toEqual([2, 3, edits]);
  });

  it('takes a version that equals its edits as its own save, whose answer was lost', () => {
    const draft = draftOf(version(2), [{ ...POOL, percentage: 60 }, ADMIN]);
    const landed = version(3, [{ ...POOL, percentage: 60, updatedAt: 'by the server' }, ADMIN]);
    expect(read(draft, landed)).toEqual(draftOf(landed));
  });

  it('keeps what was edited while a save was under way', () => {
    const sent = [{ ...POOL, percentage: 60 }, ADMIN];
    const saved = version(3, sent);
    expect(nextDraft(draftOf(version(2), sent), { kind: 'saved', config: saved, sent })).toEqual(draftOf(saved));
    const later = [{ ...POOL, percentage: 61 }, ADMIN];
    const draft = nextDraft(draftOf(version(2), later), { kind: 'saved', config: saved, sent });
    expect([draft?.base.version, draft?.wallets]).toEqual([3, later]);
  });

  it('continues from a newer version once that was seen, or is discarded for it', () => {
    const newer = version(3, [{ ...POOL, label: 'The Pool' }, ADMIN]);
    const draft: Draft = { ...draftOf(version(2), [{ ...POOL, percentage: 60 }, ADMIN]), newer };
    const rebased = nextDraft(draft, { kind: 'rebased' });
    expect(rebased?.base).toBe(newer);
    expect(rebased?.wallets[0]).toMatchObject({ label: 'The Pool', percentage: 60 });
    expect(nextDraft(draft, { kind: 'discarded' })).toEqual(draftOf(newer));
    expect(nextDraft(draft, { kind: 'forgotten' })).toBeNull();
  });
});

describe('edits carried over to another version', () => {
  const base = [POOL, ADMIN, wallet('a', 0), wallet('b', 0)];
  const merged = (mine: readonly DistributionWallet[], theirs: readonly DistributionWallet[]) =>
    mergeEdits({ base, mine, theirs });

  it('what only they changed is theirs, what only I changed is mine, what both changed is mine', () => {
    const mine = [{ ...POOL, percentage: 60 }, ADMIN, wallet('a', 1, { label: 'mine' }), wallet('b', 0)];
    const theirs = [POOL, { ...ADMIN, percentage: 40 }, wallet('a', 0, { label: 'theirs' }), wallet('b', 0)];
    expect(merged(mine, theirs).map(({ label, percentage }) => [label, percentage])).toEqual([
      ['pool', 60],
      ['admin', 40],
      ['mine', 1],
      ['b', 0],
    ]);
  });

  it('added wallets come from both; those I removed stay removed; one they removed comes back only if I had changed it', () => {
    const mine = [POOL, ADMIN, wallet('b', 5), wallet('new of mine', 0)];
    const theirs = [POOL, ADMIN, wallet('a', 0), wallet('new of theirs', 0)];
    expect(merged(mine, theirs).map(({ id }) => id)).toEqual(['pool', 'admin', 'new of theirs', 'b', 'new of mine']);
  });

  it('the admin wallet is never lost', () => {
    expect(merged([POOL], [POOL, ADMIN]).map(({ id }) => id)).toEqual(['pool', 'admin']);
  });

  it('no edits: exactly theirs', () => {
    const theirs = [{ ...POOL, percentage: 1 }, ADMIN];
    expect(merged(base, theirs)).toEqual(theirs);
  });
});
