import type { ExplorerSettings } from '../../../src/address/links.ts';
import type { LotteryAsked, TrustedNetwork } from '../chain/Lottery.ts';
import type { InclusionAnswer } from '../check/findInclusion.ts';
import type { Report } from '../check/Report.ts';
import type { Step } from '../check/Step.ts';
import type { RoundsListed } from './createAudit.ts';

/**
 * What a thread needs to know of the lottery and of the visitor's choices. Plain data, because it is sent to the
 * thread.
 */
export interface VerifySettings {
  readonly rpcUrl: string;
  /** The lottery, by its mint and by the first terms that this browser remembers for it. */
  readonly lottery: LotteryAsked;
  readonly network: TrustedNetwork;
  /** The base addresses of drand relays. */
  readonly relays: readonly string[];
  readonly explorer: ExplorerSettings;
}

/** What the page asks of its thread; answers carry the question's number. */
export type Question =
  | {
      readonly number: number;
      readonly kind: 'verify';
      readonly round: number;
      readonly settings: VerifySettings;
      /** Rounds of one run share what was read from the chain; the next run reads again. */
      readonly run: number;
    }
  /** Whether a wallet is in a round's list. */
  | {
      readonly number: number;
      readonly kind: 'include';
      readonly round: number;
      readonly address: string;
      readonly settings: VerifySettings;
      readonly run: number;
    }
  /** The newest rounds by the announced hours, newest first: `wanted` of them, or all for null. */
  | {
      readonly number: number;
      readonly kind: 'list';
      readonly wanted: number | null;
      readonly settings: VerifySettings;
      readonly run: number;
    };

export type Answer =
  | { readonly number: number; readonly kind: 'step'; readonly step: Step; readonly of: number }
  | { readonly number: number; readonly kind: 'verified'; readonly report: Report }
  | { readonly number: number; readonly kind: 'included'; readonly answer: InclusionAnswer }
  | { readonly number: number; readonly kind: 'listed'; readonly listed: RoundsListed }
  | { readonly number: number; readonly kind: 'failed'; readonly why: string };
