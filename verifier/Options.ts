import type { TrustedNetwork } from '../client/audit/TrustedNetwork.ts';

/** What a user of the verifier says beside the proof. */
export interface Options {
  /** Null when no chain is to be asked. */
  readonly rpcUrl: string | null;
  readonly network: TrustedNetwork;
  /** Relays of that network; null when none is known, empty when none is to be asked. */
  readonly relays: readonly string[] | null;
  readonly poolWallet: string | null;
}
