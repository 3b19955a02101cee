import { type Address, addressBytes, addressOf } from '../../../src/address/address.ts';
import { type GodUnits, godUnits } from '../../../src/money/god.ts';
import { MAX_U64 } from '../../../src/money/lamports.ts';
import type { Holding } from '../../../src/protocol/terms/entries.ts';
import type { TokenAccount } from './tokenAccount.ts';

/** Owners are hashed 16 bits at a time, with keys of 32 bits: the chance named below holds for these sizes. */
const HALVES = 16;

/**
 * A hash of 32 bytes at an offset, with secret keys. Anyone may choose the 32 bytes of an owner, and with a known
 * function could send 200,000 owners to one bucket. Here, for any two owners, the high halves of their hashes are equal
 * with a chance of 2^-16, and so are the low halves (a multilinear hash, "Strongly universal string hashing is fast",
 * Lemire and Kaser).
 */
function createOwnerHash(): (bytes: Uint8Array, from: number) => number {
  const keys = crypto.getRandomValues(new Uint32Array(2 * HALVES + 2));
  return (bytes, from) => {
    let high = keys[2 * HALVES] ?? 0;
    let low = keys[2 * HALVES + 1] ?? 0;
    for (let i = 0; i < HALVES; i++) {
      const half = (bytes[from + 2 * i] ?? 0) | ((bytes[from + 2 * i + 1] ?? 0) << 8);
      high = (high + Math.imul(half, keys[i] ?? 0)) | 0;
      low = (low + Math.imul(half, keys[HALVES + i] ?? 0)) | 0;
    }
    return (high & 0xffff0000) | (low >>> 16);
  };
}

/** What every owner holds over all accounts. Owners without an amount are left out. */
export interface Holdings extends Iterable<Holding> {
  readonly size: number;
  get(owner: Address): Holding | null;
  /** In the order in which owners were first read. Each object is made when it is asked for, to save memory. */
  values(): IterableIterator<Holding>;
  /** Holders of at least this much, frozen accounts included. */
  atLeast(threshold: GodUnits): IterableIterator<Holding>;
  /** Holders for whom `isWanted` is true. It gets the amount outside of frozen accounts, and the amount in them. */
  where(isWanted: (amount: bigint, frozen: bigint) => boolean): IterableIterator<Holding>;
  /** A copy of all amounts outside of frozen accounts, in no order. */
  amounts(): BigUint64Array;
}

export interface HoldingsTable extends Holdings {
  /** Adds an account to its owner's holding. Throws a RangeError when the sum does not fit u64. */
  add(account: Pick<TokenAccount, 'owner' | 'amount' | 'isFrozen'>): void;
}

const OWNER_BYTES = 32;
const FIRST_ROWS = 1_024;

/**
 * A table of columns, 48 bytes a row, with an index of twice as many cells. A `Map` of objects takes ten times as much,
 * and 128 MB have to be enough for the holders as several nodes see them.
 */
export function createHoldings(): HoldingsTable {
  const hash = createOwnerHash();
  let size = 0;
  let owners = new Uint8Array(FIRST_ROWS * OWNER_BYTES);
  let amounts = new BigUint64Array(FIRST_ROWS);
  let frozen = new BigUint64Array(FIRST_ROWS);
  /** A cell holds an owner's row + 1, or 0 while free. Each owner took the first free cell from its hash on. */
  let table = new Uint32Array(FIRST_ROWS * 2);

  /** The cell of an owner, or the free one where it belongs. */
  function bucketOf(owner: Uint8Array): number {
    const last = table.length - 1;
    let bucket = hash(owner, 0) & last;
    for (let row = table[bucket] ?? 0; row !== 0 && !isOwnerOf(row - 1, owner); row = table[bucket] ?? 0) {
      bucket = (bucket + 1) & last;
    }
    return bucket;
  }

  function isOwnerOf(row: number, owner: Uint8Array): boolean {
    const from = row * OWNER_BYTES;
    for (let i = 0; i < OWNER_BYTES; i++) if (owners[from + i] !== owner[i]) return false;
    return true;
  }

  function grow(): void {
    const old = { owners, amounts, frozen };
    owners = new Uint8Array(owners.length * 2);
    amounts = new BigUint64Array(amounts.length * 2);
    frozen = new BigUint64Array(frozen.length * 2);
    owners.set(old.owners);
    amounts.set(old.amounts);
    frozen.set(old.frozen);
    table = new Uint32Array(table.length * 2);
    const last = table.length - 1;
    for (let row = 0; row < size; row++) {
      let bucket = hash(owners, row * OWNER_BYTES) & last;
      while (table[bucket] !== 0) bucket = (bucket + 1) & last;
      table[bucket] = row + 1;
    }
  }

  /** The row of an owner; a new owner gets the next free row. */
  function rowOf(owner: Uint8Array): number {
    const found = table[bucketOf(owner)] ?? 0;
    if (found > 0) return found - 1;
    if (size === amounts.length) grow();
    owners.set(owner, size * OWNER_BYTES);
    size += 1;
    table[bucketOf(owner)] = size;
    return size - 1;
  }

  const holdingAt = (row: number): Holding => ({
    owner: addressOf(owners.subarray(row * OWNER_BYTES, (row + 1) * OWNER_BYTES)),
    amount: godUnits(amounts[row] ?? 0n),
    frozen: godUnits(frozen[row] ?? 0n),
  });

  function* where(isWanted: (amount: bigint, frozen: bigint) => boolean): IterableIterator<Holding> {
    for (let row = 0; row < size; row++) if (isWanted(amounts[row] ?? 0n, frozen[row] ?? 0n)) yield holdingAt(row);
  }

  return {
    get size() {
      return size;
    },
    add({ owner, amount, isFrozen }) {
      if (amount === 0n) return;
      if (owner.length !== OWNER_BYTES) throw new RangeError(`an owner has 32 bytes, not ${owner.length}`);
      const row = rowOf(owner);
      const column = isFrozen ? frozen : amounts;
      const sum = (column[row] ?? 0n) + amount;
      if (sum > MAX_U64) throw new RangeError(`${sum} base units of one owner do not fit u64`);
      column[row] = sum;
    },
    get(owner) {
      const row = table[bucketOf(addressBytes(owner))] ?? 0;
      return row === 0 ? null : holdingAt(row - 1);
    },
    where,
    values: () => where(() => true),
    [Symbol.iterator]: () => where(() => true),
    atLeast: (threshold) => where((amount, inFrozen) => amount + inFrozen >= threshold),
    amounts: () => amounts.slice(0, size),
  };
}
