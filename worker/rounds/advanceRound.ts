import { errorText } from '../../src/errorText.ts';
import { knownProtocol, UnknownRules } from '../../src/protocol/protocolOf.ts';
import type { Protocol } from '../../src/protocol/terms/Protocol.ts';
import { isLockWindow, lastLockAt, roundAt, roundEndsAt, roundLocksAt } from '../../src/round/clock.ts';
import type { RoundInFlight } from '../../src/round/record.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { BeforeSlot, NodesDisagree, NodesSilent, NotYet, RpcError, Unreachable } from '../chain/node/rpcError.ts';
import { SignerRefusal } from '../chain/signing/signer.ts';
import { tellOverdue } from '../engine/raiseAlerts.ts';
import { type RunResult, runSteps, type Step, waitFor } from '../engine/runSteps.ts';
import { holdsKey } from '../terms/playUnder.ts';
import { clockOf } from '../terms/TermsBook.ts';
import { commitRound } from './commitRound.ts';
import type { RoundContext } from './context.ts';
import { createInFlight } from './createInFlight.ts';
import { drawRound } from './drawRound.ts';
import { createExplainDelays, dueStep } from './explainDelays.ts';
import { holdRound } from './holdRound.ts';
import { createLockRound } from './lockRound.ts';
import { payRound } from './payRound.ts';
import { rehearseRound } from './rehearseRound.ts';
import { createSettleMissed } from './settleMissed.ts';

/** A round that is still in flight this many rounds after its end is held, so that it no longer delays other rounds. */
const MAX_OWED_ROUNDS = 24;
/**
 * A released round that is still in flight this long after its release or its end, whichever is later, is held again.
 */
const RELEASED_MS = 15 * 60_000;
/**
 * If the step of an overdue round without a commitment fails, the round is held only after the step has failed for this
 * long, because the nodes may answer again before that.
 */
const FAILING_MS = 15 * 60_000;
/** How soon a round whose rules this version does not know is looked at again. */
const UNKNOWN_RULES_MS = 30_000;

/** How rounds move: `run` takes steps until there is nothing to do now. */
export interface AdvanceRound {
  run(): Promise<RunResult>;
  /** Called when other code may have changed the rounds: the next run reads the round in flight again. */
  forget(): void;
}

/**
 * The one idempotent way in which a round moves. Only the clock and the database decide what to do, never the caller:
 * if `run` is called twice, late, or from two places at once, only the time of a step can change.
 */
