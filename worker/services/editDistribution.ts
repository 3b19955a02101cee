import { describeChanges, diffWallets, type WalletChange } from '../../src/distribution/diffWallets.ts';
import { mergeStored, type SubmittedWallet } from '../../src/distribution/mergeStored.ts';
import { type DistributionProblem, validateConfiguration } from '../../src/distribution/validateWallets.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import type { DistributionStore, Written } from '../store/distribution.ts';
import type { DistributionState } from '../store/distributionRows.ts';

/** What became of a save or an activation. `state` is what is stored afterwards. */
export type EditOutcome =
  | { readonly kind: 'done'; readonly state: DistributionState }
  | { readonly kind: 'broken-rules'; readonly problems: readonly DistributionProblem[] }
  /** `from` is the version that was asked for and is not the newest any more. */
  | { readonly kind: 'stale'; readonly from: number; readonly state: DistributionState };

export interface EditRequest {
  /** The version the editor has seen; null: whatever is newest. */
  readonly from: number | null;
  /** Name of the admin key. */
  readonly by: string;
}

export interface EditDistribution {
  save(request: EditRequest & { readonly wallets: readonly SubmittedWallet[] }): Promise<EditOutcome>;
  activate(request: EditRequest): Promise<EditOutcome>;
}

export interface EditDistributionInput {
  readonly store: Pick<DistributionStore, 'state' | 'save' | 'activate'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Saves and activations. Rules come before the version: whoever is late still learns what is wrong with the list. */
export function createEditDistribution({ store, now }: EditDistributionInput): EditDistribution {
  return {
    async save({ wallets: submitted, from, by }) {
      const state = await store.state();
      const at = now();
      const { wallets, problems: refused } = mergeStored(state.wallets, submitted, new Date(at).toISOString());
      const problems = [...refused, ...validateConfiguration(wallets)];
      if (problems.length > 0) return { kind: 'broken-rules', problems };
      if (from !== null && from !== state.version) return { kind: 'stale', from, state };
      const changes = diffWallets(state.wallets, wallets);
      if (changes.length === 0 && isSameOrder(state.wallets, wallets)) return { kind: 'done', state };
      const type = changes.length > 0 && changes.every(({ kind }) => kind === 'removed') ? 'DELETE' : 'UPDATE';
      const description = describeSave(changes);
      return outcome(await store.save({ from: state.version, wallets, type, description, by, at }), state.version);
    },
    async activate({ from, by }) {
      const state = await store.state();
      const { version, wallets, active } = state;
      const problems = validateConfiguration(wallets);
      if (problems.length > 0) return { kind: 'broken-rules', problems };
      if (from !== null && from !== version) return { kind: 'stale', from, state };
      if (active?.version === version) return { kind: 'done', state };
      const description = `Version ${version} activated: ${describeActivation(state)}`;
      const previous = active?.version ?? null;
      const written = await store.activate({ version, previous, type: 'ACTIVATE', description, by, at: now() });
      // Somebody else may have activated the very same version in between: that is as good.
      const isInForce = written.state.version === version && written.state.active?.version === version;
      return outcome({ ...written, isDone: written.isDone || isInForce }, version);
    },
  };
}

function outcome({ isDone, state }: Written, from: number): EditOutcome {
  return isDone ? { kind: 'done', state } : { kind: 'stale', from, state };
}

function isSameOrder(before: readonly DistributionWallet[], after: readonly DistributionWallet[]): boolean {
  return before.length === after.length && before.every((wallet, index) => wallet.id === after[index]?.id);
}

function describeSave(changes: readonly WalletChange[]): string {
  return changes.length === 0 ? 'Wallets in another order' : describeChanges(changes);
}

function describeActivation({ wallets, active }: DistributionState): string {
  const changes = diffWallets(active?.wallets ?? [], wallets);
  return changes.length === 0 ? `the same wallets and shares as version ${active?.version}` : describeChanges(changes);
}
