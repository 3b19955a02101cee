/** What D1 says of a round. */
export interface LedgerRound {
  readonly round: number;
  readonly state: string;
  readonly payouts: string;
  /** Unix seconds. */
  readonly endsAt: number;
  readonly signature: string | null;
  /** Lamports; null for a round that was never locked. */
  readonly total: bigint | null;
}

/** A successful transaction that one of the lottery's pool wallets signed. */
export interface LedgerTransaction {
  readonly signature: string;
  readonly memo: string;
  /** What all accounts but the pool wallet and the mark gained, lamports. */
  readonly paid: bigint;
}

/**
 * Everything that the invariants are checked on: what the database, the chain and the public answers say after a drill.
 */
export interface Ledger {
  readonly rounds: readonly LedgerRound[];
  readonly journal: readonly { readonly key: string; readonly state: string; readonly signature: string }[];
  readonly transactions: readonly LedgerTransaction[];
  /** Signatures of the pool that need not be in the journal: they were lost with a database, or a person sent them. */
  readonly explained: ReadonlySet<string>;
  /** Balance of the wallet that pays now, lamports. */
  readonly balance: bigint;
  /**
   * The winners of each round: as the proof shows them now, as they were first seen, and as the published data gives
   * them.
   */
  readonly winners: readonly {
    readonly round: number;
    readonly now: string;
    readonly first: string | null;
    readonly computed: string;
  }[];
  /** The newest round that has ended, and the time of the reading, unix seconds. */
  readonly closed: number;
  readonly readAt: number;
  /** Everything that the worker has logged and answered, and the texts that must not be in it. */
  readonly outputs: string;
  readonly secrets: readonly string[];
}
