export type Kind = 'orb' | 'coin' | 'sparkle' | 'mote' | 'symbol';

interface Path {
  readonly keyframes: Keyframe[];
  readonly timing: KeyframeAnimationOptions;
}

/** For a sparkle: times in its cycle, each followed by its brightness at that time, all from 0 to 1. */
const GLINTS = [0, 0.01, 0.1, 1, 0.2, 0.01, 0.38, 0.7, 0.55, 0.01, 0.78, 1, 1, 0.01];

/** The movement of the `n`th thing: it looks random, and is the same at every call. Only its transform changes. */
export function pathOf(kind: Kind, n: number): Path {
  const x = 100 * chance(n, 1);
  const size = 0.7 + 0.9 * chance(n, 2);
  const from = (y: number, left = x) => `translate(${left.toFixed(1)}vw,${y.toFixed(1)}vh) scale(${size.toFixed(2)})`;
  const cycle = (seconds: number, spread: number): KeyframeAnimationOptions => {
    const duration = 1000 * (seconds + spread * chance(n, 3));
    return { duration, delay: -duration * chance(n, 4), iterations: Number.POSITIVE_INFINITY };
  };
  const straight = (start: string, end: string, timing: KeyframeAnimationOptions): Path => {
    return { keyframes: [{ transform: start }, { transform: end }], timing };
  };
  switch (kind) {
    case 'orb': {
      // An orb begins where it was first painted, before this code ran.
      const timing = { ...cycle(27, 18), delay: 0, easing: 'ease-in-out', direction: 'alternate' as const };
      return straight('none', 'translate(6vw,-5vh) scale(1.12)', timing);
    }
    case 'mote':
      return straight(from(104), from(-8, x - 4), cycle(34, 36));
    case 'symbol':
      return straight(`${from(-10)} rotate(0)`, `${from(112, x + 3)} rotate(300deg)`, cycle(38, 30));
    case 'coin': {
      const turned = (degrees: number) => `rotate3d(1,.3,0,${degrees}deg)`;
      return straight(`${from(-8)} ${turned(0)}`, `${from(110, x - 2)} ${turned(1800)}`, cycle(17, 12));
    }
    case 'sparkle': {
      const place = from(6 + 80 * chance(n, 5));
      const keyframes = GLINTS.flatMap((offset, index) => {
        const bright = GLINTS[index + 1] ?? 0;
        if (index % 2 === 1) return [];
        return { offset, transform: `${place} scale(${bright}) rotate(${bright > 0.1 ? 45 : 0}deg)` };
      });
      return { keyframes, timing: { ...cycle(23, 15), easing: 'ease-in-out' } };
    }
  }
}

function chance(n: number, salt: number): number {
  const large = Math.sin(n * 12.9898 + salt * 78.233) * 43_758.5453;
  return large - Math.floor(large);
}
