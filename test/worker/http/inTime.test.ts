import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { protocolOf } from '../../../src/protocol/protocolOf.ts';
import { QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import { createTargets } from '../../../worker/alerts/createTargets.ts';
import { createNode } from '../../../worker/chain/node/createNode.ts';
import { streamList } from '../../../worker/chain/node/streamList.ts';
import { createFetchBeacon } from '../../../worker/feeds/fetchBeacon.ts';
import { fetchQuote } from '../../../worker/feeds/fetchQuote.ts';
import { createChannels } from '../../../worker/telling/createChannels.ts';
import { createSendPush } from '../../../worker/telling/sendPush.ts';
import { newBrowser } from '../pushService.ts';
import { VAPID } from '../pushShard.ts';

type Fetch = typeof globalThis.fetch;
const now = () => 1_000;
const URL = 'https://somebody.test/';
const nodeOf = (fetch: Fetch) => createNode(URL, 'node 1', fetch);
const LIST = { method: 'getProgramAccounts', params: [], timeoutMs: 20_000 };
const NOWHERE = { alertWebhookSecret: null, alertDiscordUrl: null, alertTelegram: null };
const LEAST = { webhook: 'info', discord: 'info', telegram: 'info' } as const;

/** Everything that asks somebody else, each as a question by this `fetch`. The limit is in milliseconds. */
const QUESTIONS: readonly (readonly [string, number, (fetch: Fetch) => Promise<unknown>])[] = [
  ['a node', 5_000, (fetch) => nodeOf(fetch).call('getSlot', [], z.unknown())],
  ['a node for a list', 20_000, (fetch) => streamList(nodeOf(fetch), LIST, () => undefined)],
  ['a source of a price', 5_000, (fetch) => fetchQuote(fetch, { url: URL, schema: z.unknown() })],
  [
    'a relay',
    5_000,
    (fetch) =>
      createFetchBeacon({ urls: [URL], fetch, log: () => undefined })({
        ...{ protocol: protocolOf(1), network: QUICKNET, round: 1_000, patienceMs: 60_000 },
      }),
  ],
  [
    'a target of alerts',
    5_000,
    async (fetch) => {
      const settings = { ...NOWHERE, alertWebhookUrl: URL, alertLeast: LEAST };
      const post = { id: 'a', environment: 'test', alerts: [], text: 'text', shortText: 'short' };
      return createTargets({ settings, fetch, now })[0]?.post(post, false);
    },
  ],
  [
    'a channel',
    5_000,
    async (fetch) =>
      createChannels({ settings: { channelDiscordUrl: URL, channelTelegram: null }, fetch, now })[0]?.tell({
        ...{ title: 'title', text: 'text', url: URL, picture: URL },
      }),
  ],
  [
    'a push service',
    10_000,
    async (fetch) =>
      createSendPush({ vapid: VAPID, fetch, now })(await newBrowser('one'), {
        ...{ id: 'a', tag: 'a', title: 't', body: 'b', url: URL, expiresAt: 5_000 },
      }),
  ],
];

describe('a question to', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  describe.each(QUESTIONS)('%s', (_, ms, ask) => {
    it('leaves no timer behind once it is answered: a runtime has ten thousand', async () => {
      const outlasting = vi.spyOn(AbortSignal, 'timeout');
      const signals: (AbortSignal | null | undefined)[] = [];
      await ask(async (_, init) => {
        signals.push(init?.signal);
        return Response.json({ result: { context: { slot: 1 }, value: [] } });
      }).catch(() => undefined);
      expect([signals[0]?.aborted === undefined, vi.getTimerCount(), outlasting.mock.calls]).toEqual([false, 0, []]);
    });

    it('is cut off by its limit where no answer comes', async () => {
      let isOver = false;
      const asked = Promise.withResolvers<void>();
      const outcome = ask((_, init) => {
        asked.resolve();
        return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
      })
        .catch(() => undefined)
        .finally(() => {
          isOver = true;
        });
      await asked.promise;
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await outcome;
    });
  });

  it.each([
    ['a node', 'RpcError: RPC node 1 getSlot: no answer within 5000 ms'],
    ['a node for a list', 'RpcError: RPC node 1 getProgramAccounts: not read within 20000 ms'],
    ['a source of a price', 'Error: did not answer within 5000 ms'],
    ['a relay', null],
    // It may have taken the alert, which is not sent twice.
    ['a target of alerts', 'taken'],
  ])('%s is cut off by its limit where the answer begins and never ends', async (name, expected) => {
    const [, ms, ask] = QUESTIONS.find(([each]) => each === name) ?? QUESTIONS[0] ?? [];
    if (ms === undefined || ask === undefined) throw new Error('no question');
    const reading = Promise.withResolvers<void>();
    const outcome = ask(async (_, init) => {
      const body = new ReadableStream({
        start: (controller) => init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
        pull: () => reading.resolve(),
      });
      return new Response(body);
    }).catch(String);
    await reading.promise;
    await vi.advanceTimersByTimeAsync(ms);
    expect(await outcome).toBe(expected);
  });
});
