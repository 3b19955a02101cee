import { clampPercent, percentText } from './percentage.ts';
import { typedNumber } from './typedNumber.ts';

export interface TypedPercent {
  /** Within 0 and 100, at most two decimals; null while the text stands for no number. */
  readonly percent: number | null;
  /** What is used instead of the typed text, or what is not understood; null when it is taken as it stands. */
  readonly note: string | null;
}

/** The share that a typed text means. If anything is changed, the note says so. */
export function typedPercent(typed: string): TypedPercent {
  const read = typedNumber(typed, 'percent');
  if (read.kind === 'empty') return { percent: null, note: null };
  if (read.kind === 'unclear') return { percent: null, note: read.sentence };
  const { value } = read;
  if (value > 100) return { percent: 100, note: `${value}% is more than 100%, so 100% is used.` };
  if (value < 0) return { percent: 0, note: `${value}% is less than 0%, so 0% is used.` };
  const percent = clampPercent(Math.round(value * 100) / 100);
  const note = percent === value ? null : `Rounded to ${percentText(percent)}: a share has at most two decimals.`;
  return { percent, note };
}
