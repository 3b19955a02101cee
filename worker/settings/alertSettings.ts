import * as z from 'zod';
import { url } from './kinds.ts';
import type { Settings } from './Settings.ts';

const text = z.string().trim();

/** The settings about who is told of what, each with the sentence for a wrong value. */
export const ALERT_SETTINGS = {
  ALERT_WEBHOOK_URL: url.optional(),
  ALERT_WEBHOOK_SECRET: text.min(16, 'must have at least 16 characters').optional(),
  ALERT_DISCORD_URL: url.optional(),
  ALERT_TELEGRAM_TOKEN: text.regex(/^\d+:[\w-]+$/, 'must be a bot token such as 123456:ABC-def').optional(),
  ALERT_TELEGRAM_CHAT: text
    .regex(/^(?:-?\d+|@\w+)$/, 'must be the number of a chat, or @ and the name of a channel')
    .optional(),
  HEARTBEAT_URL: url.optional(),
  ENVIRONMENT: text
    .regex(/^[\w-]{1,40}$/, 'must be a name of at most 40 letters, digits, - and _')
    .default('production'),
  RUNBOOK_URL: url.optional(),
};

const schema = z.object(ALERT_SETTINGS);
type Given = z.infer<typeof schema>;

/** What does not go together, as sentences. */
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

type AlertSettings = Pick<
  Settings,
  | 'alertWebhookUrl'
  | 'alertWebhookSecret'
  | 'alertDiscordUrl'
  | 'alertTelegram'
  | 'heartbeatUrl'
  | 'environment'
  | 'runbookUrl'
>;

/** The settings as the worker uses them. */
export function assembleAlerts(given: Given): AlertSettings {
  const { ALERT_TELEGRAM_TOKEN: token, ALERT_TELEGRAM_CHAT: chat } = given;
  return {
    alertWebhookUrl: given.ALERT_WEBHOOK_URL ?? null,
    alertWebhookSecret: given.ALERT_WEBHOOK_SECRET ?? null,
    alertDiscordUrl: given.ALERT_DISCORD_URL ?? null,
    alertTelegram: token === undefined || chat === undefined ? null : { token, chat },
    heartbeatUrl: given.HEARTBEAT_URL ?? null,
    environment: given.ENVIRONMENT,
    runbookUrl: given.RUNBOOK_URL ?? 'docs/runbook.md',
  };
}
