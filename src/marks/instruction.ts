/** A top-level instruction with its addresses. */
export interface PlainInstruction<Data = Uint8Array> {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Data;
}

/** A transaction's message: the parts that decide which form the transaction has. */
export interface PlainMessage {
  /** `legacy`, or the number of its version. */
  readonly version: string;
  /** The first one pays the fee. */
  readonly signers: readonly string[];
  readonly instructions: readonly PlainInstruction[];
}
