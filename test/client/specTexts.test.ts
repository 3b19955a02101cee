import { readdirSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../client/clock/ServerClock.ts';
import { App } from '../../client/page/App.tsx';
import { contentAt } from '../../client/page/contents.ts';
import { WRITTEN_PARTS } from '../../client/page/landing/writtenParts.ts';
import { PAGES, pageAt } from '../../client/page/pages.ts';
import type { PageInput } from '../../src/contract/pageData.ts';
import { ELSEWHERE, READ, ROUNDS } from '../browser/shownPages.ts';
import { fullestPage } from '../budgets/fullestPage.ts';

/** The landing page as the server writes it, its tags as bars and its links as `[target]`. */
function textOf(data: PageInput): string {
  const html = renderToStaticMarkup(
    createElement(App, { data, clock: fixedClock(data.now), content: contentAt(data.path), parts: WRITTEN_PARTS }),
  );
  return html
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>/g, '[$1]')
    .replace(/ aria-label="([^"]*)"/g, '>$1<')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, '|')
    .replaceAll('&#x27;', '’');
}

/** How often `word` alone is between two tags. */
const countOf = (text: string, word: string) => text.split(`|${word}|`).length - 1;

describe('the landing page says what is specified', () => {
  const full = fullestPage();
  const text = textOf(full);

  it.each([
    ['in its header', ['[/#results]Results', '[/#how]How to Play', '[/#faq]FAQ', 'LIVE DATA']],
    [
      'in its hero',
      ['Three winners.', 'Every hour.', 'Every day.', 'paid in SOL right after it ends, automatically', 'mainnet'],
    ],
    [
      'of the token',
      [
        'Contract address',
        'Copy',
        'Explorer',
        '100K+ GOD',
        'Blockchain',
        'Solana',
        'Live on Solana mainnet',
        'Token Extensions (2022)',
      ],
    ],
    ['of the jackpot', ['Current jackpot', '12,345.6789', '$1,876,6']],
    ['of the round', ['#12,345', 'Next draw in', '27:42']],
    ['over the holders', ['Top 10 Eligible Holders', 'ELIGIBLE']],
    ['over the winners', ['Recent Winners', '37,032', 'First place', 'Second place', 'Third place', 'Verify']],
    [
      'in the live block',
      [
        ...['LIVE LOTTERY DATA', 'Last updated', 'Next Round In', 'Current Prize Pool', 'Top 10 Eligible', '4,321'],
        ...['20% of lottery pool, live updates', 'Top 10 GOD holders, 100k minimum', 'Total Distributed'],
        ...['All-time payouts', 'Live SOL price', '$152.01', 'Round #12,345', '98,765.4321'],
      ],
    ],
    ['of the prizes', ['Prize Distribution', '1st Place', '2nd Place', '3rd Place', '70%', '20%', '10%']],
    ['of how to play', ['How to Play', '1-hour draws', 'Hold GOD', '70/20/10 prizes']],
    [
      'in its six questions',
      [
        ...['How do I qualify?', 'How are winners selected?', 'How is the prize split?'],
        ...['Where can I buy GOD?', 'How fast are payouts?', 'Is it provably fair?'],
      ],
    ],
    ['in its footer', ['[/terms]Terms', '[/privacy]Privacy', '[/audit]Audit Report']],
  ])('%s', (_where, sentences) => {
    for (const sentence of sentences) expect(text).toContain(sentence);
  });

  it('shows each of the ten holders with rank, balance and badge, and a smaller one as HOLDER', () => {
    const holders = full.participants?.data.topHolders ?? [];
    expect(holders).toHaveLength(10);
    expect(text).toContain('9,876,543');
    const rows = text.split('|Top 10 Eligible Holders|')[1]?.split('|ELIGIBLE|').slice(0, holders.length) ?? [];
    const ranks = rows.map((row) => Number(/\|(\d{1,2})\|/.exec(row)?.[1]));
    expect(ranks).toEqual(holders.map((_, index) => index + 1));
    expect(countOf(text, 'ELIGIBLE')).toBe(10);
    const small = { address: 'So11111111111111111111111111111111111111112', balance: 99_999, isEligible: false };
    const data = full.participants && { ...full.participants.data, topHolders: [small] };
    const other = textOf({ ...full, participants: data && { success: true, data } });
    expect([countOf(other, 'ELIGIBLE'), countOf(other, 'HOLDER')]).toEqual([0, 1]);
  });

  it('says who is in the draw, below the caption about the top ten', () => {
    const captionOf = (drawTopHolders: number) =>
      /\|Top 10 GOD holders, 100k minimum\|([^|]+)\|/.exec(
        textOf({ ...full, config: full.config && { ...full.config, drawTopHolders } }),
      )?.[1];
    expect(captionOf(0)).toBe('All wallets with 100,000 GOD or more');
    expect(captionOf(50)).toBe('The 50 largest wallets with 100,000 GOD or more');
  });

  it('leads to the explorer by the mint, and by the payment’s signature', () => {
    expect(text).toContain(`[https://explorer.solana.com/address/${full.config?.mint}]`);
    const [newest] = full.stats?.recentWinners ?? [];
    expect(text).toContain(`[https://explorer.solana.com/tx/${newest?.transactionSignature}]Verify`);
  });

  it('lists no more winners than the settings say', () => {
    const rowsOf = (recentWinnersMax: number) =>
      countOf(textOf({ ...full, config: full.config && { ...full.config, recentWinnersMax } }), 'Paid, final');
    expect([3, 6, 20].map(rowsOf)).toEqual([3, 6, 9]);
  });

  it('has a page behind each link of the footer', () => {
    for (const path of ['/terms', '/privacy', '/audit']) expect(pageAt(path).paths).toContain(path);
  });

  it('has an entry for each file of a page, and a file for each entry', () => {
    const files = readdirSync('client/page').filter((file) => file.endsWith('Page.tsx'));
    const modules = [...PAGES, pageAt('/nowhere')].flatMap(({ module }) => module ?? []);
    expect(modules.map((module) => `${module}.tsx`).sort()).toEqual(files.sort());
  });

  it('has every page among those that axe looks at', () => {
    const looked = [...ELSEWHERE, ...READ, ...ROUNDS].map((path) => pageAt(path.split('?')[0] ?? ''));
    expect(PAGES.filter((page) => !looked.includes(page))).toEqual([]);
  });

  it('finds a page with and without a trailing slash, and none when the path has an extra part', () => {
    const found = (path: string) => pageAt(path).module;
    expect(['/', '/rounds', '/rounds/', '/rounds/7', '/rounds/7/wins/3/', '/wallet/x'].map(found)).toEqual([
      ...[null, 'RoundsPage', 'RoundsPage', 'RoundPage', 'RoundPage', 'WalletPage'],
    ]);
    const nowhere = ['/rounds/7/wins/4', '/rounds/7/wins', '/rounds/7/x', '/wallet/x/y', '/terms/x', '/404', '//'];
    expect(nowhere.map(found)).toEqual(nowhere.map((path) => (path === '//' ? null : 'NotFoundPage')));
  });
});
