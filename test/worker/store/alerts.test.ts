import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAlerts } from '../../../worker/engine/raiseAlerts.ts';
import { countAlertsSince, markDelivered, raiseAlert, undeliveredAlerts } from '../../../worker/store/alerts.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { emptyDatabase } from '../database.ts';

const NOW = 1_692_806_400_000;

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  // Alerts are also said in the log, for whoever reads it.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('alerts', () => {
  const alert = { key: 'held:123', message: 'Round 123 is held.', raisedAt: NOW };

  it('are raised once per key', async () => {
    expect(await raiseAlert(db, alert)).toBe(true);
    expect(await raiseAlert(db, { ...alert, message: 'again' })).toBe(false);
    expect(await raiseAlert(db, { ...alert, key: 'late:123' })).toBe(true);
    expect(await undeliveredAlerts(db)).toEqual([alert, { ...alert, key: 'late:123' }]);
  });

  it('are counted from a moment on, delivered or not', async () => {
    await raiseAlert(db, alert);
    await raiseAlert(db, { ...alert, key: 'late:123', raisedAt: NOW + 10 });
    await markDelivered(db, alert.key, NOW + 1);
    expect(await undeliveredAlerts(db)).toHaveLength(1);
    expect(await countAlertsSince(db, NOW - 1)).toBe(2);
    expect(await countAlertsSince(db, NOW)).toBe(1);
    expect(await countAlertsSince(db, NOW + 10)).toBe(0);
  });

  const webhook = (answer: () => Response) => {
    const posted: unknown[] = [];
    const alerts = createAlerts({
      ...{ db, webhookUrl: 'https://hooks.test/canary', now: () => NOW },
      fetch: async (_url, init) => {
        posted.push(JSON.parse(String(init?.body)));
        return answer();
      },
    });
    return { posted, alerts };
  };

  it('are posted to the webhook once it takes them, oldest first, and never again', async () => {
    await raiseAlert(db, { ...alert, key: 'late:124', message: 'Round 124 is late.', raisedAt: NOW + 1 });
    await raiseAlert(db, alert);
    const { posted, alerts } = webhook(() => new Response('ok'));
    await alerts.deliver();
    await alerts.deliver();
    expect(posted).toMatchObject([
      { key: 'held:123', text: 'Game of Draws: Round 123 is held.', raisedAt: '2023-08-23T16:00:00.000Z' },
      { key: 'late:124', text: 'Game of Draws: Round 124 is late.' },
    ]);
  });

  it.each([
    ['answers 500', () => new Response('', { status: 500 })],
    [
      'cannot be reached',
      () => {
        throw new TypeError('network');
      },
    ],
  ])('wait while the webhook %s', async (_what, answer) => {
    await raiseAlert(db, alert);
    const { posted, alerts } = webhook(answer);
    await alerts.deliver();
    expect(posted).toHaveLength(1);
    expect(await undeliveredAlerts(db)).toEqual([alert]);
  });

  it('that are refused keep no other one back', async () => {
    for (const key of ['first', 'second', 'third']) await raiseAlert(db, { ...alert, key });
    let answers = 0;
    const { posted, alerts } = webhook(() => new Response('', { status: ++answers === 2 ? 400 : 200 }));
    await alerts.deliver();
    expect(posted).toHaveLength(3);
    expect((await undeliveredAlerts(db)).map(({ key }) => key)).toEqual(['second']);
  });

  it('go nowhere without a webhook', async () => {
    await raiseAlert(db, alert);
    await createAlerts({ db, webhookUrl: null, fetch: neverCalled('fetch'), now: () => NOW }).deliver();
    expect(await undeliveredAlerts(db)).toEqual([alert]);
  });
});
