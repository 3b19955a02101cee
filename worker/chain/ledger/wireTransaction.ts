import type { PlainMessage } from '../../../src/marks/instruction.ts';
import { readTransaction } from '../../../src/marks/readTransaction.ts';

/**
 * The parts of a transaction's bytes that say who signed it and what it calls. An account from a lookup table is ''.
 */
export interface WireTransaction extends PlainMessage {
  /** 64 bytes each, in the order of the signers; the first is the transaction's name. */
  readonly signatures: readonly Uint8Array[];
  readonly message: Uint8Array;
  /** The addresses written in the message; the first ones are the signers. */
  readonly keys: readonly string[];
}

/** Reads a legacy transaction or one of version 0 or 1; null for any other bytes, or if bytes follow its end. */
export function parseWire(bytes: Uint8Array): WireTransaction | null {
  try {
    const { version, signatures, message, keys, signers, instructions } = readTransaction(bytes);
    return {
      ...{ version, signatures, message, keys, signers },
      instructions: instructions.map(({ program, accounts, data }) => ({
        program: programAt(keys, program),
        accounts: Array.from(accounts, (index) => keys[index] ?? ''),
        data,
      })),
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A program is always written in the message, never looked up. */
function programAt(keys: readonly string[], index: number): string {
  const program = keys[index];
  if (program === undefined) throw new RangeError('a program that the message does not name');
  return program;
}
