import { type Address, addressOf } from '../../src/address/address.ts';
import { u64At } from './check/effect.ts';

/** A pool of Raydium's CPMM, as far as a sale needs it. `fees` lie in the vaults and belong to others. */
export interface CpmmPool {
  readonly config: Address;
  readonly vaults: readonly [Address, Address];
  readonly mints: readonly [Address, Address];
  readonly fees: readonly [bigint, bigint];
  readonly maySwap: boolean;
  /** The unix second from which on the pool trades. */
  readonly opensAt: bigint;
  /**
   * The token in which the creator's fee is taken. 0: the one that is paid in; 1 and 2: the first and the second. Null:
   * no such fee.
   */
  readonly creatorFeeOn: number | null;
}

/** The rates of an `AmmConfig`, millionths. */
export interface CpmmRates {
  readonly trade: bigint;
  readonly creator: bigint;
}

/** First eight bytes of SHA-256("account:PoolState") and ("account:AmmConfig"), as Anchor makes them. */
const POOL = 'f7ede3f5d7c3de46';
const CONFIG = 'daf42168cbcb2b6f';
const POOL_BYTES = 637;
const CONFIG_BYTES = 236;
/**
 * How much is read of an account that an exchange calls a pool, or that a pool names. The account may be anyone's, and
 * may have 10 MB. Nothing longer than a pool is needed; one byte more is read to see that an account is longer.
 */
export const POOL_SLICE = { offset: 0, length: POOL_BYTES + 1 };
/** The bit of a pool's status which says that swaps are switched off. */
const SWAP_OFF = 4;
const MILLION = 1_000_000n;

const startsWith = (data: Uint8Array, discriminator: string) =>
  Buffer.from(data.subarray(0, 8)).toString('hex') === discriminator;
const keyAt = (data: Uint8Array, at: number) => addressOf(data.subarray(at, at + 32));

/**
 * `PoolState` of Raydium's published source (`programs/cp-swap/src/states/pool.rs`, packed). Null when the bytes are no
 * pool. A pool that is older than the creator's fee has zeros in its place.
 */
export function parsePool(data: Uint8Array): CpmmPool | null {
  if (data.length !== POOL_BYTES || !startsWith(data, POOL)) return null;
  const fees = (protocol: number, fund: number, creator: number) =>
    u64At(data, protocol) + u64At(data, fund) + u64At(data, creator);
  return {
    config: keyAt(data, 8),
    vaults: [keyAt(data, 72), keyAt(data, 104)],
    mints: [keyAt(data, 168), keyAt(data, 200)],
    fees: [fees(341, 357, 397), fees(349, 365, 405)],
    maySwap: ((data[329] ?? SWAP_OFF) & SWAP_OFF) === 0,
    opensAt: u64At(data, 373),
    creatorFeeOn: data[390] === 1 ? (data[389] ?? 0) : null,
  };
}

/** `AmmConfig` of the same source; null when the bytes are not an `AmmConfig`. */
export function parseRates(data: Uint8Array): CpmmRates | null {
  if (data.length !== CONFIG_BYTES || !startsWith(data, CONFIG)) return null;
  return { trade: u64At(data, 12), creator: u64At(data, 108) };
}

export interface PoolSale {
  /** What reaches the pool: the amount less the token's own fee. */
  readonly arrived: bigint;
  readonly reserveIn: bigint;
  readonly reserveOut: bigint;
  readonly rates: CpmmRates;
  /** Where the creator's fee is taken; null without one. */
  readonly creatorFee: 'in' | 'out' | null;
}

/** What `swap_base_input` pays, to the unit: fees are rounded up, then the constant product is rounded down. */
export function poolPays({ arrived, reserveIn, reserveOut, rates, creatorFee }: PoolSale): bigint {
  const part = (amount: bigint, rate: bigint) => (amount * rate + MILLION - 1n) / MILLION;
  const traded = arrived - part(arrived, rates.trade + (creatorFee === 'in' ? rates.creator : 0n));
  if (traded <= 0n || reserveIn <= 0n || reserveOut <= 0n) return 0n;
  const out = (reserveOut * traded) / (reserveIn + traded);
  return creatorFee === 'out' ? out - part(out, rates.creator) : out;
}
