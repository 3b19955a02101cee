import type { Address } from '../../src/address/address.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { SearchMemos } from '../chain/searchMemos.ts';
import type { PursueAll } from '../engine/intention.ts';
import type { Pursue } from '../engine/pursue.ts';
import type { RaiseAlert } from '../engine/raiseAlerts.ts';
import type { Settings } from '../settings/Settings.ts';
import type { Journal } from '../store/journal.ts';
import type { TaxStore } from '../store/taxCycles.ts';
import type { StepName } from '../store/taxRows.ts';
import type { PrepareSwap } from '../swap/prepareSwap.ts';
import type { MayBegin } from './afterRestore.ts';
import type { AgreeInTime } from './agreeInTime.ts';
import type { LookedAt } from './lookedAt.ts';
import type { PollAgain } from './pollAgain.ts';
import type { TaxSigner } from './taxSigner.ts';

/** What a step of a tax cycle may touch. Assembled once, in `taxServices.ts`. */
export interface TaxContext {
  readonly settings: Settings;
  readonly tax: TaxStore;
  readonly journal: Journal;
  readonly rpc: Rpc;
  /** For what goes out together. */
  readonly pursueAll: PursueAll;
  readonly pursue: Pursue;
  readonly signer: TaxSigner;
  readonly prepareSwap: PrepareSwap;
  /** The tax wallet's own memos, as the chain has them. */
  readonly searchMemos: SearchMemos;
  /** The configuration in force; null while there is none. */
  readonly activeConfig: () => Promise<{
    readonly version: number;
    readonly wallets: readonly DistributionWallet[];
  } | null>;
  /** What an amount of GOD (base units) was last worth in lamports; null when nobody knows. */
  readonly lastWorth: (amount: bigint) => Promise<bigint | null>;
  readonly raiseAlert: RaiseAlert;
  /** Whether an operator has stopped the tax: asked before a cycle begins. One under way is read with its pause. */
  readonly isPaused: () => Promise<boolean>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** The tax wallet's GOD account. */
  readonly ownAccount: Address;
  readonly agree: AgreeInTime;
  readonly mayBegin: MayBegin;
  readonly pollAgain: PollAgain;
  /** What of the tax wallet's history is known to be no swap of ours. */
  readonly lookedAt: LookedAt;
}

/** What `createCollectTax` is given; the rest it remembers itself, for as long as it lives. */
export type TaxInput = Omit<TaxContext, 'agree' | 'mayBegin' | 'pollAgain' | 'lookedAt'>;

/** A node may be this far behind what another one has confirmed. Milliseconds. */
export const LAG_MS = 15_000;
/** How often an outcome that is under way is looked for at first. */
export const POLL_MS = 400;

/** What the keys of a cycle's steps in the journal begin with. */
export function cycleKey(cycle: number): string {
  return `tax:${cycle}`;
}

/** A step's key in the journal. */
export function stepKey(cycle: number, name: StepName, part: number): string {
  return `${cycleKey(cycle)}:${name}:${part}`;
}
