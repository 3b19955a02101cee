import { beforeEach, describe, expect, it } from 'vitest';
import type { RoundSummary } from '../../../src/contract/round.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import type { Alert } from '../../../worker/store/journal/alerts.ts';
import { createChannelTellings } from '../../../worker/store/journal/channelTellings.ts';
import { createChannels } from '../../../worker/telling/createChannels.ts';
import { createTellChannels } from '../../../worker/telling/tellChannels.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { roundSummaryOf } from '../../domain/roundSummaryOf.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';

const AT = Date.parse('2026-11-20T07:00:20.000Z');
const MINUTE = 60_000;
const DISCORD = 'https://discord.com/api/webhooks/12/canary-D';
const SETTINGS = { channelDiscordUrl: DISCORD, channelTelegram: { token: '12:canary-T', chat: '@draws' } };
const ONLY_DISCORD = { ...SETTINGS, channelTelegram: null };
const winner = (place: 1 | 2): RoundSummary['winners'][number] => ({
  ...{ roundNumber: 7, place, position: place === 1 ? 'first' : 'second', address: wallet(place), prize: 1 },
  ...{ prizeLamports: '1500000000', timestamp: '', transactionSignature: null, status: 'final' },
});
const PAID = roundSummaryOf({ roundNumber: 7, winners: [winner(1), winner(2)] });

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
});

interface Sent {
  readonly url: string;
  readonly body: Record<string, unknown>;
}

/**
 * A worker that tells channels. `answer` answers each of its requests. `world.at` is its clock in unix milliseconds; a
 * test may set it.
 */
function worker(
  answer: (sent: Sent) => Response,
  settings: Parameters<typeof createChannels>[0]['settings'] = SETTINGS,
) {
  const sent: Sent[] = [];
  const alerts: Alert[] = [];
  const world = { at: AT, rounds: [PAID] as readonly RoundSummary[] };
  const now = () => world.at;
  const channels = createChannels({
    settings,
    now,
    fetch: async (url, init) => {
      const one = { url: String(url), body: JSON.parse(String(init?.body)) };
      sent.push(one);
      return answer(one);
    },
  });
  const tellings = createChannelTellings(db, now);
  const tell = createTellChannels({
    ...{ channels, tellings, siteUrl: 'https://draws.test', now },
    readRounds: async () => world.rounds,
    raise: async (alert) => alerts.push(alert),
  });
  return { sent, alerts, world, tell, tellings };
}
const ok = () => new Response('{}');

