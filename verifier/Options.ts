import type { NamedTerms } from '../client/audit/roundTerms.ts';
import type { TrustedNetwork } from '../client/audit/TrustedNetwork.ts';

/** What a user of the verifier says beside the proof. */
export interface Options {
  /** One or two; none when no chain is to be asked. */
  readonly rpcUrls: readonly string[];
  readonly network: TrustedNetwork;
  /** Relays of that network; null when none is known, empty when none is to be asked. */
  readonly relays: readonly string[] | null;
  readonly named: NamedTerms;
}
