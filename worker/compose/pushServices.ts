import type { RoundClock } from '../../src/round/clock.ts';
import { createSubscriptions } from '../telling/createSubscriptions.ts';
import { createSendPush, type Vapid } from '../telling/sendPush.ts';
import { createTakeSubscription } from '../telling/takeSubscription.ts';
import { createTellBrowsers, type TellBrowsersInput } from '../telling/tellBrowsers.ts';

export interface PushInput extends Pick<TellBrowsersInput, 'areIn' | 'siteUrl' | 'now'> {
  readonly vapid: Vapid;
  readonly clock: RoundClock;
  /** The shard's own storage. */
  readonly sql: SqlStorage;
  readonly fetch: typeof fetch;
}

/** The composition root of one shard of browsers. */
export function createPushServices({ vapid, sql, fetch, ...rest }: PushInput) {
  const subscriptions = createSubscriptions(sql);
  const send = createSendPush({ vapid, fetch, now: rest.now });
  return {
    subscriptions,
    take: createTakeSubscription({ subscriptions, send, ...rest }),
    tell: createTellBrowsers({ subscriptions, send, ...rest }),
  };
}
export type PushServices = ReturnType<typeof createPushServices>;
