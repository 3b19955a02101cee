import { alertKind, SEVERITIES, type Severity } from '../../src/alerts/alertKinds.ts';
import { composePost, type PostNames } from './composePost.ts';
import type { AlertStore } from './createAlertStore.ts';
import type { Target } from './createTargets.ts';

/** The most events in one post: so many that a severe alert does not wait behind a flood of mild ones. */
const MOST_EVENTS = 10_000;
/** The most posts to a target in one delivery. The rest follows in the next delivery. */
const MOST_POSTS = 5;
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 300_000;

const isSevere = (key: string, least: Severity) =>
  SEVERITIES.indexOf(alertKind(key).severity) >= SEVERITIES.indexOf(least);

export interface DeliveryInput {
  readonly store: AlertStore;
  readonly targets: readonly Target[];
  readonly names: PostNames;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Tells each target what it has not taken yet. The events of a post are fixed before it is sent, and the post is sent
 * again until it is taken: after a refusal, only its short text. A post that arrives twice has the same id.
 */
export function createDelivery({ store, targets, names, now }: DeliveryInput) {
  const underWay = new Map<string, Promise<void>>();

  /**
   * When a target is tried again. If that is further off than the longest wait, it was set by a clock that was ahead,
   * and the target is due now.
   */
  const dueAt = ({ nextAt }: { readonly nextAt: number }) => (nextAt - now() > LONGEST_RETRY_MS ? now() : nextAt);

  /**
   * Sends the post that is due. True when the target has taken it, or when all its events are too mild for the target
   * or are kept no longer. False when no post is due, or when the target did not take it.
   */
  async function postNext(target: Target): Promise<boolean> {
    const state = store.target(target.name);
    if (now() < dueAt(state)) return false;
    const events = store.between(state.taken, state.last ?? Number.MAX_SAFE_INTEGER, MOST_EVENTS);
    // The events of a post that was being sent are gone if its target was out of the settings for long.
    const last = events.at(-1)?.seq ?? state.last;
    if (last === null) return false;
    const after = { last: null, tries: 0, isRefused: false, nextAt: 0, failingSince: null };
    const told = events.filter(({ key }) => isSevere(key, target.least));
    if (told.length === 0) {
      store.saveTarget(target.name, { ...after, failingSince: state.failingSince, taken: last });
      return true;
    }
    if (state.last === null) store.saveTarget(target.name, { ...state, last });
    const outcome = await target.post(composePost(told, names), state.isRefused);
    if (outcome === 'taken') store.saveTarget(target.name, { ...after, taken: last });
    else {
      const wait = Math.min(FIRST_RETRY_MS * 2 ** state.tries, LONGEST_RETRY_MS);
      store.saveTarget(target.name, {
        ...{ taken: state.taken, last, tries: state.tries + 1, isRefused: state.isRefused || outcome === 'refused' },
        ...{ nextAt: now() + wait, failingSince: state.failingSince ?? now() },
      });
      console.warn(`alerts: ${target.name} did not take a post (${outcome}); it is tried again in ${wait / 1000} s`);
    }
    return outcome === 'taken';
  }

  async function deliverTo(target: Target): Promise<void> {
    for (let post = 0; post < MOST_POSTS; post++) if (!(await postNext(target))) return;
  }

  return {
    /** Sends each target what is due, or waits for the earlier call that still sends to it. Never throws. */
    async deliver(): Promise<void> {
      await Promise.all(
        targets.map((target) => {
          const running = underWay.get(target.name) ?? deliverTo(target).finally(() => underWay.delete(target.name));
          underWay.set(target.name, running);
          return running;
        }),
      );
    },
    /** When the next post is due, unix milliseconds; null when none waits. */
    nextAt(): number | null {
      const due = targets.flatMap(({ name }) => {
        const state = store.target(name);
        return store.waiting(state.taken) > 0 ? [dueAt(state)] : [];
      });
      return due.length === 0 ? null : Math.max(now(), Math.min(...due));
    },
    /** Of each target: how many events it has not taken yet, and since when posts to it have failed. */
    states: () =>
      targets.map(({ name }) => {
        const { taken, failingSince } = store.target(name);
        return { name, failingSince, waiting: store.waiting(taken) };
      }),
  };
}
export type Delivery = ReturnType<typeof createDelivery>;
