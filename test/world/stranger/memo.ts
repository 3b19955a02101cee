import { PublicKey, TransactionInstruction } from '@solana/web3.js';

const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/** The first memo program. Nodes list its texts exactly like those of the newer one. */
export const OLD_MEMO_PROGRAM = new PublicKey('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo');

/** An instruction that writes a text on chain; it needs no signer of its own. */
export function memo(text: string, programId = MEMO_PROGRAM): TransactionInstruction {
  return new TransactionInstruction({ programId, keys: [], data: Buffer.from(text) });
}
