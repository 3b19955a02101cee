import { closedRounds, type RoundClock, roundAt, roundEndsAt, roundLocksAt } from '../../src/round/clock.ts';
import type { Subscriptions } from './createSubscriptions.ts';
import { belowMessage, helloMessage, type PushMessage, soonMessage, WIN_SECONDS, winMessage } from './pushMessages.ts';
import type { InDraw, Kept, NewSubscription, PushNews, PushTarget } from './pushNews.ts';
import { createBreaker, type PushOutcome } from './sendPush.ts';

const SOON_SECONDS = 300;
/** In the last minute before the lock or the draw, a message about it is of no use any more. */
const TOO_LATE_SECONDS = 60;
/** How many connections one invocation may have waiting at once. */
const AT_ONCE = 6;
/**
 * When this many browsers were told that a draw is near, that is noted once for all of them. After a crash before the
 * note, they get the message again, with the same id.
 */
const PAGE = 120;
/** A browser whose push service refuses our message gets none before this time has passed. */
const REFUSED_MS = 3_600_000;
const OLD_MS = 90 * 86_400_000;
/** Base units in one GOD. */
const GOD = 1_000_000n;

export interface TellBrowsersInput {
  readonly subscriptions: Subscriptions;
  readonly send: (target: PushTarget, message: PushMessage) => Promise<PushOutcome>;
  readonly areIn: (addresses: readonly string[]) => Promise<readonly InDraw[]>;
  readonly clock: RoundClock;
  /** `https://host` */
  readonly siteUrl: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Due {
  readonly target: PushTarget;
  readonly message: PushMessage;
  /** Runs after the push service has taken the message. */
  readonly note: () => void;
}

/**
 * Makes the function that sends the browsers of one shard what is due: wins, wallets below the threshold, a near draw.
 * What was sent is noted afterwards. So after a crash a message may be sent again. It then has its old id, and replaces
 * the one that is shown.
 */
export function createTellBrowsers(input: TellBrowsersInput) {
  const { subscriptions, send, clock, now } = input;
  const breaker = createBreaker(now);

  /**
   * True when nothing is left to do: the browser was told or does not exist any more, or the message is out of date.
   */
  async function tellOne({ target, message, note }: Due): Promise<boolean> {
    if (message.expiresAt <= now()) return true;
    const away = breaker.until(target.endpoint);
    const outcome = away === null ? await send(target, message) : { later: away };
    if (away === null) breaker.note(target.endpoint, outcome);
    if (outcome === 'taken') note();
    else if (outcome === 'gone') subscriptions.end(target.endpoint);
    // A refusal removes nobody, because our own key may be wrong.
    else subscriptions.wait(target.endpoint, outcome === 'refused' ? now() + REFUSED_MS : outcome.later);
    return outcome === 'taken' || outcome === 'gone';
  }

  /** Sends all messages that are due. Returns those that could not be sent yet. */
  async function tellAll(due: readonly Due[]): Promise<readonly Due[]> {
    const waiting = [...due];
    const left: Due[] = [];
    const sender = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
        if (!(await tellOne(one))) left.push(one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    return left;
  }

  async function tellWins(news: PushNews): Promise<void> {
    const unix = now() / 1_000;
    subscriptions.forgetWins(roundAt(clock, unix) - 2 - Math.ceil(WIN_SECONDS / clock.roundSeconds));
    const due = news.wins.flatMap((win) =>
      subscriptions.ofWin(win.address, win.round, now()).map((target) => ({
        ...{ target, message: winMessage(input.siteUrl, win) },
        note: () => subscriptions.toldWin(target.endpoint, win.round),
      })),
    );
    await tellAll(due);
  }

  /**
   * Tells browsers whose wallet has fallen below the threshold. Does nothing from a minute before a lock until the
   * round's end: the rounds' object, which knows the wallets in the draw, is not to be asked in this time.
   */
  async function tellBelow(): Promise<void> {
    const unix = now() / 1_000;
    const round = roundAt(clock, unix);
    if (unix < clock.genesisTime || roundLocksAt(clock, round) - unix <= TOO_LATE_SECONDS) return;
    const watched = subscriptions.watched(round, now());
    if (watched.length === 0) return;
    const areIn = await input.areIn(watched.map(({ address }) => address));
    const due = watched.flatMap(({ address, wasIn, ...target }, index): Due[] => {
      const isIn = areIn[index];
      if (isIn === true && !wasIn) subscriptions.sawIn(target.endpoint);
      if (isIn == null || isIn === true || !wasIn) return [];
      const threshold = BigInt(isIn.below) / GOD;
      const message = belowMessage({ ...input, round, unix }, { address, threshold });
      return [{ target, message, note: () => subscriptions.toldBelow(target.endpoint, round) }];
    });
    await tellAll(due);
  }

  async function tellSoon({ isPaused }: PushNews): Promise<void> {
    // Where rounds are short, a draw is always near, so nobody is told.
    if (isPaused || clock.roundSeconds <= 2 * SOON_SECONDS) return;
    for (;;) {
      const unix = now() / 1_000;
      const round = roundAt(clock, unix);
      const left = roundEndsAt(clock, round) - unix;
      if (unix < clock.genesisTime || left > SOON_SECONDS || left <= TOO_LATE_SECONDS) return;
      const message = soonMessage({ ...input, round, unix });
      const dueOf = (target: PushTarget): Due => ({
        target,
        message,
        note: () => subscriptions.toldSoon(target.endpoint),
      });
      const page = subscriptions.soonPage(round, PAGE);
      const last = page.at(-1);
      if (last === undefined) {
        const again = subscriptions.soonLeft(round, now(), PAGE);
        if (again.length === 0) return;
        await tellAll(again.map(dueOf));
        continue;
      }
      const isReady = ({ notBefore }: { readonly notBefore: number }) => notBefore <= now();
      const [ready, resting] = [page.filter(isReady), page.filter((one) => !isReady(one))];
      const failed = await tellAll(ready.map(dueOf));
      for (const { endpoint } of [...resting, ...failed.map(({ target }) => target)])
        subscriptions.soonAgain(endpoint, round);
      subscriptions.soonUntil(round, last.endpoint);
    }
  }

  return async (news: PushNews): Promise<void> => {
    subscriptions.endOld(now() - OLD_MS);
    // Wins come first: they are few, and should not be late.
    await tellWins(news);
    await tellBelow();
    await tellSoon(news);
  };
}

interface TakeInput extends Pick<TellBrowsersInput, 'send' | 'siteUrl' | 'now'> {
  readonly subscriptions: Subscriptions;
  readonly clock: RoundClock;
}

/**
 * Takes in a new or changed subscription. A new one is kept once its push service has taken a first message for it,
 * which no service does for an invented endpoint. A change needs the browser's own keys. Whoever stole an endpoint does
 * not have them.
 */
export function createTakeSubscription({ subscriptions, send, siteUrl, clock, now }: TakeInput) {
  return async (one: NewSubscription): Promise<Kept> => {
    const known = subscriptions.find(one.endpoint);
    if (known !== null && (known.auth !== one.auth || known.p256dh !== one.p256dh)) return 'stolen';
    if (known === null) {
      if (subscriptions.isFull()) return 'full';
      const outcome = await send(one, helloMessage(siteUrl, one.address, now()));
      if (outcome === 'gone' || outcome === 'refused') return 'unknown';
      // If these were kept, invented browsers, at hosts that never answer, would fill the shards.
      if (outcome !== 'taken') return 'silent';
    }
    subscriptions.keep(one, closedRounds(clock, now() / 1_000), now());
    return 'kept';
  };
}
