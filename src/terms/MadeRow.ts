/** What made the mark `terms:<k>`; memo and signers are null for what is no announcement. */
export interface MadeRow {
  readonly k: number;
  readonly signature: string;
  readonly slot: number;
  /** Unix seconds. */
  readonly blockTime: number;
  readonly memo: string | null;
  readonly signers: readonly string[] | null;
}
