import { base58 } from '@scure/base';

/** The account at an address; `data` is null for a plain wallet, or when there is no account. */
export interface Account {
  readonly lamports: bigint;
  readonly data: AccountData | null;
}
export type AccountData =
  | { readonly kind: 'mark'; readonly bytes: number }
  | { readonly kind: 'program' }
  | { readonly kind: 'token'; readonly owner: string; readonly amount: bigint; readonly withheld: bigint };

export interface MintModel {
  readonly supply: bigint;
  readonly withheld: bigint;
}

export const NOTHING: Account = { lamports: 0n, data: null };
/**
 * Bytes of an associated account of a mint with a transfer fee: 165, the account type, and the extensions for the fee
 * and for the immutable owner.
 */
export const TOKEN_ACCOUNT_BYTES = 182;
export const sizeOf = ({ data }: Account): number =>
  data === null ? 0 : data.kind === 'token' ? TOKEN_ACCOUNT_BYTES : data.kind === 'mark' ? data.bytes : 36;
/** Rent of Solana's present schedule: 3,480 lamports a byte and year, two years, 128 bytes of overhead. */
export const rentOf = (bytes: number): bigint => BigInt((bytes + 128) * 6_960);

const decoded = new Map<string, Uint8Array>();
export function bytesOf(address: string): Uint8Array {
  const known = decoded.get(address);
  if (known !== undefined) return known;
  const made = base58.decode(address);
  if (decoded.size > 10_000) decoded.clear();
  decoded.set(address, made);
  return made;
}

const encoded = new Map<string, string>();
/** The bytes of a token account in base64: mint, owner, amount, state 1, and the fee extension. */
export function tokenAccountData(
  mint: string,
  { owner, amount, withheld }: Extract<AccountData, { kind: 'token' }>,
): string {
  const name = `${owner} ${amount} ${withheld}`;
  const known = encoded.get(name);
  if (known !== undefined) return known;
  const bytes = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  bytes.set(bytesOf(mint), 0);
  bytes.set(bytesOf(owner), 32);
  bytes.writeBigUInt64LE(amount, 64);
  bytes[108] = 1;
  bytes[165] = 2;
  bytes.set([2, 0, 8, 0], 166);
  bytes.writeBigUInt64LE(withheld, 170);
  bytes.set([7, 0, 0, 0], 178);
  const made = bytes.toString('base64');
  if (encoded.size > 20_000) encoded.clear();
  encoded.set(name, made);
  return made;
}

/** Part of base64 data, as `dataSlice` asks for it. */
export function sliceData(
  data: string,
  slice: { readonly offset: number; readonly length: number } | undefined,
): string {
  if (slice === undefined) return data;
  return Buffer.from(data, 'base64')
    .subarray(slice.offset, slice.offset + slice.length)
    .toString('base64');
}

export interface MintKeys {
  readonly feeAuthority: string;
  readonly withdrawAuthority: string;
}
const FEE_BPS = 500;
const DECIMALS = 6;

/** The bytes of the mint in base64: supply at 36, decimals at 44, and the fee extension, with 5% and no maximum. */
export function mintData({ supply, withheld }: MintModel, { feeAuthority, withdrawAuthority }: MintKeys): string {
  const bytes = Buffer.alloc(166 + 4 + 108);
  bytes.writeBigUInt64LE(supply, 36);
  bytes.set([DECIMALS, 1], 44);
  bytes.set([1, 1, 0, 108, 0], 165);
  bytes.set(bytesOf(feeAuthority), 170);
  bytes.set(bytesOf(withdrawAuthority), 202);
  bytes.writeBigUInt64LE(withheld, 234);
  for (const at of [242, 260]) {
    bytes.writeBigUInt64LE(2n ** 63n, at + 8);
    bytes.writeUInt16LE(FEE_BPS, at + 16);
  }
  return bytes.toString('base64');
}

/** What a transfer withholds, rounded up. */
export const transferFeeOf = (amount: bigint): bigint => (amount * BigInt(FEE_BPS) + 9_999n) / 10_000n;
