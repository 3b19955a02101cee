import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PrizeDistribution } from '../../client/prizes/LiveStats.tsx';
import { RoundContext } from '../../client/round/RoundContext.ts';
import { NO_ROUND, withStats } from '../../client/round/RoundView.ts';
import { PLACES } from '../../src/protocol/terms/places.ts';
import { NOW, poolOf, roundAt, stats } from '../gallery/lottery.ts';

/** Prizes that no rule gives for this pool. */
const PRIZES = ['5000000000', '4000000000', '3000000000'];

const shown = (jackpot: ReturnType<typeof poolOf>) =>
  renderToStaticMarkup(
    createElement(RoundContext, {
      value: roundAt('open', { jackpot: { ...jackpot, price: null } }),
      // biome-ignore lint/correctness/noChildrenProp: a context is no element that could hold them otherwise here
      children: createElement(PrizeDistribution),
    }),
  );
const amountsIn = (html: string) =>
  [...html.matchAll(/<dd class="fig">(.*?)<\/dd>/g)].map(([, text = '']) => text.replace(/<[^>]+>/g, ''));

describe('the prizes on show', () => {
  it('are those that the server names, by place, and no sum is divided here', () => {
    expect(amountsIn(shown(poolOf('20000000000', PRIZES)))).toEqual(['5.0000 SOL', '4.0000 SOL', '3.0000 SOL']);
  });

  it('are not known where the server does not answer, whatever the chain says of the pool', () => {
    expect(amountsIn(shown({ lamports: '20000000000', prizes: null }))).toEqual(['–', '–', '–']);
  });

  it('come into view with their round, as the stats have them', () => {
    const { prizes } = poolOf('20000000000', PRIZES);
    const read = { ...stats(), prizes: (prizes ?? []).map((prize) => ({ ...prize, sol: 1, usd: 1 })) };
    expect(withStats(NO_ROUND, read, NOW).pool?.prizes).toMatchObject(prizes ?? []);
  });
});

it('each place of the rules has a colour of its own in the styles', () => {
  const css = readFileSync('client/round/slip.css', 'utf8');
  const colors = PLACES.map((place) => new RegExp(`\\.p${place} \\{\\s*--c: var\\((--[\\w-]+)\\);`).exec(css)?.[1]);
  expect(colors).not.toContain(undefined);
  expect(new Set(colors).size).toBe(PLACES.length);
});
