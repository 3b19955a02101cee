import type { Dice } from './dice.ts';
import { type AtomOf, type ObjectName, picks } from './faults/atoms.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** What decides how long a life stays in memory. */
interface Memory extends Process {
  /** Calls and background work that have not ended. */
  running: number;
  /** How often it fell idle. */
  rests: number;
}

/** One life of an object. */
export interface Life<T> extends Memory {
  readonly object: T;
  /** Its constructor's own work. */
  readonly ready: Promise<unknown>;
}

export interface HostInput<T> {
  readonly name: ObjectName;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  /** Makes the object within the life that owns it. */
  readonly create: (ctx: DurableObjectState, life: Process) => T;
  /** The alarm's handler. */
  readonly ring: (object: T) => Promise<unknown>;
  /** The object's SQLite; only for an object that uses it. */
  readonly sql?: SqlStorage;
  /** Called when a crash atom has hit an answer of this name. */
  readonly onCrash: (atom: AtomOf<'crash'>, name: string) => void;
}

/**
 * What Cloudflare does for one Durable Object: it begins and ends its lives, keeps its storage and its alarm, and
 * passes calls to the present life. A life that nobody has called for ten seconds, or up to 140, ends.
 */
export interface Host<T> {
  /** Calls the present life and resolves in the caller's process. It never resolves when one of the two dies. */
  call<R>(what: string, run: (object: T) => Promise<R>): Promise<R>;
  /** As `call`, when nobody needs the answer. */
  deliver(what: string, run: (object: T) => Promise<unknown>): void;
  /** Whether the process that waits for this answer dies. */
  dies(life: Process, name: string): boolean;
  armCrash(atom: AtomOf<'crash'>): void;
  /** A second life begins; the first ends later. */
  overlap(lasts: number): void;
  /** The present life ends; the next begins after `gap`. */
  restart(gap: number): void;
  /** Until then the object is not run. Calls of it fail, or hang, and its alarm waits. */
  stop(lasts: number, isHanging: boolean): void;
  /**
   * When the next life could begin after the last fault that ended one. An abort by the object itself is not a fault.
   */
  succeededAt(): number;
  /**
   * When the next life really began after such a fault: it may be late when only a cron begins it, or an alarm that was
   * set by a wrong clock.
   */
  tookOverAt(): number;
}

const MOST_STORAGE_MS = 4;
const ABORT_GAP_MS = 1_000;
/**
 * How long a life stays in memory without work: https://developers.cloudflare.com/durable-objects/concepts/durable-object-lifecycle/
 */
const IDLE_MS = { hibernated: 10_000, evicted: 140_000 } as const;

