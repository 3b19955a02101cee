import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { Severity } from '../../src/alerts/alertKinds.ts';
import { type AlertBook, createAlertInbox } from '../../worker/alerts/createAlertInbox.ts';
import { createAlertStore } from '../../worker/alerts/createAlertStore.ts';
import { createDelivery } from '../../worker/alerts/createDelivery.ts';
import type { PostOutcome, Target } from '../../worker/alerts/createTargets.ts';
import type { Alert, AlertNews } from '../../worker/store/journal/alerts.ts';

export const AT = 1_800_000_000_000;

/** A table of alerts in memory: what was raised, what is settled, and whether it can be read at all. */
function paperBook() {
  const stored: Alert[] = [];
  const settled = new Set<string>();
  const written: AlertNews[] = [];
  const state = { isLost: false };
  const open = <T>(answer: T) => (state.isLost ? Promise.reject(new Error('D1 is lost')) : Promise.resolve(answer));
  const book: AlertBook = {
    undelivered: (since) => open(stored.filter(({ raisedAt }) => raisedAt >= since)),
    settled: (keys) => open(keys.filter((key) => settled.has(key))),
    write: async (news) => {
      await open(null);
      written.push(news);
    },
  };
  return { book, stored, settled, written, state };
}

/** A target that takes, refuses or fails as it is told, and remembers every post. */
export function fakeTarget(name: string, least: Severity = 'info') {
  const posts: { readonly id: string; readonly text: string; readonly alerts: readonly string[] }[] = [];
  const state: { outcome: PostOutcome } = { outcome: 'taken' };
  const target: Target = {
    name,
    least,
    post: async ({ id, text, shortText, alerts }, isShort) => {
      posts.push({ id, text: isShort ? shortText : text, alerts: alerts.map((alert) => alert.id) });
      return state.outcome;
    },
  };
  return { target, posts, state };
}

let objects = 0;

/** AlertInbox and delivery on the real storage of a new object; `restart` makes them anew on the same storage. */
export async function withDesk(
  targets: readonly Target[],
  test: (inbox: ReturnType<typeof deskOn>) => Promise<void>,
): Promise<void> {
  objects += 1;
  const stub = env.ALERTS.getByName(`test-${Date.now()}-${objects}`);
  await runInDurableObject(stub, (_instance, { storage }) => test(deskOn(storage.sql, targets)));
}

function deskOn(sql: SqlStorage, targets: readonly Target[]) {
  const paper = paperBook();
  const clock = { now: AT };
  const now = () => clock.now;
  const names = { environment: 'staging', runbookUrl: 'https://runbook.test/r' };
  const start = (with_: readonly Target[] = targets) => {
    const store = createAlertStore(
      sql,
      with_.map(({ name }) => name),
    );
    return {
      store,
      inbox: createAlertInbox({ store, book: paper.book, now }),
      delivery: createDelivery({ store, targets: with_, names, now }),
    };
  };
  return { ...paper, clock, start, ...start() };
}
