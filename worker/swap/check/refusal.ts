/** Why a swap transaction is not signed. The codes stay the same, for alerts and records. */
export type SwapReason =
  | 'garbage'
  | 'version'
  | 'unknown-swap'
  | 'unknown-route'
  | 'program-off'
  | 'too-large'
  | 'several-transactions'
  | 'foreign-fee-payer'
  | 'missing-cosignature'
  | 'wrong-cosignature'
  | 'lookup-table'
  | 'foreign-program'
  | 'foreign-instruction'
  | 'instruction-data'
  | 'foreign-account'
  | 'approve'
  | 'set-authority'
  | 'assign'
  | 'nonce'
  | 'burn'
  | 'transfer-out'
  | 'foreign-close'
  | 'fee'
  | 'too-much-god'
  | 'lower-minimum'
  | 'platform-fee'
  | 'not-unwrapped'
  | 'balance'
  | 'account-changed';

/** A swap transaction that must not be signed, and why: a code and a sentence. */
export interface SwapRefusal {
  readonly ok: false;
  readonly reason: SwapReason;
  readonly detail: string;
}

/**
 * Reasons that mean "not known here": a newer form of transaction, swap or route, or a program that is not in the
 * settings.
 */
const UNKNOWN: readonly SwapReason[] = ['version', 'unknown-swap', 'unknown-route', 'program-off'];

/** Whether a refusal accuses nobody: the exchange uses something new, or something that the settings leave out. */
export function isUnknown(reason: SwapReason): boolean {
  return UNKNOWN.includes(reason);
}

/** Makes a refusal. The sentence repeats nothing of the transaction except addresses and numbers. */
export function refuse(reason: SwapReason, detail: string): SwapRefusal {
  return { ok: false, reason, detail };
}
