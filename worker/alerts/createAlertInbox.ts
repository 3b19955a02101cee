import { alertKind, kindNameOf } from '../../src/alerts/alertKinds.ts';
import type { Alert, AlertNews } from '../store/journal/alerts.ts';
import { type AlertStore, KEPT_MS } from './createAlertStore.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/**
 * An alert of a kind that lapses may be over when nothing has raised it again for `QUIET_MS`: nobody is reminded of it.
 * After `LAPSE_MS` it counts as over.
 */
const QUIET_MS = 900_000;
const LAPSE_MS = HOUR_MS;
/**
 * Each look also reads alerts that name a time up to this long before the last look, because an alert is stored later
 * than the time that it names.
 */
const OVERLAP_MS = DAY_MS;

/** What alerts need of the lottery's database. Each call may fail, and is made again a minute later. */
export interface AlertBook {
  /** Alerts that were raised at `since` (unix milliseconds) or later, and are not delivered. */
  undelivered(since: number): Promise<readonly Alert[]>;
  /** Which of these alerts are about a matter that is settled. */
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
 * Takes in alerts: those that are handed over, and those in the database. The batch that holds a round, for example,
 * only stores its alert. Decides what people are told of each alert: that it was raised, that it still lasts, that it
 * is over.
 */
export function createAlertInbox({ store, book, now }: AlertInboxInput) {
  /**
   * The time up to which the database was read, in memory only. A new instance reads the undelivered alerts of the last
   * `KEPT_MS` again; by the events that are kept it knows which were told already.
   */
  let readUntil = 0;

  /**
   * Takes in an alert. People are not told again of an alert that still lasts, or whose kind is told only once. After
   * it was over, an alert can begin anew.
   */
  function file({ key, message, raisedAt }: Alert, isStored: boolean): void {
    const latest = store.latest(key);
    if (latest !== null && (latest.event !== 'over' || raisedAt <= latest.at)) {
      if (alertKind(key).lapses) store.seen(key, message, raisedAt);
      return;
    }
    store.add({ id: `${key}#raised-${raisedAt}`, key, event: 'raised', message, at: raisedAt }, isStored);
    if (alertKind(key).ends) store.open({ key, message, raisedAt });
  }

  /** Ends an alert whose matter is over, and tells people so, once. */
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

  /** Ends alerts of kinds that lapse, an hour after they were last raised. */
  function lapse(): void {
    for (const { key, seenAt } of store.openAlerts()) if (alertKind(key).lapses && now() - seenAt >= LAPSE_MS) end(key);
  }

  async function read(signal?: AbortSignal): Promise<void> {
    const startedAt = now();
    // `readUntil` may be in the future, by a clock that was ahead: alerts stored since would be missed.
    const since = Math.min(readUntil, startedAt) - OVERLAP_MS;
    const undelivered = await book.undelivered(Math.max(since, startedAt - KEPT_MS));
    signal?.throwIfAborted();
    for (const alert of undelivered) file(alert, true);
    readUntil = startedAt;
    const open = store.openAlerts().map(({ key }) => key);
    const settled = await book.settled(open);
    signal?.throwIfAborted();
    for (const key of settled) end(key);
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
    /** Takes in an alert that may be missing in the database. */
    raise: (alert: Alert) => file(alert, false),
    end,
    /** The kinds of alerts that last and are more severe than `info`. */
    kinds: () => [
      ...new Set(
        store
          .openAlerts()
          .filter(({ key }) => alertKind(key).severity !== 'info')
          .map(({ key }) => kindNameOf(key)),
      ),
    ],
    /** The keys that begin with this prefix and a colon, of alerts that last. */
    lasting: (prefix: string) => store.openAlerts().flatMap(({ key }) => (key.startsWith(`${prefix}:`) ? [key] : [])),
    /**
     * Runs once a minute. It first does all that needs no database, and throws what the database throws. An answer of
     * the database that comes after `signal` is aborted is not used: an alert may have ended and begun again meanwhile.
     */
    async look(signal?: AbortSignal): Promise<void> {
      remind();
      lapse();
      store.prune(now());
      await read(signal);
      await write();
    },
  };
}
export type AlertInbox = ReturnType<typeof createAlertInbox>;
