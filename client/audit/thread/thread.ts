import type { ExplorerSettings } from '../../../src/address/links.ts';
import type { LotteryAsked, TrustedNetwork } from '../chain/Lottery.ts';
import type { InclusionAnswer } from '../check/findInclusion.ts';
import type { Report } from '../check/Report.ts';
import type { Step } from '../check/Step.ts';
import type { RoundsListed } from './createAudit.ts';

/** What a thread needs to know of the lottery and of the visitor's choices. */
export interface VerifySettings {
  readonly rpcUrl: string;
  /** The mint, and the lottery that this browser remembers for it. */
  readonly lottery: LotteryAsked;
  readonly network: TrustedNetwork;
  readonly relays: readonly string[];
  readonly explorer: ExplorerSettings;
}

/** What a page asks of its thread. An answer has the number of its question. */
export type Question =
  | {
      readonly number: number;
      readonly kind: 'verify';
      readonly round: number;
      readonly settings: VerifySettings;
      /** The rounds of a run share what was read from the chain. Each run reads it again. */
      readonly run: number;
    }
  /** Asks whether a wallet is in a round's list. */
  | {
      readonly number: number;
      readonly kind: 'include';
      readonly round: number;
      readonly address: string;
      readonly settings: VerifySettings;
      readonly run: number;
    }
  /** Asks for the numbers of the newest `wanted` rounds, or of all for null. */
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
