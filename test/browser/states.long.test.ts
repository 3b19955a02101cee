import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Stats } from '../../src/contract/stats.ts';
import { describeInBrowser } from './openBrowser.ts';
import { cutOff, overflow, places } from './pageFacts.ts';
import { openScene, type Script } from './scene.ts';
import { takeScreenshot, WIDTHS } from './screenshots.ts';
import { afterEnd, type RealAnswers, realAnswers, usualScript } from './script.ts';

/**
 * Parts that must keep their places while the states change. Parts below the winners may move up when the list gets
 * shorter.
 */
const ABOVE_WINNERS = ['.hero', '.ticket', '.ticket-l', '.slip', '#wallet'];
const BELOW_WINNERS = [
  ...['#results', '#how', '#faq', '.draw'],
  // The reel's place, also while it is on the ticket.
  '.draw :is(.reel, .on-ticket)',
  ...['.holders', '.stats', '.kpi', '.split', '.facts', 'footer'],
];
const LEFT_MS = 95_000;

type Places = Awaited<ReturnType<typeof places>>;

describeInBrowser('the landing page in every state', ({ lottery, visit }) => {
  let real: RealAnswers;
  beforeAll(async () => {
    real = await realAnswers(lottery.url);
  });

  describe.each(WIDTHS)('%i px wide', (width) => {
    const look = async (page: Page, state: string): Promise<Places> => {
      await takeScreenshot(page, `${width}-${state}`);
      return measure(page);
    };
    const measure = async (page: Page): Promise<Places> => {
      expect(await overflow(page), 'px to scroll sideways').toBe(0);
      return places(page, [...ABOVE_WINNERS, ...BELOW_WINNERS]);
    };
    const above = (all: Places) => Object.fromEntries(ABOVE_WINNERS.map((name) => [name, all[name]]));
    const begin = async (change: (script: Script) => Script, rendered = true) => {
      const { page } = await visit({ width, reducedMotion: 'reduce', expected: /could not be read|trigger failed/ });
      const startsAt = Date.now();
      const usual = usualScript(real, { left: LEFT_MS, now: startsAt });
      const scene = await openScene({ page, url: lottery.url, startsAt, script: change(usual), rendered });
      const labelIs = (text: string) => async () => (await page.locator('#clock-label').textContent()) === text;
      return { page, scene, usual, labelIs, endsAt: startsAt + LEFT_MS };
    };
    let open: Places;

    it('open, locked, drawing, complete and open again: nothing moves but the figures', async () => {
      const { page, scene, usual, labelIs, endsAt } = await begin((script) => script);
      expect(await labelIs('Next draw in')()).toBe(true);
      open = await look(page, 'open');
      await scene.passUntil(labelIs('Entries locked · draw in'));
      expect(await look(page, 'locked')).toEqual(open);
      Object.assign(scene.script, afterEnd(real, usual, endsAt, 'drawing'));
      await scene.passUntil(labelIs('Drawing winners…'));
      expect(await page.locator('.clock').textContent()).toBe('0:00');
      expect(await look(page, 'drawing')).toEqual(open);
      Object.assign(scene.script, afterEnd(real, usual, endsAt, 'complete'));
      await scene.passUntil(labelIs('Round Complete'));
      expect(await page.locator('.slip.new .won li').count()).toBe(3);
      expect(await look(page, 'complete')).toEqual(open);
      await scene.passUntil(labelIs('Next draw in'));
      expect(await measure(page)).toEqual(open);
    });

    it('paid: the payment’s link moves nothing that stands beside it', async () => {
      const { page, scene, usual, labelIs, endsAt } = await begin((script) => script);
      await scene.passUntil(labelIs('Entries locked · draw in'));
      Object.assign(scene.script, afterEnd(real, usual, endsAt, 'drawing'));
      await scene.passUntil(labelIs('Drawing winners…'));
      const drawn = afterEnd(real, usual, endsAt, 'complete');
      Object.assign(scene.script, drawn);
      await scene.passUntil(labelIs('Round Complete'));
      const share = page.locator('.slip-foot button');
      await scene.passUntil(() => share.isVisible());
      const before = await share.boundingBox();
      Object.assign(scene.script, { stats: (at: number) => paid(drawn, at) });
      await scene.passUntil(() => page.getByText('Paid 1.1 s after the draw').isVisible());
      expect(before).not.toBeNull();
      expect(await share.boundingBox()).toEqual(before);
    });

    it('amounts a hundred times as large stay in their places', async () => {
      const { page } = await begin(richer);
      await page.getByText('123,456.7890').first().waitFor();
      expect(await look(page, 'rich')).toEqual(open);
      expect(await cutOff(page, '.ticket p, .slip, .kpi dd, .split dd')).toEqual([]);
    });

    it('empty: no winners yet, nobody in the draw', async () => {
      const { page } = await begin((script) => withoutPast(script));
      await page.getByText('No Winners Yet').waitFor();
      expect(await page.getByText('Scanning blockchain...').count()).toBe(3);
      expect(above(await look(page, 'empty'))).toEqual(above(open));
    });

    it('degraded: every endpoint fails, and the page says so', async () => {
      const { page, scene } = await begin(() => allOf('fails'), false);
      await scene.passUntil(() => page.getByText('Database connection error...').isVisible());
      await scene.passUntil(() => page.getByText('No data').isVisible());
      expect(above(await look(page, 'degraded'))).toEqual(above(open));
    });

    it('loading: the exact texts in places of the final size, which the data then fill without a jump', async () => {
      const { page, scene, usual } = await begin((script) => ({ ...allOf('hangs'), config: script.config }), false);
      expect(await page.getByText('Loading lottery data...').count()).toBeGreaterThanOrEqual(2);
      await page.getByText('Loading top holders...').waitFor();
      expect(await look(page, 'loading')).toEqual(open);
      Object.assign(scene.script, usual);
      await scene.passUntil(() => page.getByText('Show all 18').isVisible());
      await scene.passUntil(async () => (await page.locator('.hl li').count()) === 10);
      expect(await measure(page)).toEqual(open);
    });
  });
});

