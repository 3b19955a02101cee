import type { Dice } from './dice.ts';
import type { Process, Scheduler } from './scheduler.ts';

const MOST_MS = 20;

export interface KvInput {
  /** The stored values; they outlive every process. */
  readonly kept: Map<string, string>;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly owner: Process;
}

/** KV's interface for one process. */
export function createKv({ kept, scheduler, dice, owner }: KvInput): KVNamespace {
  const later = <T>(run: () => T) =>
    new Promise<T>(
      (resolve) => void scheduler.after(dice.between('kv', 1, MOST_MS), '', () => resolve(run()), { owner }),
    );
  return {
    get: async (key: string, options?: 'json' | { type: 'json' }) =>
      // The exchanges that give the page its prices are not simulated, so the stored prices always count as new.
      key.startsWith('price:')
        ? { time: scheduler.now() }
        : later(() => (options === undefined ? (kept.get(key) ?? null) : JSON.parse(kept.get(key) ?? 'null'))),
    put: (key: string, value: string) => later(() => void kept.set(key, value)),
  } as unknown as KVNamespace;
}
