import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PODIUM_DELAYS_MS, REVEAL_MS, SLOWING_MS } from '../../client/round/revealTimes.ts';

const css = ['draw', 'podium']
  .map((name) => readFileSync(new URL(`../../client/styles/${name}.css`, import.meta.url), 'utf8'))
  .join('\n');
/** Every animation of the podium, as the style sheet declares it, but for how long one coin falls after another. */
const animations = [...css.matchAll(/\banimation(?:-delay)?: ([^;]+);/g)].map(([, value = '']) =>
  value.replace('var(--i) * 0.11s', 'var(--i)'),
);
const TIME = /(?<![\w.*])(?:\d*\.)?\d+m?s\b/g;
/** How long a place takes to land, ms. */
const LANDING_MS = 1000 * Number(/animation: land ([\d.]+)s var\(--out\) backwards/.exec(css)?.[1]);
/** What a visitor needs at least to read the first place. */
const READING_MS = 1000;

describe('the times of the reveal', () => {
  it('come to the style sheet from the script: it has durations of its own, and no delays', () => {
    expect(animations.length).toBeGreaterThanOrEqual(7);
    for (const value of animations) expect((value.match(TIME) ?? []).length, value).toBeLessThanOrEqual(1);
    for (const value of animations.filter((one) => !/^(?:land|sweep|shower) /.test(one)))
      expect(value).toMatch(/^var\(--\w+\)$/);
  });

  it('are all used there, and no others are', () => {
    const used = new Set(animations.flatMap((value) => [...value.matchAll(/var\(--(\w+)\)/g)].map(([, name]) => name)));
    // `out` is an easing of the tokens, and `i` counts the coins.
    expect([...used].filter((name) => name !== 'out' && name !== 'i').sort()).toEqual(
      Object.keys(PODIUM_DELAYS_MS).sort(),
    );
  });

  it('show the third place first, and leave time to read the first one', () => {
    const { third, second, first } = PODIUM_DELAYS_MS;
    expect([third, second, first]).toEqual([third, second, first].toSorted((one, other) => one - other));
    expect(SLOWING_MS + first + LANDING_MS + READING_MS).toBeLessThanOrEqual(REVEAL_MS);
    expect(SLOWING_MS + Math.max(...Object.values(PODIUM_DELAYS_MS))).toBeLessThan(REVEAL_MS);
  });
});
