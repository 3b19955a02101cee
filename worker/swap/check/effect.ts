import { PublicKey } from '@solana/web3.js';
import { type Address, address } from '../../../src/address/address.ts';
import { WRAPPED_SOL } from '../../../src/money/wrappedSol.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/accounts/programs.ts';
import type { SwapRefusal } from './refusal.ts';

/** The accounts of a wallet that a swap is about. */
export interface OwnAccounts {
  readonly wallet: Address;
  /** The wallet's associated Token-2022 account of GOD. */
  readonly god: Address;
  /** The wallet's associated account of wrapped SOL. */
  readonly wrapped: Address;
}

/** Derives a wallet's accounts, by arithmetic alone, in about 1 ms. */
export function ownAccounts(wallet: Address, mint: Address): OwnAccounts {
  return {
    wallet,
    god: associatedAccount(wallet, TOKEN_2022_PROGRAM, mint),
    wrapped: associatedAccount(wallet, TOKEN_PROGRAM, WRAPPED_SOL),
  };
}

/** The associated token account, whose address follows from owner, token program and mint. */
function associatedAccount(owner: Address, tokenProgram: Address, mint: Address): Address {
  const seeds = [owner, tokenProgram, mint].map((key) => new PublicKey(key).toBytes());
  const [derived] = PublicKey.findProgramAddressSync(seeds, new PublicKey(ASSOCIATED_TOKEN_PROGRAM));
  return address(derived.toBase58());
}

/**
 * The worst that one allowed instruction can do to us. Amounts are in base units: lamports, GOD units, micro-lamports a
 * compute unit.
 */
export type Effect =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'compute-limit'; readonly units: number }
  | { readonly kind: 'compute-price'; readonly price: bigint }
  /** We paid for a temporary token account of ours. `opened` makes it one of wrapped SOL. */
  | { readonly kind: 'created'; readonly account: Address }
  | { readonly kind: 'opened'; readonly account: Address }
  /** A wrapped-SOL account of ours was closed, and all its lamports came to us. */
  | { readonly kind: 'unwrapped'; readonly account: Address }
  | { readonly kind: 'gives-god'; readonly amount: bigint }
  | { readonly kind: 'receives'; readonly lamports: bigint }
  | { readonly kind: 'swaps'; readonly amount: bigint; readonly minimum: bigint; readonly into: Address };

export type Decoded = Effect | SwapRefusal;

/** What is known when an instruction is judged. */
export interface Surroundings extends OwnAccounts {
  readonly mint: Address;
  /** Exchange programs that may be called. */
  readonly programs: readonly Address[];
  /** Accounts paid for earlier in this transaction and not yet made wrapped-SOL accounts. */
  readonly created: ReadonlySet<Address>;
  /** Our accounts of wrapped SOL: the associated one and those opened earlier in this transaction. */
  readonly wrappedAccounts: ReadonlySet<Address>;
}

export const NOTHING: Effect = { kind: 'nothing' };

/** A little-endian unsigned number of eight bytes. Throws a RangeError beyond the end. */
export function u64At(data: Uint8Array, offset: number): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(offset, true);
}

/** A little-endian unsigned number of four bytes. Throws a RangeError beyond the end. */
export function u32At(data: Uint8Array, offset: number): number {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(offset, true);
}

/** A little-endian unsigned number of two bytes. Throws a RangeError beyond the end. */
export function u16At(data: Uint8Array, offset: number): number {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getUint16(offset, true);
}
