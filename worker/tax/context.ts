import type { Address } from '../../src/address/address.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import type { PursueAll } from '../engine/intention.ts';
import type { PollAgain } from '../engine/pollAgain.ts';
import type { Pursue } from '../engine/pursue.ts';
import type { RaiseAlert } from '../engine/raiseAlerts.ts';
import type { Settings } from '../settings/Settings.ts';
import type { Journal } from '../store/journal/journal.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { TaxStore } from '../store/tax/taxCycles.ts';
import type { PrepareSwap } from '../swap/prepareSwap.ts';
import type { TermsBook } from '../terms/TermsBook.ts';
import type { FirstHand } from './firstHand.ts';
import type { TaxSigner } from './taxSigner.ts';

/** What a step of a tax cycle may touch. Put together once, in `worker/compose/taxServices.ts`. */
export interface TaxContext {
  readonly settings: Settings;
  readonly tax: TaxStore;
  readonly journal: Journal;
  readonly rpc: Rpc;
  /** For what goes out together. */
  readonly pursueAll: PursueAll;
  readonly pursue: Pursue;
  readonly signer: TaxSigner;
  readonly terms: TermsBook;
  readonly prepareSwap: PrepareSwap;
  readonly firstHand: FirstHand;
  /** Whether the pool may be paid now: near a lock it may not. */
  readonly mayPayPool: () => Promise<boolean>;
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
  readonly pollAgain: PollAgain;
}

/** What `createCollectTax` is given; the rest it remembers itself, for as long as it lives. */
export type TaxInput = Omit<TaxContext, 'pollAgain'>;

/** A node may be this far behind what another one has confirmed. Milliseconds. */
const LAG_MS = 15_000;
/**
 * Whether a node may answer from before what began the cycle's state. A clock that has stepped back a little since then
 * takes nothing off the wait; one that was far ahead and is right again does not make it longer.
 */
export const mayLag = (cycle: Pick<TaxCycle, 'stateSince'>, now: number): boolean => sinceState(cycle, now) < LAG_MS;
/** How far the beginning of a cycle's state is from now, before or after it. Milliseconds. */
export const sinceState = ({ stateSince }: Pick<TaxCycle, 'stateSince'>, now: number): number =>
  Math.abs(now - stateSince);
/** How often is looked for whether something has landed. */
export const POLL_MS = 700;

/** What keeps a cycle waiting that another process has begun, and how often it is looked at then. */
export const AFTER_GAP = 'Another process has begun this tax cycle: what may still be on its way has to land first.';
export const AFTER_GAP_MS = 5_000;
