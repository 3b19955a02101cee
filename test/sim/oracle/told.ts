import type { Post, ToldAlert } from '../channel.ts';
import type { Plan } from '../faults/atoms.ts';
import type { Violate } from './Court.ts';

/** What a person has read about one alert, oldest first. */
export interface ToldEvent extends ToldAlert {
  /** Milliseconds since the world's start. */
  readonly at: number;
}

/** Tries of one message are at least this far apart, as decision 032 says, less a second for slow answers. */
const LEAST_PAUSE_MS = 9_000;
/** Alerts whose key ends with the moment at which they began: of each matter at most one lasts. */
const TOLD_ONCE = /^(part-down|missed|no-payment|unpaid|wallet-low|database-size):/;
const HOUR_MS = 3_600_000;

/**
 * What people have been told, by the messages that the channel took. Says when they are told the same again, or when a
 * message is changed or sent too often.
 */
export function createTold({ plan, violate, watchFreeAt }: ToldInput) {
  const byKey = new Map<string, ToldEvent[]>();
  /** Of each message: its tries, and which alerts it lists, the newest first. */
  const posts = new Map<string, { tries: Post[]; listed: readonly ToldAlert[] }>();
  /** The message in which an event came first. */
  const postOf = new Map<string, string>();
  const hasWrongClock = plan.atoms.some(({ kind }) => kind === 'clock');
  const overlaps = plan.atoms.some((atom) => atom.kind === 'overlap' && atom.object === 'alerts');

  const open = (): readonly ToldEvent[] =>
    [...byKey.values()].flatMap((events) => events.slice(-1).filter(({ event }) => event !== 'over'));

  function read(alert: ToldAlert, at: number): void {
    const { key, event, id } = alert;
    const events = byKey.get(key) ?? [];
    const last = events.at(-1);
    const about = TOLD_ONCE.test(key) ? key.slice(0, key.lastIndexOf(':') + 1) : key;
    const other = open().find((each) => each.key !== key && about !== key && each.key.startsWith(about));
    const isOpen = last !== undefined && last.event !== 'over';
    if (event === 'raised' && isOpen) violate('told-again', `${key} was told, and is told again as new (${id})`);
    if (event === 'raised' && other !== undefined)
      violate('told-again', `${key} is told, and ${other.key} still lasts`);
    if (event !== 'raised' && !isOpen)
      violate('told-over-twice', `${key} is told as ${event}, and nobody was told of it`);
    const first = events.findLast((each) => each.event === 'raised');
    if (event === 'reminder' && first !== undefined && at - first.at < HOUR_MS && !hasWrongClock)
      violate('told-too-often', `${key} is told again ${at - first.at} ms after it began`);
    byKey.set(key, [...events, { ...alert, at }]);
  }

  return {
    /** What a person learns by this message. */
    onPost(post: Post): readonly ToldAlert[] {
      const known = posts.get(post.id) ?? { tries: [], listed: post.alerts };
      posts.set(post.id, known);
      const last = known.tries.at(-1);
      const isSameLife = watchFreeAt() < (last?.at ?? 0) && !overlaps;
      if (last !== undefined && isSameLife) {
        if (last.isTaken && last.isAnswered) violate('told-twice', `message ${post.id} was taken, and is sent again`);
        if (post.at - last.at < LEAST_PAUSE_MS && !hasWrongClock)
          violate('told-too-often', `message ${post.id} is tried again after ${post.at - last.at} ms`);
      }
      const full = known.tries.find(({ alerts }) => alerts.length > 0);
      if (full !== undefined && post.alerts.length > 0 && full.body !== post.body)
        violate('told-changed', `message ${post.id} has another text than before`);
      for (const { id } of post.alerts) {
        const first = postOf.get(id) ?? post.id;
        postOf.set(id, first);
        if (first !== post.id) violate('told-again', `${id} is in the messages ${first} and ${post.id}`);
      }
      const wasTaken = known.tries.some(({ isTaken }) => isTaken);
      known.tries.push(post);
      if (!post.isTaken || wasTaken) return [];
      for (const alert of known.listed.toReversed()) read(alert, post.at);
      return known.listed;
    },
    /** What a person was told last of an alert. */
    last: (key: string): ToldEvent | undefined => byKey.get(key)?.at(-1),
    /** The alerts that a person believes to last. */
    open,
  };
}
export type Told = ReturnType<typeof createTold>;

export interface ToldInput {
  readonly plan: Plan;
  readonly violate: Violate;
  /** When the object that tells people was free of the last fault that ended its life, in milliseconds since the start. */
  readonly watchFreeAt: () => number;
}