export function createHost<T>(input: HostInput<T>): Host<T> {
  const { name, scheduler, dice } = input;
  const stored = new Map<string, unknown>();
  let lives = 0;
  let succeededAt = scheduler.now();
  let tookOverAt = scheduler.now();
  let isKilled = false;
  let present: Life<T> | null = null;
  let alarm: { readonly at: number; isCancelled: boolean } | null = null;
  /** Until when the object is not run, and whether calls of it hang meanwhile. */
  let stopped = { until: Number.NEGATIVE_INFINITY, isHanging: false };
  const isStopped = () => scheduler.now() < stopped.until;
  /** Whether the alarm was set by a life that a fault has ended. */
  let isInherited = false;
  let isRinging = false;
  let crash: AtomOf<'crash'> | null = null;
  let answersLeft = 0;
  /** Crashes at the first answer of one name; each waits for its own answer. */
  const aimed: AtomOf<'crash'>[] = [];
  const heard = new Set<string>();

  function begin(): Life<T> {
    const life: Memory = { name: `${name}${++lives}`, isDead: false, running: 0, rests: 0 };
    scheduler.note(`${life.name} begins`);
    if (isKilled) tookOverAt = scheduler.now();
    isKilled = false;
    const later = <R>(what: string, run: () => R) =>
      new Promise<R>((resolve) => {
        const done = () => void (host.dies(life, `storage ${what}`) || resolve(run()));
        scheduler.after(dice.between('storage', 1, MOST_STORAGE_MS), '', done, { owner: life });
      });
    let ready: Promise<unknown> = Promise.resolve();
    const ctx = {
      storage: {
        get: (key: string) => later('get', () => stored.get(key)),
        put: (key: string | Record<string, unknown>, value?: unknown) =>
          later('put', () => {
            const entries = typeof key === 'string' ? [[key, value] as const] : Object.entries(key);
            for (const [each, kept] of entries)
              stored.set(each, typeof kept === 'object' ? structuredClone(kept) : kept);
          }),
        setAlarm: (at: number) => later('setAlarm', () => setAlarm(at)),
        getAlarm: () => later('getAlarm', () => alarm?.at ?? null),
        sql: input.sql,
      },
      blockConcurrencyWhile: (work: () => Promise<unknown>) => {
        ready = work();
        return ready;
      },
      waitUntil: (work: Promise<unknown>) => void busy(life, work).catch(() => undefined),
      abort: (reason: string) => {
        scheduler.note(`${life.name} aborts: ${reason}`);
        end(life, ABORT_GAP_MS);
      },
    };
    const object = scheduler.as(life, () => input.create(ctx as unknown as DurableObjectState, life));
    present = Object.assign(life, { object, ready });
    return present;
  }

  /** Work for which the life stays in memory. After the last one it is removed, unless it is called again in time. */
  async function busy<R>(life: Memory, work: Promise<R>): Promise<R> {
    life.running += 1;
    try {
      return await work;
    } finally {
      life.running -= 1;
      if (life.running === 0) rest(life);
    }
  }

  function rest(life: Memory): void {
    life.rests += 1;
    const { rests } = life;
    const leave = () => {
      if (life.isDead || life.running > 0 || life.rests !== rests) return;
      life.isDead = true;
      scheduler.note(`${life.name} is removed from memory`);
      if (present === life) present = null;
    };
    const least = IDLE_MS.hibernated;
    const idle = dice.chance('hibernates', 0.7) ? least : dice.between('idle', least, IDLE_MS.evicted);
    scheduler.after(idle, '', leave, { owner: null });
  }

  function end(life: Process, gap: number): void {
    if (life.isDead) return;
    life.isDead = true;
    scheduler.note(`${life.name} ends`);
    if (present !== life) return;
    present = null;
    // An alarm whose handler did not finish is delivered again.
    if (isRinging) scheduler.after(gap, '', ring, { owner: null });
  }

  /** Ends a life because of a fault. */
  function kill(life: Process | null, gap: number): void {
    succeededAt = scheduler.now() + gap;
    isKilled = true;
    isInherited = alarm !== null;
    if (life !== null) end(life, gap);
  }

  const now = () => present ?? begin();

  function start(what: string, run: (life: Life<T>) => Promise<unknown>): void {
    const life = now();
    scheduler.note(`${what} → ${life.name}`);
    const begun = () =>
      void busy(
        life,
        life.ready.then(() => run(life)),
      ).catch((error: unknown) => scheduler.note(`${what} failed: ${String(error)}`));
    // A separate event, so that the call runs as this life.
    scheduler.after(0, '', begun, { owner: life });
  }

  function setAlarm(at: number): void {
    if (alarm !== null) alarm.isCancelled = true;
    alarm = scheduler.after(at - scheduler.now(), '', ring, { owner: null });
    isInherited = false;
  }

  function ring(): void {
    if (isStopped()) {
      alarm = scheduler.after(stopped.until - scheduler.now(), '', ring, { owner: null });
      return;
    }
    alarm = null;
    // A call that only reads may have begun this life before its first alarm, and only the alarm takes the work over.
    if (isInherited) tookOverAt = scheduler.now();
    isInherited = false;
    isRinging = true;
    start(`alarm of ${name}`, async ({ object }) => {
      await input.ring(object);
      isRinging = false;
    });
  }

  function aimedAt(answer: string): AtomOf<'crash'> | null {
    const place = aimed.findIndex((atom) => picks(atom, answer));
    return place < 0 ? null : (aimed.splice(place, 1)[0] ?? null);
  }

  /** The crash that happens at this answer, or null. */
  function meets(answer: string, isFirst: boolean): AtomOf<'crash'> | null {
    if (crash === null || !picks(crash, answer) || (crash.isFirst && !isFirst)) return null;
    answersLeft -= 1;
    if (answersLeft > 0) return null;
    const atom = crash;
    crash = null;
    return atom;
  }

  const host: Host<T> = {
    deliver: (what, run) => start(what, ({ object }) => run(object)),
    call(what, run) {
      const caller = scheduler.current();
      return new Promise((resolve, reject) => {
        const back = (settle: () => void) => scheduler.after(1, '', settle, { owner: caller });
        if (isStopped()) {
          if (!stopped.isHanging) back(() => reject(new Error('the object is not run')));
          return;
        }
        start(what, ({ object }) =>
          run(object).then(
            (value) => back(() => resolve(value)),
            (error: unknown) => back(() => reject(error)),
          ),
        );
      });
    },
    dies(life, answer) {
      if (life.isDead) return true;
      const isFirst = !heard.has(answer);
      heard.add(answer);
      const atom = life === present ? (aimedAt(answer) ?? meets(answer, isFirst)) : null;
      if (atom === null) return false;
      input.onCrash(atom, answer);
      kill(life, atom.gap);
      return true;
    },
    armCrash(atom) {
      if (atom.name !== undefined) {
        aimed.push(atom);
        return;
      }
      crash = atom;
      answersLeft = atom.answers;
    },
    overlap(lasts) {
      if (isStopped()) return;
      const old = now();
      succeededAt = scheduler.now();
      begin();
      scheduler.after(lasts, '', () => end(old, 0), { owner: null });
      ring();
    },
    restart(gap) {
      if (present !== null) kill(present, gap);
    },
    stop(lasts, isHanging) {
      stopped = { until: scheduler.now() + lasts, isHanging };
      kill(present, lasts);
    },
    succeededAt: () => succeededAt,
    tookOverAt: () => tookOverAt,
  };
  return host;
}
