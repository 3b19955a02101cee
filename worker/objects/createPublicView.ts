import { type Address, parseAddress } from '../../src/address/address.ts';
import { closedRounds, type RoundClock, roundAt, roundLocksAt } from '../../src/round/clock.ts';
import type { Standing } from '../answers/state/indexHolders.ts';
import { shownState } from '../answers/state/publicState.ts';
import type { PublicState } from '../cache/publicState.ts';
import type { Services } from '../compose/roundServices.ts';
import type { InDraw } from '../telling/pushNews.ts';
import type { createStateKeeper } from './createStateKeeper.ts';
import type { createWatch } from './createWatch.ts';

/** For this long before a lock, no holders are read for the page. */
const LOCK_QUIET_SECONDS = 5;
/**
 * A draw and its payment take seconds. When the last reading is older than this, the pool is read even if a payment may
 * be on its way.
 */
const DOUBT_MS = 60_000;
/** The longest that a request waits for news. */
const MOST_WAIT_MS = 5_000;

export interface PublicViewInput {
  readonly watched: () => Pick<Services, 'watchChain'>;
  readonly watch: ReturnType<typeof createWatch>;
  readonly state: ReturnType<typeof createStateKeeper>;
  readonly clock: () => RoundClock;
  /** Takes work for which nobody waits. */
  readonly later: (work: Promise<unknown>) => void;
  /** Resolves when the run under way, or the next one, has ended. */
  readonly runEnded: () => Promise<void>;
  readonly wait: (ms: number) => Promise<unknown>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** What visitors are told, from memory. A call renews what is too old. */
export function createPublicView(input: PublicViewInput) {
  const { watched, watch, state, clock, later, now } = input;
  const view = () => watched().watchChain.view();

  /**
   * Whether the holders may be read for the pages. From shortly before a lock until it is stored they may not: the lock
   * reads them too, and two full lists at once would take twice the memory.
   */
  function holdersMayBeRead(): boolean {
    const unix = now() / 1000;
    const round = roundAt(clock(), unix);
    const isLocked = state.known()?.lockedRound?.round === round;
    return isLocked || unix < roundLocksAt(clock(), round) - LOCK_QUIET_SECONDS;
  }

  const holdersAreDue = (): boolean => watched().watchChain.areHoldersDue(lockedAt()) && holdersMayBeRead();

  /** When the lock of the running round has read its list, unix milliseconds; null while that round is not locked. */
  function lockedAt(): number | null {
    const list = state.known()?.lockedList;
    return list?.round === roundAt(clock(), now() / 1000) ? list.takenAt : null;
  }

  /**
   * True from a round's end until its payment is seen: a reading of the pool may contain that payment or not. False if
   * the last reading is more than a minute old, so that the pool is read then.
   */
  function isPoolInDoubt(): boolean {
    const { pool } = view();
    if (pool === null || now() - pool.readAt > DOUBT_MS) return false;
    const closed = closedRounds(clock(), now() / 1000);
    return state.known()?.payments.some(({ round, slot }) => slot === null && round <= closed) ?? false;
  }

  /** Notes that a visitor looks. If the holders are due, they are read, and the visitor does not wait. */
  function noteLook(): void {
    const { watchChain } = watched();
    watchChain.noteLook();
    if (holdersAreDue()) later(watch.holders());
  }

  /** What visitors may see, for a caller that does not count as somebody who looks. */
  async function shown(refresh = false): Promise<PublicState> {
    const { watchChain } = watched();
    later(watch.witnesses());
    const stored = await state.get();
    const newestPayment = Math.max(0, ...stored.payments.map(({ slot }) => slot ?? 0));
    if (watchChain.isPoolStale(newestPayment)) {
      const reading = watch.pool();
      if (refresh || view().pool === null) await reading;
      else later(reading);
    }
    if (watchChain.needsHolders()) await watch.holders();
    return shownState(stored, view(), now());
  }

  async function publicState(refresh = false): Promise<PublicState> {
    const state = await shown(refresh);
    // After `shown`, which reads the holders if none are known: they need not be read again here.
    noteLook();
    return state;
  }

  /** As `publicState`, but waits, `ms` at most, for a state that was built after `builtAt` (unix milliseconds). */
  async function nextState(builtAt: number, ms: number): Promise<PublicState> {
    const deadline = now() + Math.min(ms, MOST_WAIT_MS);
    for (;;) {
      // Taken before the state is read: a run that ends during that read must not be missed.
      const ended = input.runEnded();
      const known = await publicState();
      const left = deadline - now();
      if (known.builtAt > builtAt || left <= 0) return known;
      await Promise.race([ended, input.wait(left)]);
    }
  }

  /**
   * Where a wallet stands, and also where it stands in the running round once that round is locked; null while the
   * holders are unknown.
   */
  async function wallet(address: Address): Promise<Standing | null> {
    const { watchChain } = watched();
    watchChain.noteLook();
    if (holdersAreDue() || (watchChain.needsStandings() && holdersMayBeRead())) await watch.holders();
    const standing = watchChain.standing(address);
    const { lockedList } = await state.get();
    if (standing === null || lockedList?.round !== roundAt(clock(), now() / 1000)) return standing;
    const { round, total } = lockedList;
    return { ...standing, locked: { round, isIn: lockedList.isIn(address), entries: total } };
  }

  /**
   * True if an address is in the draw, by the holders as last read. If it holds too little: what it would need. Null if
   * that is unknown, or if something else keeps the address out.
   */
  function isIn(text: string): InDraw {
    const address = parseAddress(text);
    const standing = address === null ? null : watched().watchChain.standing(address);
    if (standing === null || standing.excluded !== null) return null;
    if (standing.isEligible) return true;
    const { amount, frozen, threshold } = standing;
    return BigInt(amount) + BigInt(frozen) < BigInt(threshold) ? { below: threshold } : null;
  }

  /**
   * Browsers are told when the list is read for the pages, every five minutes at least: they are no reason of their own
   * to read it. In the minutes between, an object that was removed from memory since answers null.
   */
  async function areIn(addresses: readonly string[]): Promise<readonly InDraw[]> {
    if (holdersAreDue()) await watch.holders();
    // A read that fails has been logged by whoever began it.
    await watched()
      .watchChain.joinReading()
      .catch(() => undefined);
    return addresses.map(isIn);
  }

  return { shown, publicState, nextState, wallet, areIn, holdersAreDue, isPoolInDoubt };
}
