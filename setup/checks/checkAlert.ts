import { createHash } from 'node:crypto';
import type { Settings } from '../../worker/settings/Settings.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';

const ABOUT = 'alerts';
const TIMEOUT_MS = 10_000;

/** The targets, as a name that says nothing about them. */
export function alertTargetsOf({ alertWebhookUrl }: Settings): string {
  return createHash('sha256')
    .update(alertWebhookUrl ?? '')
    .digest('hex');
}

/** Sends the test alert, and says whether it was taken. Who sees it come knows that the next one will. */
export async function checkAlert(settings: Settings, fetch: typeof globalThis.fetch): Promise<readonly Finding[]> {
  const { alertWebhookUrl } = settings;
  if (alertWebhookUrl === null)
    return [note(ABOUT, 'ALERT_WEBHOOK_URL is not set: what goes wrong stands in the console, and nobody is woken')];
  const text = 'Game of Draws: this is the test alert of the setup. Nothing is wrong.';
  const status = await fetch(alertWebhookUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, content: text, key: 'setup-test' }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok ? null : `answered ${response.status}`;
    },
    () => 'could not be reached',
  );
  return [
    status === null
      ? fine(ABOUT, 'the test alert was taken: look whether it has come')
      : problem(ABOUT, `ALERT_WEBHOOK_URL ${status}: no alert would arrive. Look at its address.`),
  ];
}
