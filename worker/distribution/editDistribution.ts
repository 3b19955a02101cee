import { describeChanges, diffWallets, type WalletChange } from '../../src/distribution/diffWallets.ts';
import { mergeStored, type SubmittedWallet } from '../../src/distribution/mergeStored.ts';
import { floorProblems, type PoolFloor } from '../../src/distribution/poolShare.ts';
import { type DistributionProblem, validateConfiguration } from '../../src/distribution/validateWallets.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import type { DistributionState } from '../store/rows/distributionRows.ts';
import type { Told } from '../store/tax/activations.ts';
import type { DistributionStore, Written } from '../store/tax/distribution.ts';
import type { Activations } from './activations.ts';
import { describeActivation, type TellDistribution } from './tellDistribution.ts';

/** The result of a save or an activation. `state` is what is stored afterwards. */
export type EditOutcome =
  | { readonly kind: 'done'; readonly state: DistributionState }
  | { readonly kind: 'broken-rules'; readonly problems: readonly DistributionProblem[] }
  /** `from` is the version on which the edit was based. It is not the newest any more. */
  | { readonly kind: 'stale'; readonly from: number; readonly state: DistributionState };

export interface EditRequest {
  /** The version that the editor has seen; null: the newest, whichever it is. */
  readonly from: number | null;
  readonly by: string;
}

export interface EditDistribution {
  save(request: EditRequest & { readonly wallets: readonly SubmittedWallet[] }): Promise<EditOutcome>;
  /** Puts the newest version in force, or makes it wait where a second key or a delay is set. */
  activate(request: EditRequest): Promise<EditOutcome>;
}

export interface EditDistributionInput {
  readonly store: Pick<DistributionStore, 'state' | 'save' | 'activate'>;
  readonly floor: PoolFloor;
  /** Null: an activation is in force at once. */
  readonly activations: Pick<Activations, 'ask'> | null;
  readonly tell: TellDistribution;
  /** What the chain says against paying these wallets. */
  readonly lookUp: (wallets: readonly DistributionWallet[]) => Promise<readonly DistributionProblem[]>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Saves and activations. Rules are checked before the version, so that even a stale request hears what is wrong. */
export function createEditDistribution(input: EditDistributionInput): EditDistribution {
  const { store, floor, activations, tell, lookUp, now } = input;
  const problemsOf = (wallets: readonly DistributionWallet[]) => [
    ...validateConfiguration(wallets),
    ...floorProblems(wallets, floor),
  ];

  return {
    async save({ wallets: submitted, from, by }) {
      const state = await store.state();
      const at = now();
      const { wallets, problems: refused } = mergeStored(state.wallets, submitted, new Date(at).toISOString());
      const problems = [...refused, ...problemsOf(wallets)];
      if (problems.length > 0) return { kind: 'broken-rules', problems };
      if (from !== null && from !== state.version) return { kind: 'stale', from, state };
      const changes = diffWallets(state.wallets, wallets);
      if (changes.length === 0 && isSameOrder(state.wallets, wallets)) return { kind: 'done', state };
      const type = changes.length > 0 && changes.every(({ kind }) => kind === 'removed') ? 'DELETE' : 'UPDATE';
      const told = tell.saved({ version: state.version + 1, before: state.wallets, after: wallets, by, at });
      const change = { type, description: describeSave(changes), by, at, told } as const;
      return finish(told, await store.save({ from: state.version, wallets, ...change }), state.version);
    },
    async activate({ from, by }) {
      const state = await store.state();
      const { version, wallets, active } = state;
      const problems = problemsOf(wallets);
      if (problems.length > 0) return { kind: 'broken-rules', problems };
      if (from !== null && from !== version) return { kind: 'stale', from, state };
      if (active?.version === version) return { kind: 'done', state };
      const unpayable = await lookUp(wallets);
      if (unpayable.length > 0) return { kind: 'broken-rules', problems: unpayable };
      if (activations !== null) {
        const isAsked = await activations.ask(state, by);
        return isAsked
          ? { kind: 'done', state: await store.state() }
          : { kind: 'stale', from: version, state: await store.state() };
      }
      const at = now();
      const told = tell.activated({ version, before: active?.wallets ?? [], after: wallets, by, at });
      const description = `Version ${version} activated: ${describeActivation(state)}`;
      const change = { type: 'ACTIVATE', description, by, at, told } as const;
      const written = await store.activate({ version, previous: active?.version ?? null, ...change });
      // Somebody else may have activated the same version in between: that counts as done.
      const isInForce = written.state.version === version && written.state.active?.version === version;
      if (!written.isDone && isInForce) return { kind: 'done', state: written.state };
      return finish(told, written, version);
    },
  };

  async function finish(told: Told, { isDone, state }: Written, from: number): Promise<EditOutcome> {
    if (!isDone) return { kind: 'stale', from, state };
    await tell.now(told);
    return { kind: 'done', state };
  }
}

function isSameOrder(before: readonly DistributionWallet[], after: readonly DistributionWallet[]): boolean {
  return before.length === after.length && before.every((wallet, index) => wallet.id === after[index]?.id);
}

function describeSave(changes: readonly WalletChange[]): string {
  return changes.length === 0 ? 'Wallets in another order' : describeChanges(changes);
}