export function createAdvanceRound(context: RoundContext): AdvanceRound {
  const { rounds, settings, now } = context;
  const inFlight = createInFlight(context);
  /** The locked round whose step fails, and since when, unix milliseconds. */
  let failing: { readonly round: number; readonly since: number } | null = null;
  const explain = createExplainDelays({ rounds, now, startedAt: now() });
  const { settle: settleMissed, openBefore } = createSettleMissed(context, (round) =>
    explain.unlocked(round, lastLockAt(clockOf(context, round), roundEndsAt(settings.clock, round)) * 1000),
  );
  const lockRound = createLockRound(context, openBefore);

  /** Takes a step. After a step that wrote something or failed, the round in flight is read again. */
  async function step(): Promise<Step> {
    try {
      const taken = await stepOn();
      if (taken.kind === 'again' || taken.changed) inFlight.forget();
      return taken;
    } catch (error) {
      inFlight.forget();
      throw error;
    }
  }

  async function stepOn(): Promise<Step> {
    const { inFlight: record, newest } = await inFlight.read();
    await context.payouts.look(record);
    // A round in flight comes first: no doubt about other rounds may delay its winners.
    const own = record === null ? null : await advance(record).catch(blameNodes);
    if (own?.kind === 'again') return own;
    if (await settle()) return { kind: 'again' };
    const unix = now() / 1000;
    const current = roundAt(settings.clock, unix);
    if (record !== null && own !== null) {
      // One round after the other: the current round cannot be locked either.
      if (newest < current && isLockWindow(clockOf(context, current), current, unix))
        await lockRound.noteWait(current, own.problem ?? underWay(record)).catch(unnoted);
      return own;
    }
    if (newest > current) {
      await context.raiseAlert(
        `timetable:${current}`,
        `Round ${newest} is stored already, and by the clock it is only round ${current}. Was GENESIS_TIME or ROUND_SECONDS changed? No round is locked until the clock has passed round ${newest}.`,
      );
    }
    if (newest >= current) return { kind: 'wait', until: roundEndsAt(settings.clock, current) * 1000 };
    const dueAt = roundLocksAt(clockOf(context, current), current) * 1000;
    return explain.taken(
      { round: current, step: 'lock', dueAt, waitsFor: null, hasRow: false },
      lockRound.lock(current),
    );
  }

  /**
   * If a failure of the nodes stops an earlier round while the current round should be locked, the current round cannot
   * be locked either. So the failure is stored as the reason. Always throws `error` again.
   */
  async function blameNodes(error: unknown): Promise<never> {
    const unix = now() / 1000;
    const current = roundAt(settings.clock, unix);
    const isOfNodes = error instanceof NodesSilent || error instanceof NodesDisagree;
    if (isOfNodes && isLockWindow(clockOf(context, current), current, unix)) await lockRound.blame(current, error);
    throw error;
  }

  /** Settles past rounds; true when the database has changed. What cannot be settled now is tried in the next run. */
  async function settle(): Promise<boolean> {
    try {
      return await settleMissed();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      console.warn(error.message);
      return false;
    }
  }

  async function advance(record: RoundInFlight): Promise<Step> {
    const { wallet, rules } = record.lock;
    // Without the rules it cannot be told what was promised.
    const protocol = knownProtocol(rules);
    if (protocol === null) return awaitNewerDeployment(record);
    if (record.state === 'locked') return advanceLocked(record, protocol);
    if (!holdsKey(settings, wallet)) {
      // The key of a pool wallet was removed while its round was in flight, and no other wallet can keep the promise.
      const cause = `it was locked for the pool wallet ${wallet}, and neither POOL_SECRET_KEY nor OLD_POOL_SECRET_KEYS has its key`;
      return holdRound(context, record, 'record-mismatch', cause);
    }
    return (await holdOverdue(record)) ?? explained(record, protocol);
  }

  /**
   * A locked round takes its step before it can be held. Its commitment may have landed while nothing ran here, or
   * the key that signed it may have been removed since: the step finds the commitment, or calls the round off. A round
   * whose step fails again and again is held even so: otherwise no later round could be locked, and no person would be
   * told.
   */
  async function advanceLocked(record: RoundInFlight, protocol: Protocol): Promise<Step> {
    try {
      const taken = await explained(record, protocol);
      failing = null;
      if (taken.kind === 'again' || taken.changed) return taken;
      return (await holdOverdue(record)) ?? taken;
    } catch (error) {
      if (!(error instanceof RpcError) || !hasFailedLong(record.round)) throw error;
      // If `isRefused`, the round does not wait until the nodes agree: too many of them have answered that they do not
      // have what was asked.
      const held = await holdOverdue(record, !isRefused(context.rpc, error) && context.isDisputed());
      if (held === null) throw error;
      return held;
    }
  }

  /** Whether the step of a locked round has failed for `FAILING_MS`. Called at each failure. */
  function hasFailedLong(round: number): boolean {
    // A time in the future comes from a clock that was ahead: the count begins anew.
    if (failing?.round !== round || failing.since > now()) failing = { round, since: now() };
    return now() - failing.since >= FAILING_MS;
  }

  /**
   * Holds a round that is overdue. If it has time left or `waits` is true, does nothing and returns null. While too few
   * nodes agree, an overdue round waits, because a person could not know more than the nodes.
   */
  async function holdOverdue(record: RoundInFlight, waits = context.isDisputed()): Promise<Step | null> {
    const late = overdueText(record, now(), settings.clock.roundSeconds);
    return late === null || waits ? null : holdRound(context, record, 'overdue', late);
  }

  function explained(record: RoundInFlight, protocol: Protocol): Promise<Step> {
    const beaconDueAt = Math.max(record.endsAt, protocol.beaconTime(record.lock.beacon, record.lock.beaconRound));
    const due = dueStep(record, beaconDueAt * 1000);
    const taken = move(record);
    return due === null ? taken : explain.taken(due, taken);
  }

  /**
   * Takes one step, by the round's state. If the signer refuses, the stored record contradicts itself, and the round is
   * held.
   */
  async function move(record: RoundInFlight): Promise<Step> {
    const { round, endsAt, state } = record;
    const message = `Round ${round} is still ${state} 15 minutes after its end.`;
    await tellOverdue(context, { at: endsAt * 1000, key: `late:${round}`, message });
    try {
      return await takeStep(context, record);
    } catch (error) {
      if (!(error instanceof SignerRefusal)) throw error;
      console.error(error.message);
      return holdRound(context, record, 'record-mismatch', error.message);
    }
  }

  /**
   * Called when an older version of this code was deployed over the version that locked the round. The round stays
   * owed, and no further round is locked: a lottery that cannot keep a promise makes no new one.
   */
  async function awaitNewerDeployment({ round, lock }: RoundInFlight): Promise<Step> {
    const sentence = `Round ${round} cannot go on: ${new UnknownRules(lock.rules).message}. Deploy that version again.`;
    await context.raiseAlert(`rules:${round}`, sentence);
    return waitFor(context, UNKNOWN_RULES_MS, sentence);
  }

  return {
    async run() {
      await context.terms.load();
      const result = await runSteps(step, now);
      return { ...result, wakeAt: Math.min(result.wakeAt, nextAppointment(context)) };
    },
    forget: inFlight.forget,
  };
}

