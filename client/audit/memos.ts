import type { ChainInstruction } from './readTransaction.ts';

/** The memo programs whose texts RPC servers list in a wallet's history: version 3, and version 1. */
const LISTED_PROGRAMS: readonly string[] = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
];
/** Version 4: servers leave its texts out of the history, so nobody could see a second one. */
const UNLISTED_PROGRAM = 'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH';

export interface Memo {
  readonly text: string;
  /** True when every server's history shows this text. */
  readonly isListed: boolean;
}

/** The texts of a transaction's top-level memo instructions. Bytes that are no UTF-8 are replaced, so match nothing. */
export function memosOf(instructions: readonly ChainInstruction[]): readonly Memo[] {
  return instructions
    .filter(({ program }) => isMemoProgram(program))
    .map(({ program, data }) => ({
      text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(data),
      isListed: LISTED_PROGRAMS.includes(program),
    }));
}

/** True for each of the memo programs. */
export function isMemoProgram(program: string): boolean {
  return program === UNLISTED_PROGRAM || LISTED_PROGRAMS.includes(program);
}

/** Spelled more loosely than our own texts, so that nobody can argue about a space or a leading zero. */
const COMMITMENT = /GOD1[ \t\r\n]+commit[ \t\r\n]+round=0*([0-9]+)(?:[ \t\r\n]+ends=0*([0-9]+))?/g;

/**
 * True when a text, or any part of a history's memo field, commits to a round: by its number, or by its end (unix
 * seconds). The field joins all memos of a transaction with their lengths; it is searched whole, so that nothing in it
 * can hide anything else.
 */
export function namesRound(
  text: string,
  { round, endsAt }: { readonly round: number; readonly endsAt: number },
): boolean {
  return [...text.matchAll(COMMITMENT)].some(([, number, end]) => number === String(round) || end === String(endsAt));
}
