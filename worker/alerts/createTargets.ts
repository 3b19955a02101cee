import * as z from 'zod';
import type { Severity } from '../../src/alerts/alertKinds.ts';
import { bytesUpTo } from '../bytesUpTo.ts';
import { inTime } from '../inTime.ts';
import type { Settings } from '../settings/Settings.ts';
import type { Post } from './composePost.ts';

const TIMEOUT_MS = 5_000;
/** How much of an answer is read to recognise a fault: enough for an answer of Telegram, which repeats our message. */
const MOST_ANSWER_BYTES = 16_384;
/** The most characters that we send: Discord takes 2,000, Telegram 4,096. */
const MOST_CHARACTERS = { discord: 1_900, telegram: 4_000 } as const;
/** Statuses that refuse the content. Other bad statuses are about the sender, or about how often it sends. */
const REFUSED = new Set([400, 413, 422]);

/** `refused`: the content would be refused again. `failed`: the post may be taken later. */
export type PostOutcome = 'taken' | 'refused' | 'failed';

/** A service that brings alerts to people. `post` sends only the short text when `isShort`, and never throws. */
export interface Target {
  readonly name: string;
  /** Alerts of a lower severity are not sent to it. */
  readonly least: Severity;
  post(post: Post, isShort: boolean): Promise<PostOutcome>;
}

type TargetSettings = Pick<
  Settings,
  'alertWebhookUrl' | 'alertWebhookSecret' | 'alertDiscordUrl' | 'alertTelegram' | 'alertLeast'
>;

export interface TargetsInput {
  readonly settings: TargetSettings;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The targets that the settings name. Their addresses may contain keys, and are never shown. */
export function createTargets({ settings, fetch, now }: TargetsInput): readonly Target[] {
  const { alertWebhookUrl: webhook, alertDiscordUrl: discord, alertTelegram: telegram } = settings;

  const send = (url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<PostOutcome> =>
    inTime(TIMEOUT_MS, async (signal) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal,
      }).catch(() => null);
      // A target may answer 200 and say that it took nothing. That may be because of the content, so it counts as
      // refused.
      if (response?.ok) return (await isFault(response)) ? 'refused' : 'taken';
      await response?.body?.cancel().catch(() => undefined);
      return response !== null && REFUSED.has(response.status) ? 'refused' : 'failed';
    });

  const textOf = ({ text, shortText }: Post, isShort: boolean, most = Number.MAX_SAFE_INTEGER) => {
    const whole = isShort ? shortText : text;
    return whole.length <= most ? whole : `${whole.slice(0, most - shortText.length - 3)}…\n${shortText}`;
  };

  const targets: Target[] = [];
  if (webhook !== null)
    targets.push({
      name: 'webhook',
      least: settings.alertLeast.webhook,
      async post(post, isShort) {
        const body = JSON.stringify(webhookBody(post, textOf(post, isShort), isShort));
        const headers = await signed(body, settings.alertWebhookSecret, now());
        return send(webhook, body, { 'x-alert-id': post.id, ...headers });
      },
    });
  if (discord !== null)
    targets.push({
      name: 'discord',
      least: settings.alertLeast.discord,
      post: (post, isShort) => {
        const content = textOf(post, isShort, MOST_CHARACTERS.discord);
        // A message may quote what strangers wrote on chain. Discord must notify nobody who is mentioned there.
        return send(discord, JSON.stringify({ content, allowed_mentions: { parse: [] } }));
      },
    });
  if (telegram !== null)
    targets.push({
      name: 'telegram',
      least: settings.alertLeast.telegram,
      post: (post, isShort) => {
        const text = textOf(post, isShort, MOST_CHARACTERS.telegram);
        const body = { chat_id: telegram.chat, text, link_preview_options: { is_disabled: true } };
        return send(`https://api.telegram.org/bot${telegram.token}/sendMessage`, JSON.stringify(body));
      },
    });
  return targets;
}

const taken = z.union([z.object({ ok: z.literal(true) }), z.object({ success: z.literal(true) })]);
const fault = z.union([
  z.object({ ok: z.literal(false) }),
  z.object({ success: z.literal(false) }),
  z.object({ error: z.union([z.string().min(1), z.looseObject({})]) }),
]);

/**
 * Whether a target that answers 200 says in its text that it took nothing, as Slack and Telegram do. An answer that is
 * unclear, too long or cut off counts as no fault.
 */
async function isFault(response: Response): Promise<boolean> {
  try {
    const bytes = await bytesUpTo(response.body, MOST_ANSWER_BYTES);
    const said: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes));
    return !taken.safeParse(said).success && fault.safeParse(said).success;
  } catch {
    return false;
  }
}

/** `text` is for services like Slack, `content` for those like Discord, all else for programs. */
function webhookBody({ id, environment, alerts }: Post, text: string, isShort: boolean) {
  const [first] = alerts;
  return {
    ...{ id, environment, text, content: text },
    ...{ key: first?.key, severity: first?.severity, raisedAt: first?.raisedAt },
    alerts: isShort ? [] : alerts,
  };
}

/**
 * The headers that prove the sender to the receiver: HMAC-SHA256 of "<unix seconds>.<body>", hex. Without a
 * secret there are none.
 */
async function signed(body: string, secret: string | null, now: number): Promise<Record<string, string>> {
  if (secret === null) return {};
  const timestamp = String(Math.floor(now / 1000));
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(`${timestamp}.${body}`)));
  const hex = Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { 'x-alert-timestamp': timestamp, 'x-alert-signature': `sha256=${hex}` };
}
