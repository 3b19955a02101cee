import { describe, expect, it } from 'vitest';
import { readableAlertSettings } from '../../../worker/settings/alertSettings.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { COMPLETE } from '../completeSettings.ts';

const ALL = {
  ...{ ALERT_WEBHOOK_URL: 'https://hooks.test/canary', ALERT_WEBHOOK_SECRET: ' sixteen letters. ' },
  ...{ ALERT_DISCORD_URL: 'https://discord.test/canary', HEARTBEAT_URL: 'https://beat.test' },
  ...{ ALERT_TELEGRAM_TOKEN: '12:ab-C_d', ALERT_TELEGRAM_CHAT: '-100' },
  ...{ ENVIRONMENT: 'staging', RUNBOOK_URL: 'https://runbook.test' },
};

function problemsOf(given: Readonly<Record<string, string>>): readonly string[] {
  const result = parseSettings({ ...COMPLETE, ...given });
  return result.ok ? [] : result.problems;
}

describe('the settings of alerts', () => {
  it('are taken as they are written', () => {
    const result = parseSettings({ ...COMPLETE, ...ALL });
    expect(result.ok && result.settings).toMatchObject({
      ...{ alertWebhookUrl: 'https://hooks.test/canary', alertWebhookSecret: 'sixteen letters.' },
      ...{ alertDiscordUrl: 'https://discord.test/canary', heartbeatUrl: 'https://beat.test' },
      ...{ alertTelegram: { token: '12:ab-C_d', chat: '-100' }, environment: 'staging' },
      runbookUrl: 'https://runbook.test',
    });
  });

  it('are empty by default, except for a name and the place of the runbook', () => {
    const result = parseSettings(COMPLETE);
    expect(result.ok && result.settings).toMatchObject({
      ...{ alertWebhookUrl: null, alertWebhookSecret: null, alertDiscordUrl: null, alertTelegram: null },
      ...{ heartbeatUrl: null, environment: 'production', runbookUrl: 'docs/runbook.md' },
    });
  });

  it.each([
    ['ALERT_WEBHOOK_SECRET', ['canary', 'c'.repeat(15)]],
    ['ALERT_DISCORD_URL', ['canary', 'javascript:canary']],
    ['ALERT_TELEGRAM_TOKEN', ['canary', '12:', '12:a b']],
    ['ALERT_TELEGRAM_CHAT', ['canary', '@', '1.5']],
    ['HEARTBEAT_URL', ['canary', 'javascript:canary']],
    ['ENVIRONMENT', ['a canary', 'c'.repeat(41)]],
    ['RUNBOOK_URL', ['canary', 'docs/runbook.md']],
  ])('name %s when it is wrong, and never repeat its value', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ ...ALL, [name]: value });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name} must `));
      expect(problems[0]).not.toContain('canary');
    }
  });

  it('sign with the secret that is set, also with one that is refused: nobody is sent what he cannot trust', () => {
    for (const secret of ['short', 'sixteen letters.'])
      expect(readableAlertSettings({ ...ALL, ALERT_WEBHOOK_SECRET: secret }).alertWebhookSecret).toBe(secret);
    expect(readableAlertSettings({ ...ALL, ALERT_WEBHOOK_SECRET: ' ' }).alertWebhookSecret).toBeNull();
  });

  it('belong together', () => {
    expect(problemsOf({ ALERT_WEBHOOK_SECRET: 'sixteen letters.' })).toEqual([
      'ALERT_WEBHOOK_SECRET signs what is sent to ALERT_WEBHOOK_URL, which is not set',
    ]);
    for (const half of [{ ALERT_TELEGRAM_TOKEN: '12:canary' }, { ALERT_TELEGRAM_CHAT: '-100' }]) {
      expect(problemsOf(half as Record<string, string>)).toEqual([
        'ALERT_TELEGRAM_TOKEN and ALERT_TELEGRAM_CHAT must be set together: one says who writes, the other where',
      ]);
    }
  });
});
