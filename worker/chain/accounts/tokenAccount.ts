import { getAssociatedTokenAddressSync } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { type Address, address } from '../../../src/address/address.ts';
import { TOKEN_2022_PROGRAM } from './programs.ts';

/**
 * What is read of a token account for a lock: from its owner field to byte 182, where an associated account of a
 * transfer-fee mint ends. A withheld fee after byte 182 would count as 0. Then the sum of all accounts would be below
 * the supply, the list would be refused, and nothing would be drawn.
 */
export const TOKEN_ACCOUNT_SLICE = { offset: 32, length: 150 };
/** Owner, amount and state, without the fee. Used for what the pages show. */
export const HOLDING_SLICE = { offset: 32, length: 77 };
/** The first extensions. In an account of a transfer-fee mint they hold the withheld fee. */
export const FEE_SLICE = { offset: 166, length: 16 };
const OWNER_END = 32;
const AMOUNT_AT = 64 - TOKEN_ACCOUNT_SLICE.offset;
const STATE_AT = 108 - TOKEN_ACCOUNT_SLICE.offset;
const EXTENSIONS_AT = 166 - TOKEN_ACCOUNT_SLICE.offset;
const STATE_FROZEN = 2;
const TRANSFER_FEE_AMOUNT = 2;

/** One token account of the mint; amounts are base units. */
export interface TokenAccount {
  readonly owner: Uint8Array;
  readonly amount: bigint;
  readonly withheld: bigint;
  readonly isFrozen: boolean;
}

/**
 * Parses a slice of a Token-2022 account from its owner field on; null when it is too short. The fee is 0 when the
 * slice ends before the extensions. Layout: spl-token `AccountLayout` and its TLV extensions.
 */
export function parseTokenAccount(slice: Uint8Array): TokenAccount | null {
  if (slice.length <= STATE_AT) return null;
  const view = new DataView(slice.buffer, slice.byteOffset, slice.byteLength);
  return {
    owner: slice.subarray(0, OWNER_END),
    amount: view.getBigUint64(AMOUNT_AT, true),
    withheld: withheldFee(view, EXTENSIONS_AT),
    isFrozen: view.getUint8(STATE_AT) === STATE_FROZEN,
  };
}

/** The withheld fee in a `FEE_SLICE`, base units; 0 when there is none. */
export function parseFee(slice: Uint8Array): bigint {
  return withheldFee(new DataView(slice.buffer, slice.byteOffset, slice.byteLength), 0);
}

function withheldFee(view: DataView, extensionsAt: number): bigint {
  let at = extensionsAt;
  while (at + 4 <= view.byteLength) {
    const type = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (type === TRANSFER_FEE_AMOUNT && at + 12 <= view.byteLength) return view.getBigUint64(at + 4, true);
    if (type === 0) return 0n;
    at += 4 + length;
  }
  return 0n;
}

/** The associated Token-2022 account that holds a wallet's GOD; program-owned wallets have one too. */
export function godAccount(mint: Address, owner: Address): Address {
  const account = getAssociatedTokenAddressSync(
    new PublicKey(mint),
    new PublicKey(owner),
    true,
    new PublicKey(TOKEN_2022_PROGRAM),
  );
  return address(account.toBase58());
}
