import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leadSeconds } from '../../src/protocol/timing.ts';
import { USUAL_ENTRY_LOCK_SECONDS } from '../../src/round/clock.ts';
import { fullestPage } from '../budgets/fullestPage.ts';

const PATHS = ['/', '/terms', '/privacy', '/audit', '/tax', '/wallet'] as const;
type Texts = Readonly<Record<(typeof PATHS)[number], string>>;

afterEach(() => {
  vi.doUnmock('../../src/protocol/versions.ts');
  vi.doUnmock('../../src/money/god.ts');
  vi.resetModules();
});

/** What stands on each page and in its head, before the mint has been read. */
async function readPages(): Promise<Texts> {
  vi.resetModules();
  const [{ App }, { contentAt }, { WRITTEN_PARTS: parts }, { pageAt }, { fixedClock }] = await Promise.all([
    import('../../client/page/App.tsx'),
    import('../../client/page/contents.ts'),
    import('../../client/page/landing/writtenParts.ts'),
    import('../../client/page/pages.ts'),
    import('../../client/clock/ServerClock.ts'),
  ]);
  const full = fullestPage();
  const texts = PATHS.map((path) => {
    const data = { ...full, path, config: full.config && { ...full.config, transferFee: null } };
    const html = renderToStaticMarkup(
      createElement(App, { data, clock: fixedClock(data.now), content: contentAt(path), parts }),
    );
    const { title, description } = pageAt(path);
    return [path, [title, description, html.replace(/<[^>]+>/g, '|')].join('|')] as const;
  });
  return Object.fromEntries(texts) as Texts;
}

/** The pages of a lottery that is played by other numbers. */
async function readPagesOfOtherRules(): Promise<Texts> {
  // Loaded before the mocks: a factory that imports one module could load the other one unmocked.
  const versions = await vi.importActual<typeof import('../../src/protocol/versions.ts')>(
    '../../src/protocol/versions.ts',
  );
  const god = await vi.importActual<typeof import('../../src/money/god.ts')>('../../src/money/god.ts');
  const other = { version: 2, threshold: 250_000_000_000n, poolPercent: 35n, placePercents: [61n, 28n, 11n] };
  vi.doMock('../../src/protocol/versions.ts', () => ({
    ...versions,
    CURRENT_RULES: { ...versions.CURRENT_RULES, ...other },
  }));
  vi.doMock('../../src/money/god.ts', () => ({ ...god, TRANSFER_FEE_BASIS_POINTS: 325 }));
  return readPages();
}

describe('the sentences that name numbers of the rules', () => {
  it('say what holds today', async () => {
    const texts = await readPages();
    for (const sentence of [
      'Hold at least 100,000 GOD to enter the hourly draw on Solana.',
      'Hold 100,000 GOD and your wallet is in the draw.',
      '|100K+ GOD|',
      '|20% of lottery pool, live updates|',
      '|Top 10 GOD holders, 100k minimum|',
      '|1st Place · 70%|',
      '|2nd Place · 20%|',
      '|3rd Place · 10%|',
      '|Where the 5% goes|',
      'Hold 100,000 GOD and your wallet is in the draw. No wallet connection needed.',
      '|70/20/10 prizes|',
      'First place gets 70% of the prize pool, second 20%, third 10%. Prizes are paid in SOL',
      'Hold at least 100,000 GOD in one wallet when the entries lock, 60 seconds before the draw.',
      'A round pays 20% of the SOL in the lottery pool when the entries lock: 70% to first place, 20% to second, 10% to third.',
      'The token keeps 5% of every transfer, also when you buy.',
    ])
      expect(texts['/']).toContain(sentence);
    expect(texts['/terms']).toContain(
      'A wallet is in a round if it holds at least 100,000 GOD when the entries of the round are locked.',
    );
    expect(texts['/privacy']).toContain('The address is sent to this site, because the site looks it up.');
    expect(texts['/privacy']).toContain('It also stays in the page’s link');
    expect(texts['/audit']).toContain('|where the 5% goes|');
    for (const sentence of ['Where the 5% goes · Game of Draws', 'Follow the 5%.', 'The token withholds 5% of each'])
      expect(texts['/tax']).toContain(sentence);
  });

  it('all change with the numbers: nothing of the old ones is left on any page', async () => {
    const texts = await readPagesOfOtherRules();
    for (const path of PATHS) expect(texts[path]).not.toMatch(/100,000 GOD|100k|\b(?:70|20|10|5)%|70\/20\/10/i);
    for (const sentence of ['250,000 GOD', '250K+ GOD', '250k minimum', '35% of lottery pool', '61/28/11 prizes'])
      expect(texts['/']).toContain(sentence);
    expect(texts['/']).toContain('61% to first place, 28% to second, 11% to third');
    expect(texts['/terms']).toContain('250,000 GOD');
    expect(texts['/tax']).toContain('Follow the 3.25%.');
  });

  it('name how long before the draw a commitment counts', async () => {
    const { '/audit': audit } = await readPages();
    const lead = leadSeconds(USUAL_ENTRY_LOCK_SECONDS);
    expect(audit).toContain(`a block time at least ${lead} seconds before the draw`);
  });
});