function allOf(trouble: 'fails' | 'hangs'): Script {
  return {
    stats: trouble,
    participants: trouble,
    config: trouble,
    pool: trouble,
    winners: trouble,
    prices: trouble,
    trigger: trouble,
    wallet: trouble,
    chain: trouble,
  };
}

/** A pool nobody has seen yet. */
function richer(script: Script): Script {
  const { stats } = script;
  if (typeof stats !== 'function') throw new Error('the script lacks its stats');
  const pool = { sol: 123_456.789, usd: 18_765_431, lamports: '123456789000000' };
  return {
    ...script,
    stats: (at) => ({ ...stats(at), prizePool: pool, prizes: [], totalPrizesDistributedLamports: '1234567890000000' }),
  };
}

/** The first hour of the lottery, before anybody holds the token. */
function withoutPast(script: Script): Script {
  const { stats, participants } = script;
  if (typeof stats !== 'function' || typeof participants !== 'function') throw new Error('the script lacks its data');
  const round = { roundNumber: 1 };
  return {
    ...script,
    stats: (at) => ({
      ...stats(at),
      ...{ totalParticipants: 0, totalRounds: 0, totalWinners: 0, lastRound: null, recentWinners: [] },
      ...{ totalPrizesDistributed: 0, totalPrizesDistributedLamports: '0' },
      currentRound: { ...stats(at).currentRound, ...round },
    }),
    participants: (at) => {
      const full = participants(at);
      return { ...full, data: { ...full.data, participants: [], total: 0, topHolders: [] } };
    },
    winners: () => ({ winners: [], nextCursor: null, total: 0 }),
  };
}

/** The stats as they are once the last round's payment is confirmed, 1.1 s after the draw. */
function paid({ stats }: Script, at: number): Stats {
  if (typeof stats !== 'function') throw new Error('the script has stats');
  const { lastRound, ...others } = stats(at);
  if (lastRound === null) throw new Error('no round has ended');
  const winners = lastRound.winners.map((winner) => ({
    ...{ ...winner, status: 'confirmed' as const },
    transactionSignature: '5'.repeat(88),
  }));
  const paidAt = new Date(Date.parse(lastRound.endsAt) + 1_100).toISOString();
  return { ...others, lastRound: { ...lastRound, winners, paidAt } };
}
