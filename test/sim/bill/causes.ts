import { AsyncLocalStorage } from 'node:async_hooks';

/** Why a question is asked: what began the work it belongs to. */
const cause = new AsyncLocalStorage<string>();

/** What the rounds' object reads beside the rounds, by the names of `createWatch`. */
const WATCHED: Readonly<Record<string, string>> = {
  holders: "minute's list",
  pool: 'pool of the page',
  witnesses: 'followers',
  reconcile: 'reconciler',
  journal: 'journal',
  wallets: 'wallets',
};

/** Makes the readings of a rounds' object tell their names; what it asks otherwise belongs to its rounds. */
export function nameReadings(object: object): void {
  const watch: Record<string, (...asked: unknown[]) => unknown> = Reflect.get(object, 'watch');
  for (const [name, says] of Object.entries(WATCHED)) {
    const read = watch[name];
    if (read === undefined) throw new Error(`the rounds' object no longer reads ${name}`);
    watch[name] = (...asked) => cause.run(says, () => read(...asked));
  }
}

/** The reading that asks now; null: the work of the object itself. */
export const readingNow = (): string | null => cause.getStore() ?? null;
