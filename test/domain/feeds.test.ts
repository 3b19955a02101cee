import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { RoundSummary } from '../../src/contract/round.ts';
import { exactSol } from '../../src/money/lamports.ts';
import { atomFeed, feedEntries, rssFeed } from '../../worker/answers/documents/feeds.ts';
import { roundSummaryOf } from './roundSummaryOf.ts';
import { wallet } from './wallets.ts';

const ORIGIN = 'https://draws.test';
const END = '2026-11-20T07:00:00.000Z';

const round = (roundNumber: number, altered: Partial<RoundSummary>) => roundSummaryOf({ roundNumber, ...altered });
const winner = (place: 1 | 2, prizeLamports: string): RoundSummary['winners'][number] => ({
  ...{ roundNumber: 3, place, position: place === 1 ? 'first' : 'second', address: wallet(place), prize: 1 },
  ...{ prizeLamports, timestamp: END, transactionSignature: null, status: 'final' },
});
const ROUNDS: readonly RoundSummary[] = [
  round(5, { state: 'open' }),
  round(4, { state: 'drawn', winners: [winner(1, '1')] }),
  round(3, { winners: [winner(1, '1728395046'), winner(2, '500000000')], finalAt: '2026-11-20T07:00:14.000Z' }),
  round(2, { state: 'rolled-over', reason: 'missed' }),
  round(1, { state: 'held', reason: 'overdue' }),
];

describe('the feeds', () => {
  const entries = feedEntries(ORIGIN, ROUNDS);

  it('tell of rounds that have come to their end, by the address of their page', () => {
    expect(entries.map(({ url, title }) => [url, title])).toEqual([
      [`${ORIGIN}/rounds/3`, 'Round 3: 2.228395046 SOL to 2 wallets'],
      [`${ORIGIN}/rounds/2`, 'Round 2: rolled over, the prizes stay in the pool'],
      [`${ORIGIN}/rounds/1`, 'Round 1: held, an operator has to look at it'],
    ]);
    expect(entries[0]).toMatchObject({
      text: `First place: 1.728395046 SOL to ${wallet(1)}. Second place: 0.5 SOL to ${wallet(2)}.`,
      ...{ endedAt: END, settledAt: '2026-11-20T07:00:14.000Z' },
    });
    expect(entries[1]?.text).toMatch(/^The entries could not be locked in time/);
  });

  const hostile = [{ ...entries[0], title: '</title><script>&"x"', text: ']]> <b> &amp;' }].flatMap((entry) =>
    'url' in entry ? [entry as (typeof entries)[number]] : [],
  );
  const FEEDS = [
    ['Atom', atomFeed({ origin: ORIGIN, entries }), ['entry', 3]],
    ['RSS', rssFeed({ origin: ORIGIN, entries }), ['item', 3]],
    ['an empty Atom', atomFeed({ origin: ORIGIN, entries: [] }), ['entry', 0]],
    ['an empty RSS', rssFeed({ origin: ORIGIN, entries: [] }), ['item', 0]],
    ['an Atom with markup in its texts', atomFeed({ origin: ORIGIN, entries: hostile }), ['script', 0]],
    ['an RSS with markup in its texts', rssFeed({ origin: ORIGIN, entries: hostile }), ['script', 0]],
  ] as const;
  const READ = `import sys, xml.etree.ElementTree as e
print(sum(1 for x in e.fromstring(sys.stdin.read().encode()).iter() if x.tag.split('}')[-1] == sys.argv[1]))`;
  const isPythonHere = spawnSync('python3', ['--version']).status === 0;

  it.runIf(isPythonHere || process.env.CI).each(FEEDS)('as %s are XML', (_, xml, [name, count]) => {
    const { stdout, stderr } = spawnSync('python3', ['-c', READ, name], { input: xml, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(Number(stdout)).toBe(count);
  });

  it('call a round that a person has closed paid, and ask no operator to look at it', () => {
    const [closed] = feedEntries(ORIGIN, [round(1, { state: 'held', reason: 'closed' })]);
    expect(closed?.title).toBe('Round 1: paid on chain, closed by an operator');
    expect(closed?.text).toMatch(/closed the round: it is paid\.$/);
  });

  it('are as new as the newest change: a held round that is paid later changes the Atom feed too', () => {
    const PAID = '2026-11-22T09:30:00.000Z';
    const later = ROUNDS.map((one) => (one.roundNumber === 1 ? round(1, { finalAt: PAID }) : one));
    const updated = (rounds: readonly RoundSummary[]) =>
      /<updated>(.*?)</.exec(atomFeed({ origin: ORIGIN, entries: feedEntries(ORIGIN, rounds) }))?.[1];
    expect([updated(ROUNDS), updated(later)]).toEqual(['2026-11-20T07:00:14.000Z', PAID]);
  });

  it('name themselves, and RSS has the days of RFC 822', () => {
    expect(atomFeed({ origin: ORIGIN, entries })).toContain(`<id>${ORIGIN}/feed.xml</id>`);
    expect(rssFeed({ origin: ORIGIN, entries })).toContain('<pubDate>Fri, 20 Nov 2026 07:00:00 GMT</pubDate>');
  });
});

describe('a SOL amount', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [1_000_000_000n, '1'],
    [1_728_395_046n, '1.728395046'],
    [18_446_744_073_709_551_615n, '18446744073.709551615'],
  ])('of %i lamports is exact', (lamports, text) => {
    expect(exactSol(lamports)).toBe(text);
  });
});
