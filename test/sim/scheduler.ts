import { createHash } from 'node:crypto';
import { mixOf } from './dice.ts';

// Saved before any global is replaced. With it the event loop gets a turn, so that all microtasks run.
const leaveLoop = setImmediate;
/**
 * Node's internal function that runs all microtasks at once, which is ten times as quick. Without it the event loop
 * gets a turn.
 */
const runMicrotasks = (process as { _tickCallback?: () => void })._tickCallback?.bind(process) ?? null;
/**
 * After this many events the event loop gets a turn, for whatever is not simulated, such as a signal that ends the
 * process.
 */
const EVENTS_AT_ONCE = 500;

/** One life of an object or of a request. When it ends, nothing that it waits for happens any more. */
export interface Process {
  readonly name: string;
  isDead: boolean;
}

export interface Timer {
  readonly at: number;
  readonly order: number;
  readonly seq: number;
  readonly what: string;
  readonly owner: Process | null;
  readonly run: () => void;
  readonly isWire: boolean;
  readonly isQuiet: boolean;
  isCancelled: boolean;
}

export interface AfterOptions {
  /** By default the process that is running now. */
  readonly owner?: Process | null;
  /** It is on the wire: it may take effect although its sender is dead. */
  readonly isWire?: boolean;
  /** All its work is done at once, so there are no microtasks to wait for. */
  readonly isQuiet?: boolean;
  /** Part of the plan: leaving it out does not change the order of other events. */
  readonly isPlanned?: boolean;
}

export interface Scheduler {
  /** Virtual unix milliseconds. */
  now(): number;
  after(ms: number, what: string, run: () => void, options?: AfterOptions): Timer;
  runUntil(end: number, afterEvent: () => void): Promise<void>;
  /** Runs something as a process, as an event would. */
  as<T>(owner: Process | null, run: () => T): T;
  /** The owner of the running event. */
  current(): Process | null;
  /** A line of the trace. `more` is kept when a trace is wanted, and is no part of the digest. */
  note(line: string, more?: () => string): void;
  /** The lines of the trace. */
  readonly lines: readonly string[];
  /** SHA-256 of all lines so far, hex. */
  digest(): string;
  events(): number;
  stop(): void;
  isOver(): boolean;
}

const HASHED_AT_ONCE = 65_536;

/**
 * Virtual time, and a heap of all future events; nothing else makes progress. One event is run, then all microtasks
 * that follow from it, then the invariants are checked, and only then the next event is run.
 */
export function createScheduler(seed: number, start: number, isTraced: boolean): Scheduler {
  const heap: Timer[] = [];
  const hash = createHash('sha256');
  const [tie, wire] = [mixOf(seed, 'tie'), mixOf(seed, 'wire')];
  const lines: string[] = [];
  let unhashed = '';
  let now = start;
  let seq = 0;
  let events = 0;
  let current: Process | null = null;
  let isOver = false;

  const isBefore = (a: Timer, b: Timer) =>
    a.at !== b.at ? a.at < b.at : a.order !== b.order ? a.order < b.order : a.seq < b.seq;

  function push(timer: Timer): void {
    let i = heap.push(timer) - 1;
    while (i > 0) {
      const up = (i - 1) >> 1;
      const above = heap[up];
      if (above === undefined || !isBefore(timer, above)) break;
      heap[i] = above;
      i = up;
    }
    heap[i] = timer;
  }

  function pop(): void {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let i = 0;
    for (;;) {
      let next = 2 * i + 1;
      let below = heap[next];
      if (below === undefined) break;
      const right = heap[next + 1];
      if (right !== undefined && isBefore(right, below)) {
        next += 1;
        below = right;
      }
      if (!isBefore(below, last)) break;
      heap[i] = below;
      i = next;
    }
    heap[i] = last;
  }

  function note(line: string, more?: () => string): void {
    const text = `${now - start} ${line}`;
    unhashed += `${text}\n`;
    if (unhashed.length > HASHED_AT_ONCE) {
      hash.update(unhashed);
      unhashed = '';
    }
    if (isTraced) lines.push(more === undefined ? text : `${text} ${more()}`);
  }

  function after(ms: number, what: string, run: () => void, options: AfterOptions = {}): Timer {
    const timer: Timer = {
      at: now + Math.max(0, Math.ceil(ms)),
      // Events of one millisecond come in an order that the seed chooses.
      order: options.isPlanned ? 0 : tie(seq),
      seq,
      what,
      run,
      owner: options.owner === undefined ? current : options.owner,
      isWire: options.isWire ?? false,
      isQuiet: options.isQuiet ?? false,
      isCancelled: false,
    };
    if (!options.isPlanned) seq += 1;
    push(timer);
    return timer;
  }

  /** Takes the next event from the heap and runs it; false when it had been cancelled. */
  function take(next: Timer): boolean {
    pop();
    if (next.isCancelled) return false;
    const isOrphan = next.owner?.isDead === true;
    if (isOrphan && !(next.isWire && wire(next.seq) < 0.5)) return false;
    now = next.at;
    current = isOrphan ? null : next.owner;
    events += 1;
    if (next.what !== '') note(next.what);
    next.run();
    return true;
  }

  function runUntil(end: number, afterEvent: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => {
        current = null;
        afterEvent();
      };
      // Runs in the event loop itself, because inside of a microtask no other microtasks can be run.
      const turn = () => {
        try {
          for (let left = EVENTS_AT_ONCE; left > 0; left--) {
            const next = heap[0];
            if (next === undefined || next.at > end || isOver) {
              if (!isOver) now = Math.max(now, end);
              return resolve();
            }
            if (!take(next)) continue;
            if (next.isQuiet || runMicrotasks !== null) {
              if (!next.isQuiet) runMicrotasks?.();
              done();
            } else {
              return void leaveLoop(() => {
                done();
                turn();
              });
            }
          }
          leaveLoop(turn);
        } catch (error) {
          reject(error);
        }
      };
      leaveLoop(turn);
    });
  }

  return {
    ...{ after, runUntil, note, lines },
    as(owner, run) {
      const before = current;
      current = owner;
      try {
        return run();
      } finally {
        current = before;
      }
    },
    now: () => now,
    current: () => current,
    digest: () => hash.copy().update(unhashed).digest('hex'),
    events: () => events,
    stop: () => {
      isOver = true;
    },
    isOver: () => isOver,
  };
}
