/**
 * One line of `npm run bench`. `ratio` is value / reference, both from the same run, because ratios differ less between
 * machines.
 */
export interface Measurement {
  readonly bench: string;
  readonly value: number;
  readonly unit: 'ms' | 's' | 'MB' | 'GB' | 'bytes' | 'us' | 'points' | 'calls' | 'trips' | 'rows';
  readonly goal: number;
  readonly reference?: { readonly name: string; readonly value: number };
  readonly detail?: Readonly<Record<string, number | string>>;
}

/**
 * Prints a measurement as a line of JSON. A missed goal is printed and not thrown, because a bench measures and does
 * not test.
 */
export function report({ bench, value, unit, goal, reference, detail }: Measurement): void {
  const ratio = reference === undefined ? {} : { reference: reference.name, ratio: round(value / reference.value) };
  console.log(JSON.stringify({ bench, value: round(value), unit, goal, met: value <= goal, ...ratio, ...detail }));
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
