/** Something that a check found. A problem must be solved before anything is deployed. */
export interface Finding {
  readonly level: 'ok' | 'note' | 'problem';
  /** What was looked at, in a word or two. */
  readonly about: string;
  /** A sentence about what was found; for a problem also how to solve it. Never contains a secret. */
  readonly sentence: string;
}

const of =
  (level: Finding['level']) =>
  (about: string, sentence: string): Finding => ({ level, about, sentence });

export const fine = of('ok');
export const note = of('note');
export const problem = of('problem');

/** Whether any finding is a problem, so that nothing may be deployed. */
export function hasProblem(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === 'problem');
}

const MARKS = { ok: 'ok   ', note: 'note ', problem: 'WRONG' } as const;

/** A finding as a line for the terminal. */
export function findingLine({ level, about, sentence }: Finding): string {
  return `  ${MARKS[level]}  ${about}: ${sentence}`;
}
