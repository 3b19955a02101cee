import type { DistributionWallet } from '../../../src/distribution/wallet.ts';

type Wallets = readonly DistributionWallet[];

const FIELDS = ['label', 'address', 'percentage', 'isActive'] as const;

/**
 * Applies the edits from `base` to `mine` to `theirs`, field by field. A field that I did not touch is theirs; one that
 * both changed is mine. A wallet that they removed comes back only if I had changed it. One that I removed stays
 * removed, unless it is the admin's.
 */
export function mergeEdits({ base, mine, theirs }: { base: Wallets; mine: Wallets; theirs: Wallets }): Wallets {
  const [before, now, there] = [base, mine, theirs].map((list) => new Map(list.map((wallet) => [wallet.id, wallet])));
  const kept = theirs.flatMap((their) => {
    const [was, own] = [before?.get(their.id), now?.get(their.id)];
    if (own === undefined) return was === undefined || their.isAdmin ? [their] : [];
    return [was === undefined ? own : carryOver(was, own, their)];
  });
  const mineAlone = mine.filter((own) => {
    if (there?.has(own.id)) return false;
    const was = before?.get(own.id);
    return was === undefined || FIELDS.some((field) => was[field] !== own[field]);
  });
  return [...kept, ...mineAlone];
}

function carryOver(was: DistributionWallet, own: DistributionWallet, their: DistributionWallet): DistributionWallet {
  const touched = FIELDS.filter((field) => was[field] !== own[field]);
  if (touched.length === 0) return their;
  return { ...their, ...Object.fromEntries(touched.map((field) => [field, own[field]])), updatedAt: own.updatedAt };
}
