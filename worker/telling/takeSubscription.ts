import { closedRounds, type RoundClock } from '../../src/round/clock.ts';
import type { Subscriptions } from './createSubscriptions.ts';
import { helloMessage } from './pushMessages.ts';
import type { Kept, NewSubscription } from './pushNews.ts';
import type { TellBrowsersInput } from './tellBrowsers.ts';

export interface TakeInput extends Pick<TellBrowsersInput, 'send' | 'siteUrl' | 'now'> {
  readonly subscriptions: Subscriptions;
  readonly clock: RoundClock;
}

/**
 * Takes a browser's wish. A new one is sent a first message before it is kept: an address that somebody made up, or
 * that belongs to another site, is refused by its own push service. Whoever stole an endpoint does not have the
 * browser's secret, and changes nothing.
 */
export function createTakeSubscription({ subscriptions, send, siteUrl, clock, now }: TakeInput) {
  return async (one: NewSubscription): Promise<Kept> => {
    const known = subscriptions.find(one.endpoint);
    if (known !== null && (known.auth !== one.auth || known.p256dh !== one.p256dh)) return 'stolen';
    if (known === null) {
      if (subscriptions.isFull()) return 'full';
      const outcome = await send(one, helloMessage(siteUrl, one.address, now()));
      // A service that is busy or silent says nothing of the browser.
      if (outcome === 'gone' || outcome === 'refused') return 'unknown';
    }
    subscriptions.keep(one, closedRounds(clock, now() / 1_000), now());
    return 'kept';
  };
}
