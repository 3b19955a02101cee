import { alertKind, kindNameOf } from '../../src/alerts/alertKinds.ts';
import type { Alert, AlertNews } from '../store/journal/alerts.ts';
import type { AlertStore } from './createAlertStore.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** What was not raised again for so long may be over: nobody is reminded of it, and then it is. */
const QUIET_MS = 900_000;
const LAPSE_MS = HOUR_MS;
/** Each look reads this far back again: an alert is stored a moment after it is raised. */
const OVERLAP_MS = DAY_MS;

/** The lottery's database, as far as alerts need it. Each may fail, and is asked again a minute later. */
export interface AlertBook {
  /** What was raised since then and is not delivered. */
  undelivered(since: number): Promise<readonly Alert[]>;
  /** The keys, among these, whose matter is settled. */
  settled(keys: readonly string[]): Promise<readonly string[]>;
  write(news: AlertNews): Promise<void>;
}

export interface AlertInboxInput {
  readonly store: AlertStore;
  readonly book: AlertBook;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Where alerts arrive: from the objects directly, and from the database, in which a held round's alert is written in
 * the transaction that holds it. Decides what is told of each: that it was raised, that it still lasts, that it is
 * over.
 */
export function createAlertInbox({ store, book, now }: AlertInboxInput) {
  /** Up to when the database was read. Memory only: a new instance reads all that is undelivered. */
  let readUntil = 0;

  /** Takes in an alert. One that still lasts, or that is told only once, is no news: only one that was over begins again. */
  function file({ key, message, raisedAt }: Alert, isStored: boolean): void {
    const latest = store.latest(key);
    if (latest !== null && (latest.event !== 'over' || raisedAt <= latest.at)) {
      if (alertKind(key).lapses) store.seen(key, message, raisedAt);
      return;
    }
    store.add({ id: `${key}#raised-${raisedAt}`, key, event: 'raised', message, at: raisedAt }, isStored);
    if (alertKind(key).ends) store.open({ key, message, raisedAt });
  }

  /** What an alert told of is over: that is told as well, once. */
  function end(key: string): void {
    const alert = store.openAlerts().find((each) => each.key === key);
    if (alert === undefined) return;
    const id = `${key}#over-${alert.raisedAt}`;
    store.add({ id, key, event: 'over', message: alert.message, at: now() }, false);
    store.close(key);
  }

  /** Reminds people of alerts that last: after an hour, and then once a day. */
  function remind(): void {
    for (const { key, message, raisedAt, seenAt } of store.openAlerts()) {
      const lasted = now() - raisedAt;
      const isQuiet = alertKind(key).lapses === true && now() - seenAt > QUIET_MS;
      if (lasted < HOUR_MS || isQuiet) continue;
      const number = 1 + Math.floor((lasted - HOUR_MS) / DAY_MS);
      store.add({ id: `${key}#reminder-${raisedAt}-${number}`, key, event: 'reminder', message, at: now() }, true);
    }
  }

  /** What nobody ends is over once it was not raised again for so long. */
  function lapse(): void {
    for (const { key, seenAt } of store.openAlerts()) if (alertKind(key).lapses && now() - seenAt >= LAPSE_MS) end(key);
  }

  async function read(): Promise<void> {
    const startedAt = now();
    for (const alert of await book.undelivered(Math.max(0, readUntil - OVERLAP_MS))) file(alert, true);
    readUntil = startedAt;
    const open = store.openAlerts().map(({ key }) => key);
    for (const key of await book.settled(open)) end(key);
  }

  async function write(): Promise<void> {
    const [unstored, unmarked] = [store.unstored(), store.unmarked()];
    const raised = unstored.filter(({ event }) => event === 'raised');
    await book.write({
      raised: raised.map(({ key, message, at }): Alert => ({ key, message, raisedAt: at })),
      delivered: unmarked.map(({ key }) => key),
      over: unstored.flatMap(({ key, event }) => (event === 'over' ? [key] : [])),
    });
    store.stored(unstored.map(({ seq }) => seq));
    store.marked(unmarked.map(({ seq }) => seq));
  }

  return {
    /** An alert that the database may not have. */
    raise: (alert: Alert) => file(alert, false),
    end,
    /** Kinds of what lasts and is more than worth knowing. */
    kinds: () => [
      ...new Set(
        store
          .openAlerts()
          .filter(({ key }) => alertKind(key).severity !== 'info')
          .map(({ key }) => kindNameOf(key)),
      ),
    ],
    /** The keys of a kind, and of what follows it in the key, that last. */
    lasting: (prefix: string) => store.openAlerts().flatMap(({ key }) => (key.startsWith(`${prefix}:`) ? [key] : [])),
    /** Once a minute. Throws what the database throws, after everything that needs no database is done. */
    async look(): Promise<void> {
      remind();
      lapse();
      store.prune(now());
      await read();
      await write();
    },
  };
}
export type AlertInbox = ReturnType<typeof createAlertInbox>;
