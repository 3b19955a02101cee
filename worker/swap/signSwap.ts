import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { address } from '../../src/address/address.ts';
import { SignerRefusal } from '../chain/signing/signer.ts';
import type { SignedTransaction } from '../chain/signing/transactions.ts';
import { checkSwap, type SwapOrder } from './check/checkSwap.ts';
import type { PreparedSwap } from './prepareSwap.ts';

/** What the signed swap must be. The wallet is that of the key. */
export type SwapFacts = Omit<SwapOrder, 'wallet'>;

/**
 * Signs an exchange's transaction as the fee payer, after one more check against the facts. `secretKey` are the
 * wallet's 64 bytes. Throws a SignerRefusal when the transaction is not what the facts ask for.
 */
export function signSwap(secretKey: Uint8Array, prepared: PreparedSwap, facts: SwapFacts): SignedTransaction {
  const signer = Keypair.fromSecretKey(secretKey);
  if (facts.amount <= 0n || facts.minimumLamports <= 0n)
    throw new SignerRefusal(`swap refused: ${facts.amount} base units of GOD for ${facts.minimumLamports} lamports`);
  const order = { ...facts, wallet: address(signer.publicKey.toBase58()) };
  const check = checkSwap(Buffer.from(prepared.bytes, 'base64'), order, prepared.lookupTables);
  if (!check.ok) throw new SignerRefusal(`swap refused, ${check.reason}: ${check.detail}`);
  const { transaction, blockhash } = check.parsed;
  // The last valid height of `prepared.blockhash` later proves that this transaction can land no more. So the
  // transaction must have that blockhash.
  if (blockhash !== prepared.blockhash.blockhash)
    throw new SignerRefusal('swap refused: it is recorded with another blockhash');
  transaction.sign([signer]);
  const [signature] = transaction.signatures;
  if (signature === undefined) throw new SignerRefusal('swap refused: it has no place for our signature');
  return {
    bytes: Buffer.from(transaction.serialize()).toString('base64'),
    signature: base58.encode(Uint8Array.from(signature)),
    blockhash: prepared.blockhash,
  };
}
