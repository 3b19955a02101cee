import type { LotteryAsked, TrustedNetwork } from '../../client/audit/chain/Lottery.ts';

/** What a user of the verifier says beside the proof. */
export interface Options {
  /** The lottery, by its mint and perhaps by the hash of its first terms. */
  readonly lottery: LotteryAsked;
  /** One or two; empty when no chain is to be asked. */
  readonly rpcUrls: readonly string[];
  readonly network: TrustedNetwork;
  /** Relays of that network; null when none is known, empty when none is to be asked. */
  readonly relays: readonly string[] | null;
}
