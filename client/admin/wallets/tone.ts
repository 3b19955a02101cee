import type { CSSProperties } from 'react';

/** The golden angle: neighbours get colours far apart, and no colour comes twice. */
const TURN_DEGREES = 137.508;
const FIRST_DEGREES = 85;

/** The colour of the wallet at `index`, of its segment and of its row's edge, as the variable `--c`. */
export function tone(index: number): CSSProperties {
  const hue = (FIRST_DEGREES + index * TURN_DEGREES) % 360;
  return { '--c': `oklch(0.79 0.11 ${hue.toFixed(1)})` } as CSSProperties;
}