describe('the channels of the community', () => {
  it('are each told a round’s result once, with its picture', async () => {
    const { sent, tell } = worker(ok);
    await tell();
    await tell();
    expect(sent).toHaveLength(2);
    const [discord, telegram] = sent;
    const title = 'Round 7: 3 SOL paid to 2 wallets';
    expect(discord).toMatchObject({
      url: DISCORD,
      body: {
        embeds: [{ title, url: 'https://draws.test/rounds/7', image: { url: 'https://draws.test/og/rounds/7.png' } }],
        allowed_mentions: { parse: [] },
      },
    });
    expect(telegram?.url).toBe('https://api.telegram.org/bot12:canary-T/sendMessage');
    expect(telegram?.body).toMatchObject({ chat_id: '@draws' });
    expect(telegram?.body.link_preview_options).toMatchObject({ url: 'https://draws.test/og/rounds/7.png' });
    const short = `${wallet(1).slice(0, 4)}…${wallet(1).slice(-4)}`;
    expect(String(telegram?.body.text).split('\n').slice(0, 2)).toEqual([title, `1st · 1.5 SOL · ${short}`]);
  });

  it('are told once when several workers tell at once, and not again after a worker was killed while it told', async () => {
    const workers = Array.from({ length: 5 }, () => worker(ok, ONLY_DISCORD));
    await Promise.all(workers.map(({ tell }) => tell()));
    expect(workers.flatMap(({ sent }) => sent)).toHaveLength(1);
    const killed = worker(ok, ONLY_DISCORD);
    killed.world.rounds = [{ ...PAID, roundNumber: 8 }];
    // The worker notes the telling and dies before the answer.
    await killed.tellings.claim('discord', 8);
    await killed.tell();
    expect(killed.sent).toHaveLength(0);
  });

  it.each([
    ['on its way', { state: 'drawn' }],
    ['held', { state: 'held', reason: 'overdue' }],
    ['a rehearsal', { state: 'rolled-over', reason: 'shadow' }],
    ['old', { endsAt: '2026-11-20T03:59:00.000Z' }],
  ] as const)('are not told of a round that is %s', async (_, altered) => {
    const { tell, world } = worker(neverCalled('fetch'));
    world.rounds = [{ ...PAID, ...altered }];
    await tell();
  });

  it('say once that nobody was paid, and why', async () => {
    const { tell, world, sent } = worker(ok, ONLY_DISCORD);
    world.rounds = [roundSummaryOf({ roundNumber: 1234, state: 'rolled-over', reason: 'nodes-silent' })];
    await tell();
    const [embed] = (sent[0]?.body.embeds ?? []) as { readonly title: string; readonly description: string }[];
    expect(embed?.title).toBe('Round 1,234: no draw this hour');
    expect(embed?.description).toBe('Too few of our Solana nodes answered. The prizes stay in the pool.');
  });

  it('are told of a held round once it is paid', async () => {
    const { tell, world, sent } = worker(ok, ONLY_DISCORD);
    world.rounds = [{ ...PAID, state: 'held', reason: 'overdue' }];
    await tell();
    world.rounds = [PAID];
    await tell();
    expect(sent).toHaveLength(1);
  });

  it('are asked again after the time that they name when they refuse for now', async () => {
    let answers = [
      new Response('{"retry_after":1.5}', { status: 429 }),
      new Response('{"ok":false,"parameters":{"retry_after":90}}', { status: 429 }),
    ];
    const { tell, world, sent, alerts } = worker(() => answers.shift() ?? ok(), ONLY_DISCORD);
    await tell();
    await tell();
    expect(sent).toHaveLength(1);
    world.at = AT + 2_000;
    await tell();
    expect(sent).toHaveLength(2);
    world.at += 89_000;
    await tell();
    expect(sent).toHaveLength(2);
    world.at += MINUTE;
    await tell();
    await tell();
    expect(sent).toHaveLength(3);
    expect(alerts).toEqual([]);
    answers = [];
  });

  it.each([
    ['is broken', () => new Response('', { status: 500 })],
    ['does not know us', () => new Response('', { status: 404 })],
    [
      'cannot be reached',
      () => {
        throw new TypeError('network');
      },
    ],
  ])('are not told twice of what may have arrived, and the operator hears once of one that %s', async (_, answer) => {
    let isDown = true;
    const { tell, world, sent, alerts } = worker(() => (isDown ? answer() : ok()), ONLY_DISCORD);
    for (const roundNumber of [7, 8, 9]) {
      world.rounds = [{ ...PAID, roundNumber }];
      await tell();
      await tell();
    }
    expect(sent).toHaveLength(3);
    // The table of alerts stores a key only once, so repeats do not count.
    expect([...new Set(alerts.map(({ key }) => key))]).toEqual(['channel-down:discord:7']);
    expect(alerts[0]?.message).not.toContain('canary');
    isDown = false;
    world.rounds = [{ ...PAID, roundNumber: 10 }];
    await tell();
    isDown = true;
    world.rounds = [{ ...PAID, roundNumber: 11 }];
    await tell();
    expect(alerts.at(-1)?.key).toBe('channel-down:discord:11');
  });

  it('have failed since the asked round where no failure of theirs is stored', async () => {
    const { tellings } = worker(ok);
    expect(await tellings.failingSince('discord', 7)).toBe(7);
  });

  it('do not wait for one another', async () => {
    const { tell, sent } = worker(({ url }) => {
      if (url === DISCORD) throw new TypeError('network');
      return ok();
    });
    await tell();
    expect(sent).toHaveLength(2);
  });
});

describe('the settings of channels', () => {
  const problemsOf = (given: Readonly<Record<string, string>>) => {
    const result = parseSettings({ ...COMPLETE, SITE_URL: 'https://draws.test', ...given });
    return result.ok ? [] : result.problems;
  };

  it('are taken as they are written, and are none at first', () => {
    const given = { CHANNEL_DISCORD_URL: DISCORD, CHANNEL_TELEGRAM_TOKEN: '12:a', CHANNEL_TELEGRAM_CHAT: '@draws' };
    const result = parseSettings({ ...COMPLETE, SITE_URL: 'https://draws.test/', ...given });
    expect(result.ok && result.settings).toMatchObject({
      ...{ siteUrl: 'https://draws.test', channelDiscordUrl: DISCORD },
      channelTelegram: { token: '12:a', chat: '@draws' },
    });
    const none = parseSettings(COMPLETE);
    expect(none.ok && none.settings).toMatchObject({ siteUrl: null, channelDiscordUrl: null, channelTelegram: null });
  });

  it.each([
    [
      'CHANNEL_DISCORD_URL',
      ['canary', 'https://discord.com.canary/api/webhooks/1/a', 'http://discord.com/api/webhooks/1/a'],
    ],
    ['CHANNEL_TELEGRAM_TOKEN', ['canary', '12:a b']],
    ['CHANNEL_TELEGRAM_CHAT', ['canary', '@', '1.5']],
    ['SITE_URL', ['canary', 'javascript:canary', 'https://draws.test/canary']],
  ])('name %s when it is wrong, and never repeat its value', (name, values) => {
    for (const value of values) {
      const both = { CHANNEL_TELEGRAM_TOKEN: '12:a', CHANNEL_TELEGRAM_CHAT: '1', [name]: value };
      const problems = problemsOf(both);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name} must `));
      expect(problems[0]).not.toContain('canary');
    }
  });

  it('belong together', () => {
    expect(problemsOf({ CHANNEL_TELEGRAM_TOKEN: '12:a' })[0]).toMatch(/must be set together/);
    expect(problemsOf({ CHANNEL_DISCORD_URL: DISCORD, SITE_URL: '' })[0]).toMatch(/^SITE_URL must be set/);
  });
});
