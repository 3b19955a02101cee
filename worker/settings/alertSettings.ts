import * as z from 'zod';
import { MOST_UNPAID_ROUNDS, SEVERITIES } from '../../src/alerts/alertKinds.ts';
import { url, wholeNumber } from './kinds.ts';
import type { Settings } from './Settings.ts';

const text = z.string().trim();
const least = z.enum(SEVERITIES, `must be ${SEVERITIES.join(', ')}`).default('info');

/** The settings about who is told of what, each with the sentence for a wrong value. */
export const ALERT_SETTINGS = {
  ALERT_WEBHOOK_URL: url.optional(),
  ALERT_WEBHOOK_SECRET: text.min(16, 'must have at least 16 characters').optional(),
  ALERT_DISCORD_URL: url.optional(),
  ALERT_TELEGRAM_TOKEN: text.regex(/^\d+:[\w-]+$/, 'must be a bot token such as 123456:ABC-def').optional(),
  ALERT_TELEGRAM_CHAT: text
    .regex(/^(?:-?\d+|@\w+)$/, 'must be the number of a chat, or @ and the name of a channel')
    .optional(),
  ALERT_WEBHOOK_LEAST: least,
  ALERT_DISCORD_LEAST: least,
  ALERT_TELEGRAM_LEAST: least,
  ALERT_UNPAID_ROUNDS: wholeNumber(0, MOST_UNPAID_ROUNDS).default(2),
  HEARTBEAT_URL: url.optional(),
  ENVIRONMENT: text
    .regex(/^[\w-]{1,40}$/, 'must be a name of at most 40 letters, digits, - and _')
    .default('production'),
  RUNBOOK_URL: url.optional(),
};

const schema = z.object(ALERT_SETTINGS);
/** A secret that is too short still signs, because a receiver that knows a secret takes only what is signed. */
const readable = schema.extend({ ALERT_WEBHOOK_SECRET: text.optional() });
type Given = z.infer<typeof schema>;

/** Settings that do not go together, as sentences. */
export function alertContradictions(given: Given): readonly string[] {
  const isHalf = (given.ALERT_TELEGRAM_TOKEN === undefined) !== (given.ALERT_TELEGRAM_CHAT === undefined);
  const signsNothing = given.ALERT_WEBHOOK_SECRET !== undefined && given.ALERT_WEBHOOK_URL === undefined;
  return [
    ...(isHalf
      ? ['ALERT_TELEGRAM_TOKEN and ALERT_TELEGRAM_CHAT must be set together: one says who writes, the other where']
      : []),
    ...(signsNothing ? ['ALERT_WEBHOOK_SECRET signs what is sent to ALERT_WEBHOOK_URL, which is not set'] : []),
  ];
}

export type AlertSettings = Pick<
  Settings,
  | 'alertWebhookUrl'
  | 'alertWebhookSecret'
  | 'alertDiscordUrl'
  | 'alertTelegram'
  | 'alertLeast'
  | 'alertUnpaidRounds'
  | 'heartbeatUrl'
  | 'environment'
  | 'runbookUrl'
>;

/**
 * The alert settings that are right, although other settings are wrong. With them, operators can be told of the wrong
 * ones. A target with a wrong address, token or chat is left out. A wrong severity counts as not set.
 */
export function readableAlertSettings(env: object): AlertSettings {
  const given = Object.entries(env).filter(([, value]) => typeof value === 'string' && value.trim() !== '');
  const right = Object.fromEntries(
    given.filter(([name, value]) => (readable.shape as Record<string, z.ZodType>)[name]?.safeParse(value).success),
  );
  return assembleAlerts(readable.parse(right));
}

type AlertTarget = keyof AlertSettings['alertLeast'];

/** For each target, its address and what else a message to it needs. Null: the target is not set. */
export function alertTargetsIn(
  settings: Pick<Settings, 'alertWebhookUrl' | 'alertWebhookSecret' | 'alertDiscordUrl' | 'alertTelegram'>,
): Readonly<Record<AlertTarget, unknown>> {
  const { alertWebhookUrl: url, alertWebhookSecret: secret, alertDiscordUrl, alertTelegram } = settings;
  return { webhook: url === null ? null : { url, secret }, discord: alertDiscordUrl, telegram: alertTelegram };
}

/** The settings as the worker uses them. */
export function assembleAlerts(given: Given): AlertSettings {
  const { ALERT_TELEGRAM_TOKEN: token, ALERT_TELEGRAM_CHAT: chat } = given;
  return {
    alertWebhookUrl: given.ALERT_WEBHOOK_URL ?? null,
    alertWebhookSecret: given.ALERT_WEBHOOK_SECRET ?? null,
    alertDiscordUrl: given.ALERT_DISCORD_URL ?? null,
    alertTelegram: token === undefined || chat === undefined ? null : { token, chat },
    alertLeast: {
      webhook: given.ALERT_WEBHOOK_LEAST,
      discord: given.ALERT_DISCORD_LEAST,
      telegram: given.ALERT_TELEGRAM_LEAST,
    },
    alertUnpaidRounds: given.ALERT_UNPAID_ROUNDS,
    heartbeatUrl: given.HEARTBEAT_URL ?? null,
    environment: given.ENVIRONMENT,
    runbookUrl: given.RUNBOOK_URL ?? 'docs/runbook.md',
  };
}
