export interface CommitMemo {
  readonly round: number;
  /** T in unix seconds. */
  readonly endsAt: number;
  readonly slot: number;
  readonly root: string;
  readonly entries: number;
  readonly poolLamports: bigint;
  readonly totalLamports: bigint;
  readonly beaconKeyId: string;
  readonly beaconRound: number;
  readonly rulesHash: string;
}

export interface PayoutMemo {
  readonly round: number;
  /** T in unix seconds. */
  readonly endsAt: number;
  readonly root: string;
  readonly beaconRound: number;
  readonly winners: number;
}

/** The draw that a memo names: the round, and T in unix seconds. */
export interface MemoSubject {
  readonly round: number;
  readonly endsAt: number;
}
