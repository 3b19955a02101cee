import type { PlainInstruction } from '../../src/marks/instruction.ts';
import { MEMO_V3 } from '../../src/marks/readForm.ts';

/** The memo programs whose texts RPC servers list in a wallet's history: version 3, and version 1. */
const LISTED_PROGRAMS: readonly string[] = [MEMO_V3, 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'];

/** The texts of a transaction's top-level memo instructions. Bytes that are no UTF-8 are replaced, so match nothing. */
export function memosOf(instructions: readonly PlainInstruction[]): readonly string[] {
  return instructions
    .filter(({ program }) => LISTED_PROGRAMS.includes(program))
    .map(({ data }) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(data));
}
