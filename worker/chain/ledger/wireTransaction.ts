/** What of a transaction's bytes says who signed it and what it calls. */
export interface WireTransaction {
  /** `legacy`, or the number of its version. */
  readonly version: string;
  /** 64 bytes each, in the order of the signers; the first is the transaction's name. */
  readonly signatures: readonly Uint8Array[];
  /** What the signatures sign. */
  readonly message: Uint8Array;
  /** The accounts written in the message, 32 bytes each; the first ones are the signers. */
  readonly keys: readonly Uint8Array[];
  /** Those called directly, in order. A program is always written in the message, never looked up. */
  readonly instructions: readonly WireInstruction[];
}

interface WireInstruction {
  readonly program: Uint8Array;
  /** Places in `keys`; a larger number is looked up in a table. */
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
}

const VERSION_BIT = 0x80;
const VERSION_1 = 0x81;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** A value of version 1's settings takes four bytes for each bit of the mask that announces it. */
const SETTING_BYTES = 4;

/** Reads a legacy transaction or one of version 0 or 1; null for any other bytes, also when some are left over. */
export function parseWire(bytes: Uint8Array): WireTransaction | null {
  try {
    return bytes[0] === VERSION_1 ? parseVersion1(bytes) : parseSignaturesFirst(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Legacy and version 0: the signatures, then the message, with counts of one to three bytes. */
function parseSignaturesFirst(bytes: Uint8Array): WireTransaction {
  const { take, u8, many, count, end, at } = cursor(bytes);
  const signatures = many(count(), () => take(SIGNATURE_BYTES));
  const start = at();
  const first = u8();
  const hasVersion = (first & VERSION_BIT) !== 0;
  if (hasVersion && first !== VERSION_BIT) throw new RangeError('an unknown version');
  const signers = hasVersion ? u8() : first;
  take(2);
  const keys = many(count(), () => take(KEY_BYTES));
  take(KEY_BYTES);
  const called = many(count(), () => {
    const program = u8();
    const accounts = take(count());
    return { program, accounts, data: take(count()) };
  });
  if (hasVersion) {
    many(count(), () => {
      take(KEY_BYTES);
      take(count());
      take(count());
    });
  }
  end();
  const version = hasVersion ? '0' : 'legacy';
  return joined({ version, signatures, signers, message: bytes.subarray(start), keys, called });
}

/**
 * Version 1 (SIMD-0385): counts of one byte, what the instructions hold behind their heads, and the signatures last.
 */
function parseVersion1(bytes: Uint8Array): WireTransaction {
  const { take, u8, many, end, at } = cursor(bytes);
  u8();
  const signers = u8();
  take(2);
  const mask = take(4).reduce((bits, byte) => bits + bitsOf(byte), 0);
  take(KEY_BYTES);
  const [instructions, accounts] = [u8(), u8()];
  const keys = many(accounts, () => take(KEY_BYTES));
  take(mask * SETTING_BYTES);
  const heads = many(instructions, () => ({ program: u8(), accounts: u8(), length: u8() + 256 * u8() }));
  const called = heads.map(({ program, accounts, length }) => {
    return { program, accounts: take(accounts), data: take(length) };
  });
  const message = bytes.subarray(0, at());
  const signatures = many(signers, () => take(SIGNATURE_BYTES));
  end();
  return joined({ version: '1', signatures, signers, message, keys, called });
}

interface Parts extends Omit<WireTransaction, 'instructions'> {
  readonly signers: number;
  readonly called: readonly (Omit<WireInstruction, 'program'> & { readonly program: number })[];
}

function joined({ version, signatures, signers, message, keys, called }: Parts): WireTransaction {
  if (signers === 0 || signers !== signatures.length || signers > keys.length)
    throw new RangeError('signers and signatures do not match');
  const instructions = called.map(({ program, accounts, data }): WireInstruction => {
    const key = keys[program];
    if (key === undefined) throw new RangeError('a program that the message does not name');
    return { program: key, accounts, data };
  });
  return { version, signatures, message, keys, instructions };
}

/** Reads bytes from the first to the last; throws a RangeError where they end too early or too late. */
function cursor(bytes: Uint8Array) {
  let next = 0;
  const take = (length: number): Uint8Array => {
    if (next + length > bytes.length) throw new RangeError('cut off');
    next += length;
    return bytes.subarray(next - length, next);
  };
  const u8 = () => take(1)[0] ?? 0;
  return {
    take,
    u8,
    at: () => next,
    many: <T>(length: number, read: () => T): T[] => Array.from({ length }, read),
    /** Seven bits a byte, the low ones first, in as few bytes as it takes. */
    count(): number {
      let value = 0;
      for (const shift of [0, 7, 14]) {
        const byte = u8();
        value += (byte & 0x7f) << shift;
        if (byte >= VERSION_BIT) continue;
        if ((byte === 0 && shift > 0) || value > 0xffff) break;
        return value;
      }
      throw new RangeError('not a count');
    },
    end(): void {
      if (next !== bytes.length) throw new RangeError('bytes are left over');
    },
  };
}

function bitsOf(byte: number): number {
  return byte === 0 ? 0 : (byte & 1) + bitsOf(byte >> 1);
}
