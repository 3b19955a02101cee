export const MAX_LABEL = 64;
/**
 * Controls, bidirectional marks, zero-width characters, line separators, lone surrogates, code points without an
 * assigned character; and the letters that show nothing (Hangul fillers, the empty braille pattern).
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'gu');

/** Whether a label is 1 to 64 printable characters, not only spaces. */
export function isPrintableLabel(label: string): boolean {
  return label.trim() !== '' && [...label].length <= MAX_LABEL && !INVISIBLE.test(label);
}

/** A label as it can stand in a sentence, whatever was sent. */
export function shownLabel(label: string): string {
  const clean = [...label.replace(ALL_INVISIBLE, '�')];
  return clean.length <= MAX_LABEL ? clean.join('') : `${clean.slice(0, MAX_LABEL - 1).join('')}…`;
}
