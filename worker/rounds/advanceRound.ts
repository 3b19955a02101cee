import { UnknownRules } from '../../src/protocol/protocolOf.ts';
import { roundAt, roundEndsAt, roundLocksAt } from '../../src/round/clock.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import type { InFlight } from '../../src/round/state.ts';
import { RpcError } from '../chain/rpcError.ts';
import { SignerRefusal } from '../chain/signer.ts';
import { attempt } from '../engine/attempt.ts';
import { type Step, waitFor } from '../engine/step.ts';
import { commitRound } from './commitRound.ts';
import type { RoundContext } from './context.ts';
import { drawRound } from './drawRound.ts';
import { holdRound } from './holdRound.ts';
import { createLockRound } from './lockRound.ts';
import { payRound } from './payRound.ts';
import { createSettleMissed } from './settleMissed.ts';

/** A run stops taking further steps after this long; its callers have been answered by then. */
const RUN_MS = 25_000;
/** A round owed for longer is held for a person, and no longer keeps the next ones waiting. */
const MAX_OWED_ROUNDS = 24;
/** Every round ends or alerts within this time. */
const OVERDUE_MS = 15 * 60_000;
/** How soon a round of unknown rules is looked at again: until then another version has to be deployed. */
const UNKNOWN_RULES_MS = 30_000;

/** When there will be something to do next, unix milliseconds. */
export interface AdvanceResult {
  readonly wakeAt: number;
  /** True when a row changed: what the public sees is out of date. */
  readonly changed: boolean;
  /** What kept the rounds from moving on; null when nothing did. */
  readonly problem: string | null;
}

/**
 * The one idempotent way a round moves. What to do follows from the clock and the database alone, never from who woke it; calling
 * it twice, late, or from two places at once changes nothing but the hour's luck of being early.
 */
export function createAdvanceRound(context: RoundContext): () => Promise<AdvanceResult> {
  const { rounds, settings, now } = context;
  const lockRound = createLockRound(context);
  const settleMissed = createSettleMissed(context, lockRound.problemOf);

  async function step(): Promise<Step> {
    const record = await rounds.inFlight();
    // A round in flight comes first: nothing that is unclear about other rounds may keep its winners waiting.
    const own = record === null ? null : await advance(record);
    if (own?.kind === 'again') return own;
    if (await settle()) return { kind: 'again' };
    if (own !== null) return own;
    const current = roundAt(settings.clock, now() / 1000);
    const newest = await rounds.newest();
    if (newest > current) {
      await context.raiseAlert(
        `timetable:${current}`,
        `Round ${newest} is stored, and by the clock it is round ${current}: was GENESIS_TIME or ROUND_SECONDS changed? Nothing is locked until they meet.`,
      );
    }
    if (newest >= current) return { kind: 'wait', until: roundEndsAt(settings.clock, current) * 1000 };
    return lockRound.lock(current);
  }

  /** A past round that cannot be settled now is tried again with the next run: it keeps no other round waiting. */
  async function settle(): Promise<boolean> {
    try {
      return await settleMissed();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      console.warn(error.message);
      return false;
    }
  }

  async function advance(record: RoundRecord): Promise<Step> {
    if (record.lock?.wallet !== settings.pool.address) {
      // The pool's key was changed under a round in flight: only the old wallet can keep that promise.
      return holdRound(context, record, 'record-mismatch');
    }
    // While nodes contradict each other a person could not tell more either: the round waits for them.
    const isOverdue = now() / 1000 - record.endsAt > MAX_OWED_ROUNDS * settings.clock.roundSeconds;
    if (isOverdue && !context.isDisputed()) {
      return holdRound(context, record, 'overdue');
    }
    if (now() - record.endsAt * 1000 > OVERDUE_MS) {
      await context.raiseAlert(
        `late:${record.round}`,
        `Round ${record.round} is still ${record.state} 15 minutes after its end.`,
      );
    }
    try {
      return await STEPS[record.state as InFlight](context, record);
    } catch (error) {
      if (error instanceof UnknownRules) return awaitNewerDeployment(record, error);
      if (!(error instanceof SignerRefusal)) throw error;
      console.error(error.message);
      return holdRound(context, record, 'record-mismatch');
    }
  }

  /** An older version was deployed over a newer one's round. It stays owed, and nobody here can go on with it. */
  async function awaitNewerDeployment(record: RoundRecord, { message }: UnknownRules): Promise<Step> {
    const sentence = `Round ${record.round} cannot go on: ${message}. Deploy that version again.`;
    await context.raiseAlert(`rules:${record.round}`, sentence);
    return waitFor(context, UNKNOWN_RULES_MS, sentence);
  }

  return async () => {
    const deadline = now() + RUN_MS;
    let changed = false;
    for (;;) {
      const next = await attempt(step, context);
      if (next.kind === 'again') {
        changed = true;
        if (now() < deadline) continue;
        return { wakeAt: now(), changed, problem: null };
      }
      return { wakeAt: Math.min(next.until, nextAppointment(context)), changed, problem: next.problem ?? null };
    }
  };
}

const STEPS = { locked: commitRound, committed: drawRound, drawn: payRound } as const satisfies Record<
  InFlight,
  unknown
>;

/** The current round's lock or end, whichever comes next: also kept while another round is awaited. */
function nextAppointment({ settings: { clock }, now }: RoundContext): number {
  const unix = now() / 1000;
  const current = roundAt(clock, unix);
  const locksAt = roundLocksAt(clock, current);
  return (unix < locksAt ? locksAt : roundEndsAt(clock, current)) * 1000;
}
