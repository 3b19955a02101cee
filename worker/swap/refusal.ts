/** Why a swap transaction is not signed: stable codes, for alerts and records. */
export type SwapReason =
  | 'garbage'
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

/** Refuses. The sentence is ours alone: it repeats nothing of the transaction but addresses and numbers. */
export function refuse(reason: SwapReason, detail: string): SwapRefusal {
  return { ok: false, reason, detail };
}
