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

/** The commitment's memo, one line, rules version 1; protocol "Exact bytes". */
export function commitMemo(of: CommitMemo): string {
  return (
    `GOD1 commit round=${of.round} ends=${of.endsAt} slot=${of.slot} root=${of.root} entries=${of.entries}` +
    ` pool=${of.poolLamports} prizes=${of.totalLamports} drand=${of.beaconKeyId}:${of.beaconRound} rules=${of.rulesHash}`
  );
}

/** The round a commitment memo speaks of, or null for any other text. Says nothing about who wrote it. */
export function commitMemoRound(text: string): number | null {
  return numberAfter(text, /^GOD1 commit round=([1-9]\d{0,14}) /);
}

/** The draw's moment a commitment memo speaks of, unix seconds, or null for any other text. */
export function commitMemoEnd(text: string): number | null {
  return numberAfter(text, /^GOD1 commit round=[1-9]\d{0,14} ends=([1-9]\d{0,14}) /);
}

function numberAfter(text: string, pattern: RegExp): number | null {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
