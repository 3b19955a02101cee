/** What a watcher says on chain before a draw: the root and the number of entries of the list that it saw. */
export interface Testimony {
  readonly round: number;
  /** T in unix seconds. */
  readonly endsAt: number;
  /** Merkle root of the entries, hex. */
  readonly root: string;
  readonly entries: number;
}

/** The memo of a testimony, one line; its grammar is in docs/protocol.md, section 12. */
export function witnessMemo({ round, endsAt, root, entries }: Testimony): string {
  return `GOD1 witness round=${round} ends=${endsAt} root=${root} entries=${entries}`;
}

const WITNESS_MEMO =
  /^GOD1 witness round=([1-9]\d{0,14}) ends=([1-9]\d{0,14}) root=([0-9a-f]{64}) entries=(0|[1-9]\d{0,8})$/;

/** What a testimony says, or null for any other text. Says nothing about who wrote it. */
export function readWitnessMemo(text: string): Testimony | null {
  const [, round, endsAt, root, entries] = WITNESS_MEMO.exec(text) ?? [];
  if (root === undefined) return null;
  return { round: Number(round), endsAt: Number(endsAt), root, entries: Number(entries) };
}
