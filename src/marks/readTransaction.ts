import { base58 } from '@scure/base';
import type { PlainInstruction } from './instruction.ts';

/** A transaction in its wire form, its signatures not checked yet. */
export interface WireTransaction {
  /** `legacy`, or the number of its version. */
  readonly version: string;
  /** In the order of the first keys, which are the signers; 64 bytes each. */
  readonly signatures: readonly Uint8Array[];
  /** The bytes that are signed. */
  readonly message: Uint8Array;
  /** The keys that the message itself lists. Lookup tables add more. */
  readonly keys: readonly string[];
  readonly signers: readonly string[];
  /** How many accounts the transaction takes from lookup tables. */
  readonly lookedUp: number;
  readonly instructions: readonly CompiledInstruction[];
}

/** An instruction that names its program and its accounts by their positions in the list of keys. */
export interface CompiledInstruction<Data = Uint8Array> {
  readonly program: number;
  readonly accounts: Uint8Array;
  readonly data: Data;
}

const KEY = 32;
const SIGNATURE = 64;
/** The highest bit of a message’s first byte says that it has a version. */
const VERSIONED = 0x80;
const VERSION_1 = 0x81;

/**
 * Reads a transaction of any known version: legacy, 0, and 1 (SIMD-0385), whose signatures stand after the message.
 * Throws a RangeError for bytes that are no transaction.
 */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  if (bytes[0] === VERSION_1) {
    const reader = createReader(bytes);
    const parts = readVersion1(reader);
    const message = bytes.subarray(0, reader.at());
    return joined(parts, signaturesOf(reader, parts.signers), message, reader.left());
  }
  const outer = createReader(bytes);
  const signatures = signaturesOf(outer, outer.short());
  const reader = createReader(bytes.subarray(outer.at()));
  const parts = readOlder(reader);
  return joined(parts, signatures, bytes.subarray(outer.at()), reader.left());
}

/**
 * A transaction's instructions with addresses. `keys`: those of the message, then those from lookup tables. Throws a
 * RangeError for a position without a key.
 */
export function withAddresses<Data>(
  instructions: readonly CompiledInstruction<Data>[],
  keys: readonly string[],
): readonly PlainInstruction<Data>[] {
  return instructions.map(({ program, accounts, data }) => ({
    program: keyAt(keys, program),
    accounts: Array.from(accounts, (index) => keyAt(keys, index)),
    data,
  }));
}

function keyAt(keys: readonly string[], index: number): string {
  const key = keys[index];
  if (key === undefined) throw new RangeError(`no account ${index}`);
  return key;
}

type Reader = ReturnType<typeof createReader>;

interface Parts extends Pick<WireTransaction, 'version' | 'keys' | 'lookedUp' | 'instructions'> {
  readonly signers: number;
}

function joined(parts: Parts, signatures: readonly Uint8Array[], message: Uint8Array, left: number): WireTransaction {
  const { signers, keys } = parts;
  if (left !== 0 || signers < 1 || signers > keys.length || signatures.length !== signers)
    throw new RangeError('its parts do not fit together');
  return { ...parts, signatures, message, signers: keys.slice(0, signers) };
}

function signaturesOf(reader: Reader, count: number): readonly Uint8Array[] {
  return Array.from({ length: count }, () => reader.take(SIGNATURE));
}

function readOlder(reader: Reader): Parts {
  const first = reader.byte();
  const version = first < VERSIONED ? 'legacy' : String(first - VERSIONED);
  if (version !== 'legacy' && version !== '0') throw new RangeError(`nobody knows version ${version}`);
  const signers = version === 'legacy' ? first : reader.byte();
  reader.take(2);
  const keys = times(reader.short(), () => base58.encode(reader.take(KEY)));
  reader.take(KEY);
  const instructions = times(reader.short(), () => ({
    program: reader.byte(),
    accounts: reader.take(reader.short()),
    data: reader.take(reader.short()),
  }));
  let lookedUp = 0;
  for (let tables = version === '0' ? reader.short() : 0; tables > 0; tables--) {
    reader.take(KEY);
    lookedUp += reader.take(reader.short()).length + reader.take(reader.short()).length;
  }
  return { version, signers, keys, lookedUp, instructions };
}

function readVersion1(reader: Reader): Parts {
  reader.byte();
  const signers = reader.byte();
  reader.take(2);
  const values = times(4, reader.byte).reduce((bits, byte) => bits + byte.toString(2).replaceAll('0', '').length, 0);
  reader.take(KEY);
  const [count, keyCount] = [reader.byte(), reader.byte()];
  const keys = times(keyCount, () => base58.encode(reader.take(KEY)));
  reader.take(4 * values);
  const heads = times(count, () => [reader.byte(), reader.byte(), reader.byte() + 256 * reader.byte()] as const);
  const instructions = heads.map(([program, accounts, length]) => ({
    program,
    accounts: reader.take(accounts),
    data: reader.take(length),
  }));
  return { version: '1', signers, keys, lookedUp: 0, instructions };
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

function createReader(bytes: Uint8Array) {
  let at = 0;
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw new RangeError('it ends too early');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const byte = (): number => take(1)[0] ?? 0;
  return {
    take,
    byte,
    /** A number of up to 16 bits, seven of them in each byte. */
    short(): number {
      let value = 0;
      for (const shift of [0, 7, 14]) {
        const part = byte();
        value |= (part & 127) << shift;
        if (part >= 128) continue;
        if (value > 0xffff || (part === 0 && shift > 0)) break;
        return value;
      }
      throw new RangeError('a count makes no sense');
    },
    at: () => at,
    left: () => bytes.length - at,
  };
}
