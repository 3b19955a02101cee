import type { Address } from '../../src/address/address.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import type { Pursue, PursueAll } from '../engine/intention.ts';
import type { PollAgain } from '../engine/pollAgain.ts';
import type { RaiseAlert } from '../engine/raiseAlerts.ts';
import { AGAIN, type Step, waitFor } from '../engine/runSteps.ts';
import type { Settings } from '../settings/Settings.ts';
import type { Journal } from '../store/journal/journal.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { TaxStore } from '../store/tax/taxCycles.ts';
import type { PrepareSwap } from '../swap/prepareSwap.ts';
import type { TermsBook } from '../terms/TermsBook.ts';
import type { CarryNote } from './carriedInto.ts';
import type { FirstHand } from './firstHand.ts';
import type { Note } from './Note.ts';
import type { TaxSigner } from './taxSigner.ts';

/** What the steps of a tax cycle use. Built once, in `worker/compose/taxServices.ts`. */
export interface TaxContext {
  readonly settings: Settings;
  readonly tax: TaxStore;
  readonly journal: Journal;
  readonly rpc: Rpc;
  /** As `pursue`, for transactions that go out together. */
  readonly pursueAll: PursueAll;
  readonly pursue: Pursue;
  readonly signer: TaxSigner;
  readonly terms: TermsBook;
  readonly prepareSwap: PrepareSwap;
  readonly firstHand: FirstHand;
  readonly carryNote: Note<CarryNote>;
  /** Whether the pool may be paid now. Near a lock it may not. */
  readonly mayPayPool: () => Promise<boolean>;
  /** The configuration in force; null while there is none. */
  readonly activeConfig: () => Promise<{
    readonly version: number;
    readonly wallets: readonly DistributionWallet[];
  } | null>;
  /** What an amount of GOD (base units) was last worth in lamports; null when that is not known. */
  readonly lastWorth: (amount: bigint) => Promise<bigint | null>;
  readonly raiseAlert: RaiseAlert;
  /**
   * Whether an operator has paused the tax. Asked before a cycle begins. For a cycle under way, `tax.work` reads the
   * pause.
   */
  readonly isPaused: () => Promise<boolean>;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** The tax wallet's GOD account. */
  readonly ownAccount: Address;
  readonly pollAgain: PollAgain;
}

/** What `createCollectTax` is given. It makes `pollAgain` itself, once. */
export type TaxInput = Omit<TaxContext, 'pollAgain'>;

/** A node may be this far behind what another one has confirmed. Milliseconds. */
const LAG_MS = 15_000;
/**
 * Whether a node's answer may still be from before the cycle came into its state. The time since then counts without
 * its sign: if our clock was ahead then, the wait at most doubles.
 */
export const mayLag = (cycle: Pick<TaxCycle, 'stateSince'>, now: number): boolean => sinceState(cycle, now) < LAG_MS;
/** How far the beginning of a cycle's state is from now, before or after it. Milliseconds. */
export const sinceState = ({ stateSince }: Pick<TaxCycle, 'stateSince'>, now: number): number =>
  Math.abs(now - stateSince);
/** How long to wait before asking again whether something has landed. Milliseconds. */
export const POLL_MS = 700;
/**
 * The result of a step that changes the cycle. If no row changed, the cycle or what is known of it is out of date, and
 * the cycle is looked at again a little later.
 */
export const moved = (context: Pick<TaxContext, 'now'>, hasMoved: boolean): Step =>
  hasMoved ? AGAIN : waitFor(context, POLL_MS);

/** Why a cycle waits when our record of it may have a gap, and how long until it is looked at again. */
export const AFTER_GAP =
  'The database may have lost what was signed for this tax cycle: what may still be on its way has to land or expire.';
export const AFTER_GAP_MS = 5_000;
