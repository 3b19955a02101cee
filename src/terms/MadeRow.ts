/** The transaction that made the mark `terms:<k>`. Memo and signers are null when it is no announcement. */
export interface MadeRow {
  readonly k: number;
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds. */
  readonly blockTime: number;
  readonly memo: string | null;
  readonly signers: readonly string[] | null;
}
