import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import { diffWallets, type WalletChange } from '../../../src/distribution/diffWallets.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';

/** One admin's edits and the version they are made from. */
export interface Draft {
  readonly base: DistributionConfig;
  readonly wallets: readonly DistributionWallet[];
  /** A version that somebody saved meanwhile. The edits wait until the admin has seen what this version changed. */
  readonly newer: DistributionConfig | null;
}

type DraftStep =
  | { readonly kind: 'read'; readonly config: DistributionConfig }
  | { readonly kind: 'edited'; readonly wallets: readonly DistributionWallet[] }
  /** `sent`: the wallets that were saved. Edits made during the save are kept. */
  | { readonly kind: 'saved'; readonly config: DistributionConfig; readonly sent: readonly DistributionWallet[] }
  /** The admin has seen the newer version: the edits are applied to it. */
  | { readonly kind: 'rebased' }
  | { readonly kind: 'discarded' }
  | { readonly kind: 'forgotten' };

const known = new WeakMap<Draft, readonly WalletChange[]>();

/**
 * What a save would change. A wallet that no edit has touched is still the same object, so wallets whose object is in
 * both lists are left out of the comparison.
 */
export function changesOf(draft: Draft): readonly WalletChange[] {
  const { base, wallets } = draft;
  const found = known.get(draft) ?? diffWallets(without(base.wallets, wallets), without(wallets, base.wallets));
  known.set(draft, found);
  return found;
}

function without(wallets: readonly DistributionWallet[], others: readonly DistributionWallet[]) {
  if (wallets === others) return [];
  const same = new Set(others);
  return wallets.filter((wallet) => !same.has(wallet));
}

/** Whether there is anything to save. */
export function isUnsaved(draft: Draft): boolean {
  return changesOf(draft).length > 0;
}

/** The draft after a step. Only `discarded` and `forgotten` drop what a person typed. */
export function nextDraft(draft: Draft | null, step: DraftStep): Draft | null {
  if (step.kind === 'read') return draft === null ? fresh(step.config) : afterRead(draft, step.config);
  if (draft === null || step.kind === 'forgotten') return null;
  switch (step.kind) {
    case 'edited':
      return { ...draft, wallets: step.wallets };
    case 'saved':
      return draft.wallets === step.sent ? fresh(step.config) : { ...fresh(step.config), wallets: draft.wallets };
    case 'rebased':
      return draft.newer === null
        ? draft
        : {
            base: draft.newer,
            wallets: mergeEdits({ base: draft.base.wallets, mine: draft.wallets, theirs: draft.newer.wallets }),
            newer: null,
          };
    case 'discarded':
      return fresh(draft.newer ?? draft.base);
  }
}

function fresh(config: DistributionConfig): Draft {
  return { base: config, wallets: config.wallets, newer: null };
}

function afterRead(draft: Draft, config: DistributionConfig): Draft {
  // This answer is older than the version that a save has stored meanwhile.
  if (config.version < draft.base.version) return draft;
  if (!isUnsaved(draft)) return fresh(config);
  if (config.version === draft.base.version) return { ...draft, base: config };
  // A save of ours was stored and only its answer was lost, or somebody else saved exactly the same.
  return diffWallets(config.wallets, draft.wallets).length === 0 ? fresh(config) : { ...draft, newer: config };
}

type Wallets = readonly DistributionWallet[];

const FIELDS = ['label', 'address', 'percentage', 'isActive'] as const;

/**
 * Finds the edits by which `base` became `mine`, and applies them to `theirs`, field by field. A field that I changed
 * is mine, every other field is theirs. A wallet that they removed comes back if I changed it. A wallet that I removed
 * stays removed, unless it is the admin's wallet.
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

/** Holds the draft outside of the dashboard, so that the edits are not lost when the key is refused. */
export interface DraftStore {
  read(): Draft | null;
  step(step: DraftStep): void;
  subscribe(changed: () => void): () => void;
}

/** Keeps the draft of this visit. Listeners are told when a step changed it. */
export function createDraftStore(): DraftStore {
  let draft: Draft | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => draft,
    step: (step) => {
      const next = nextDraft(draft, step);
      if (next === draft) return;
      draft = next;
      for (const changed of listeners) changed();
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
