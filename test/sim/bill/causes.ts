import { AsyncLocalStorage } from 'node:async_hooks';

/** Why a request is made: the work that it belongs to. */
const cause = new AsyncLocalStorage<string>();

/** What the rounds' object reads in addition to its rounds, by the names of `createWatch`. */
const WATCHED: Readonly<Record<string, string>> = {
  holders: "minute's list",
  pool: 'pool of the page',
  witnesses: 'followers',
  reconcile: 'reconciler',
  journal: 'journal',
};

/** Marks the requests of each reading of a rounds' object with its name. Its other requests belong to its rounds. */
export function nameReadings(object: object): void {
  const watch: Record<string, (...asked: unknown[]) => unknown> = Reflect.get(object, 'watch');
  for (const [name, says] of Object.entries(WATCHED)) {
    const read = watch[name];
    if (read === undefined) throw new Error(`the rounds' object no longer reads ${name}`);
    watch[name] = (...asked) => cause.run(says, () => read(...asked));
  }
}

/** The reading that makes the present request; null when the object's own work makes it. */
export const readingNow = (): string | null => cause.getStore() ?? null;