/** No step fails because it could not be noted why a round waits. */
function unnoted(error: unknown): void {
  console.warn(`why the lock waits was not noted: ${errorText(error)}`);
}

/** Why no later round can be locked while this one is in flight. */
function underWay(record: RoundInFlight): string {
  const waitsFor = dueStep(record, record.endsAt * 1000)?.waitsFor;
  return [`Round ${record.round} was still under way.`, ...(waitsFor == null ? [] : [waitsFor])].join(' ');
}

/** Takes the step that the round's state waits for. */
function takeStep(context: RoundContext, record: RoundInFlight): Promise<Step> {
  switch (record.state) {
    case 'locked':
      return record.payouts === 'shadow' ? rehearseRound(context, record) : commitRound(context, record);
    case 'committed':
      return drawRound(context, record);
    case 'drawn':
      return payRound(context, record);
  }
}

/**
 * Whether some nodes answered that they do not have what was asked, and the nodes that may still give it are too few to
 * decide.
 */
function isRefused({ nodes, enough }: Pick<Rpc, 'nodes' | 'enough'>, error: RpcError): boolean {
  if (!(error instanceof NodesSilent)) return false;
  const mayPass = [Unreachable, BeforeSlot, NotYet, NodesSilent, NodesDisagree];
  const refusals = error.causes.filter((cause) => !mayPass.some((kind) => cause instanceof kind));
  return nodes.length - refusals.length < enough;
}

/** Why a round is held for a person now; null while it has time. */
function overdueText({ state, endsAt, release }: RoundInFlight, now: number, roundSeconds: number): string | null {
  if (release !== null)
    return now - Math.max(release.at, endsAt * 1000) > RELEASED_MS
      ? `it was still ${state} ${RELEASED_MS / 60_000} minutes after its release`
      : null;
  const isOverdue = now / 1000 - endsAt > MAX_OWED_ROUNDS * roundSeconds;
  return isOverdue ? `it was still ${state} after ${MAX_OWED_ROUNDS} rounds` : null;
}

/**
 * When the current round locks or ends, whichever comes next, unix milliseconds. A run is due at that time, even if a
 * step waits longer.
 */
function nextAppointment(context: RoundContext): number {
  const unix = context.now() / 1000;
  const current = roundAt(context.settings.clock, unix);
  const clock = clockOf(context, current);
  const locksAt = roundLocksAt(clock, current);
  return (unix < locksAt ? locksAt : roundEndsAt(clock, current)) * 1000;
}
