import { clampPercent, percentText } from './percentage.ts';

/** What a person typed into a field for a number; the sentence says what is unclear. */
export type TypedNumber =
  | { readonly kind: 'number'; readonly value: number }
  /** Nothing yet, or the beginning of a number. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'unclear'; readonly sentence: string };

const NUMBER = /^-?(?:\d{1,12}(?:[.,]\d{0,12})?|[.,]\d{1,12})$/;
const BEGINNING = /^-?[.,]?$/;
/** In an amount, `1,000` may mean 1 or 1000. */
const MAYBE_THOUSANDS = /^-?[1-9]\d{0,2},\d{3}$/;
const MOST_REPEATED = 24;

/**
 * Reads a typed number. A comma is a decimal mark, like a point; a text with several marks is unclear, and so is an
 * amount such as `1,000`. A percent sign after a percentage is ignored.
 */
export function typedNumber(typed: string, of: 'percent' | 'amount'): TypedNumber {
  const text = typed.trim();
  const figure = of === 'percent' ? text.replace(/\s*%$/, '') : text;
  if (BEGINNING.test(figure)) return { kind: 'empty' };
  const shown = `"${text.length > MOST_REPEATED ? `${text.slice(0, MOST_REPEATED)}…` : text}"`;
  if (of === 'amount' && MAYBE_THOUSANDS.test(figure)) {
    const [decimal, thousands] = [Number(figure.replace(',', '.')), figure.replace(',', '')];
    const sentence = `${shown} is not understood: it could mean ${decimal} or ${thousands}. Write it without a comma.`;
    return { kind: 'unclear', sentence };
  }
  if (NUMBER.test(figure)) return { kind: 'number', value: Number(figure.replace(',', '.')) };
  const sample = of === 'percent' ? '33.3' : '1234.5';
  return {
    kind: 'unclear',
    sentence: `${shown} is not understood. Write digits with at most one decimal mark, such as ${sample}.`,
  };
}

interface TypedPercent {
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
