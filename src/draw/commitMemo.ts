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

/** The commitment's memo, one line, rules version 1; its grammar is in docs/protocol.md, section 6. */
export function commitMemo(of: CommitMemo): string {
  return (
    `GOD1 commit round=${of.round} ends=${of.endsAt} slot=${of.slot} root=${of.root} entries=${of.entries}` +
    ` pool=${of.poolLamports} prizes=${of.totalLamports} drand=${of.beaconKeyId}:${of.beaconRound} rules=${of.rulesHash}`
  );
}

const COMMIT_MEMO = new RegExp(
  '^GOD1 commit round=([1-9]\\d{0,14}) ends=([1-9]\\d{0,14}) slot=(?:0|[1-9]\\d{0,14}) root=[0-9a-f]{64} entries=[1-9]\\d{0,8}' +
    ' pool=(?:0|[1-9]\\d{0,19}) prizes=(?:0|[1-9]\\d{0,19}) drand=[0-9a-f]{16}:[1-9]\\d{0,14} rules=[0-9a-f]{64}$',
);

/** The round a commitment memo speaks of, or null for any other text. Says nothing about who wrote it. */
export function commitMemoRound(text: string): number | null {
  return numberOf(text, 1);
}

/** The draw's moment a commitment memo speaks of, unix seconds, or null for any other text. */
export function commitMemoEnd(text: string): number | null {
  return numberOf(text, 2);
}

function numberOf(text: string, group: number): number | null {
  const digits = COMMIT_MEMO.exec(text)?.[group];
  return digits === undefined ? null : Number(digits);
}
