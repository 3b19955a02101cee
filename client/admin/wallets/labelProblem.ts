import { isPrintableLabel, MAX_LABEL } from '../../../src/distribution/label.ts';

/** What is wrong with a label, beside its field. */
export function labelProblem(label: string): string | null {
  if (label.trim() === '') return 'Every wallet needs a label';
  return isPrintableLabel(label) ? null : `At most ${MAX_LABEL} characters, all of them printable`;
}
