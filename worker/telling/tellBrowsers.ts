import { type RoundClock, roundAt, roundEndsAt } from '../../src/round/clock.ts';
import { shortSol } from '../services/shortSol.ts';
import type { PushBook, PushKind, PushTarget } from '../store/pushSubscriptions.ts';
import type { PushMessage, PushOutcome } from './sendPush.ts';

const DAY_SECONDS = 86_400;
const SOON_SECONDS = 300;
/** Told later than this, nobody could do anything any more. */
const TOO_LATE_SECONDS = 60;
/** Connections that an invocation may have waiting at once. */
const AT_ONCE = 6;
/** What is read, sent and noted together: after a crash this many are sent again, under their old ids. */
const PAGE = 60;
/** Requests of one invocation stay below Cloudflare's 1,000. */
const PAGES = 14;
const OLD_MS = 90 * DAY_SECONDS * 1_000;

export interface TellBrowsersInput {
  readonly book: PushBook;
  readonly send: (target: PushTarget, message: PushMessage) => Promise<PushOutcome>;
  readonly isPaused: () => Promise<boolean>;
  readonly clock: RoundClock;
  /** `https://host` */
  readonly siteUrl: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Due {
  readonly target: PushTarget;
  readonly kind: PushKind;
  readonly round: number;
  readonly message: PushMessage;
}

/**
 * The minute's telling of browsers. What was taken is noted behind the sending: after a crash a message is sent again
 * under its old id, and the one that is shown is replaced by it. Reads the rounds, and no draw knows of it.
 */
export function createTellBrowsers(input: TellBrowsersInput) {
  const { book, send, now } = input;

  async function tellOne({ target, kind, round, message }: Due): Promise<Due | null> {
    const outcome = await send(target, message);
    if (outcome === 'taken') return { target, kind, round, message };
    if (outcome === 'gone') await book.end(target.endpoint);
    else await book.wait(target.endpoint, outcome.later);
    return null;
  }

  async function tellPage(due: readonly Due[]): Promise<void> {
    const waiting = [...due];
    const taken: Due[] = [];
    const worker = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const told = await tellOne(one);
        if (told !== null) taken.push(told);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const groups = Map.groupBy(taken, ({ kind, round }) => `${kind} ${round}`);
    for (const group of groups.values()) {
      const [first] = group;
      if (first)
        await book.told(
          first.kind,
          first.round,
          group.map(({ target }) => target.endpoint),
        );
    }
  }

  return async (): Promise<void> => {
    await book.endOld(now() - OLD_MS);
    // Wins first: they are few, and nobody wants to hear of them last.
    for (const read of [() => dueWins(input), () => dueSoon(input)]) {
      for (let page = 0; page < PAGES; page++) {
        const due = await read();
        if (due.length === 0) break;
        await tellPage(due);
      }
    }
  };
}

async function dueWins({ book, clock, siteUrl, now }: TellBrowsersInput): Promise<Due[]> {
  const unix = Math.floor(now() / 1_000);
  const floor = roundAt(clock, unix) - 2 - Math.ceil(DAY_SECONDS / clock.roundSeconds);
  const wins = await book.wins({ floor, endedSince: unix - DAY_SECONDS, now: now(), limit: PAGE });
  return wins.map(({ round, lamports, endsAt, endpoint, p256dh, auth }) => ({
    target: { endpoint, p256dh, auth },
    ...{ kind: 'win', round },
    message: {
      id: `win-${round}`,
      title: `You won ${shortSol(BigInt(lamports))}`,
      body: `Your wallet was drawn in round ${round}. The prize is in it already.`,
      url: `${siteUrl}/rounds/${round}`,
      expiresAt: (endsAt + DAY_SECONDS) * 1_000,
    },
  }));
}

async function dueSoon({ book, clock, siteUrl, now, isPaused }: TellBrowsersInput): Promise<Due[]> {
  const unix = now() / 1_000;
  const round = roundAt(clock, unix);
  const left = roundEndsAt(clock, round) - unix;
  // Where rounds are short, a draw is always near.
  const isMoment = clock.roundSeconds > 2 * SOON_SECONDS && left <= SOON_SECONDS && left > TOO_LATE_SECONDS;
  if (!isMoment || unix < clock.genesisTime || (await isPaused())) return [];
  const found = await book.soon(round, now(), PAGE);
  const minutes = Math.round(left / 60);
  return found.map((target) => ({
    target,
    ...{ kind: 'soon', round },
    message: {
      id: 'soon',
      title: minutes === 1 ? 'Draw in one minute' : `Draw in ${minutes} minutes`,
      body: `Round ${round} is drawn at ${new Date(roundEndsAt(clock, round) * 1_000).toISOString().slice(11, 16)} UTC.`,
      url: `${siteUrl}/`,
      expiresAt: roundEndsAt(clock, round) * 1_000,
    },
  }));
}
