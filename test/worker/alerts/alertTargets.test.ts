import { describe, expect, it } from 'vitest';
import { composePost } from '../../../worker/alerts/composePost.ts';
import { createTargets } from '../../../worker/alerts/createTargets.ts';
import { neverCalled } from '../../domain/neverCalled.ts';

const AT = 1_800_000_000_000;
const alertLeast = { webhook: 'info', discord: 'info', telegram: 'info' } as const;
const NONE = {
  alertLeast,
  alertWebhookUrl: null,
  alertWebhookSecret: null,
  alertDiscordUrl: null,
  alertTelegram: null,
};
const ALL = {
  alertLeast,
  ...{ alertWebhookUrl: 'https://hooks.test/canary', alertWebhookSecret: 'sixteen letters.' },
  ...{ alertDiscordUrl: 'https://discord.test/canary', alertTelegram: { token: '12:canary', chat: '-100' } },
};
const POST = composePost(
  [{ seq: 7, id: 'held:12#raised-1', key: 'held:12', event: 'raised', message: 'Round 12 is held (overdue).', at: AT }],
  { environment: 'production', runbookUrl: 'docs/runbook.md' },
);

type TargetSettings = Parameters<typeof createTargets>[0]['settings'];

interface Sent {
  readonly url: string;
  readonly text: string;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

function targetsWith(answer: () => Response, settings: TargetSettings = ALL) {
  const sent: Sent[] = [];
  const targets = createTargets({
    ...{ settings, now: () => AT },
    fetch: async (url, init) => {
      const text = String(init?.body);
      sent.push({ url: String(url), text, body: JSON.parse(text), headers: new Headers(init?.headers) });
      return answer();
    },
  });
  return { sent, targets };
}

/** HMAC-SHA256 in hex, by the platform itself. */
async function hmac(secret: string, text: string): Promise<string> {
  const bytes = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, ['sign']);
  return Buffer.from(await crypto.subtle.sign('HMAC', key, bytes.encode(text))).toString('hex');
}

/** An error answer that repeats a whole message of Telegram and arrives in two pieces. */
function longFault() {
  const bytes = new TextEncoder().encode(JSON.stringify({ success: false, sent: 'x'.repeat(4_096) }));
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.subarray(0, 3_000));
      controller.enqueue(bytes.subarray(3_000));
      controller.close();
    },
  });
}

const brokenOff = () =>
  new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('the line went dead')) });
const endless = () =>
  new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1_024).fill(32)) });

describe('the targets of alerts', () => {
  it('are those that are set', () => {
    const named = (settings: TargetSettings) =>
      createTargets({ settings, fetch: neverCalled('fetch'), now: () => AT }).map(({ name }) => name);
    expect(named(NONE)).toEqual([]);
    expect(named(ALL)).toEqual(['webhook', 'discord', 'telegram']);
    expect(named({ ...NONE, alertDiscordUrl: 'https://discord.test' })).toEqual(['discord']);
  });

  it('are told the environment, the severity, what to do, and an id', async () => {
    const { sent, targets } = targetsWith(() => new Response('ok'));
    for (const target of targets) expect(await target.post(POST, false)).toBe('taken');
    const text =
      'Game of Draws, production: CRITICAL: Round 12 is held (overdue).\nWhat to do: docs/runbook.md#held-overdue\n(production:7-7)';
    expect(sent.map(({ url }) => url)).toEqual([
      ...['https://hooks.test/canary', 'https://discord.test/canary'],
      'https://api.telegram.org/bot12:canary/sendMessage',
    ]);
    expect(sent[0]?.body).toMatchObject({
      ...{ id: 'production:7-7', environment: 'production', text, content: text, key: 'held:12', severity: 'critical' },
      alerts: [{ id: 'held:12#raised-1', event: 'raised', runbook: 'docs/runbook.md#held-overdue' }],
    });
    expect(sent[1]?.body).toEqual({ content: text, allowed_mentions: { parse: [] } });
    expect(sent[2]?.body).toMatchObject({ chat_id: '-100', text });
  });

  it('can recognise the webhook’s sender by an HMAC of time and body', async () => {
    const { sent, targets } = targetsWith(() => new Response('ok'));
    await targets[0]?.post(POST, false);
    const { headers, text } = sent[0] ?? { headers: new Headers(), text: '' };
    expect(headers.get('x-alert-timestamp')).toBe(String(AT / 1000));
    expect(headers.get('x-alert-id')).toBe('production:7-7');
    const mac = await hmac('sixteen letters.', `${AT / 1000}.${text}`);
    expect(headers.get('x-alert-signature')).toBe(`sha256=${mac}`);
    const unsigned = targetsWith(() => new Response('ok'), { ...ALL, alertWebhookSecret: null });
    await unsigned.targets[0]?.post(POST, false);
    expect(unsigned.sent[0]?.headers.get('x-alert-signature')).toBeNull();
  });

  it.each([
    ['refuses the content', () => new Response('', { status: 400 }), 'refused'],
    ['does not know us', () => new Response('', { status: 401 }), 'failed'],
    ['asks for patience', () => new Response('', { status: 429 }), 'failed'],
    ['is broken', () => new Response('', { status: 500 }), 'failed'],
    [
      'cannot be reached',
      () => {
        throw new TypeError('network');
      },
      'failed',
    ],
    [
      'is too slow',
      () => {
        throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
      },
      'failed',
    ],
    [
      'answers 200 with a fault, as Slack’s methods do',
      () => Response.json({ ok: false, error: 'no_text' }),
      'refused',
    ],
    ['answers 200 with a fault of its own', () => Response.json({ success: false }), 'refused'],
    ['answers 200 with a fault, and repeats all it was sent', () => new Response(longFault()), 'refused'],
    ['answers 200 with an error and its words', () => Response.json({ error: { message: 'no such hook' } }), 'refused'],
    ['answers 200, took it, and has a word about errors', () => Response.json({ ok: true, error: 'none' }), 'taken'],
    ['answers 200 and breaks off', () => new Response(brokenOff()), 'taken'],
    ['answers 200 with a page that never ends', () => new Response(endless()), 'taken'],
    ['answers as Telegram does', () => Response.json({ ok: true, result: { error: null } }), 'taken'],
    ['answers as Slack’s webhooks do', () => new Response('ok'), 'taken'],
    ['answers as Discord does', () => new Response(null, { status: 204 }), 'taken'],
  ])('that %s say so, and never throw', async (_what, answer, outcome) => {
    const { targets } = targetsWith(answer);
    for (const target of targets) expect(await target.post(POST, false)).toBe(outcome);
  });

  it('are sent no more than they take, with the id at the end', async () => {
    const long = composePost(
      Array.from({ length: 30 }, (_, n) => ({
        ...{ seq: n + 1, id: `${n}`, key: `kind-${n}:1`, event: 'raised' as const, at: AT },
        message: `Something about ${'x'.repeat(300)}`,
      })),
      { environment: 'production', runbookUrl: 'docs/runbook.md' },
    );
    const { sent, targets } = targetsWith(() => new Response('ok'));
    for (const target of targets) await target.post(long, false);
    const lengths = sent.map(({ body }) => String(body.content ?? body.text).length);
    expect(lengths[1]).toBeLessThanOrEqual(2_000);
    expect(lengths[2]).toBeLessThanOrEqual(4_096);
    expect(String(sent[1]?.body.content)).toMatch(/\(production:1-30\)$/);
    for (const target of targets) await target.post(long, true);
    expect(sent[3]?.body.alerts).toEqual([]);
  });
});
