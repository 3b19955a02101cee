const STEPS = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** The end of a scale: at least `largest`, with few digits, such as 1.5 or 200; 1 when `largest` is not above 0. */
export function scaleTop(largest: number): number {
  if (!(largest > 0) || !Number.isFinite(largest)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = STEPS.find((candidate) => candidate * power >= largest) ?? 10;
  // 1.5 * 0.1 is 0.15 only after rounding.
  return Number((step * power).toPrecision(2));
}

/** The least height of the bar for a value above 0, so that the bar can be seen. */
const LEAST = 0.02;

/** A bar's height as a share of the scale. */
export function barHeight(value: number, top: number): number {
  return value > 0 ? Math.min(1, Math.max(LEAST, value / top)) : 0;
}

const scale = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 2 });

/** A number in short, for the label of a scale: `1.5K`. */
export function scaleText(value: number): string {
  return scale.format(value);
}
