import { type PoolWallets, withPool } from '../../src/distribution/poolLines.ts';
import { floorProblems, type PoolFloor } from '../../src/distribution/poolShare.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import type { DistributionState, DistributionVersion } from '../store/rows/distributionRows.ts';
import { askForActivation, bringIntoForce, confirmActivation, stopActivation } from '../store/tax/activations.ts';
import { lacksSecondKey, type WaitingActivation, waitingActivation } from '../store/views/tax/activations.ts';
import { describeActivation, type Shift, type TellDistribution } from './tellDistribution.ts';

const HOUR_MS = 3_600_000;

/** The rules for the time between asking for an activation and its coming into force. */
export interface ActivationRules {
  /** The least share of the tax that the pool must get, basis points; null: no floor is set. */
  readonly minPoolShare: number | null;
  readonly isSecondKeyNeeded: boolean;
  readonly activationDelayHours: number;
}

/**
 * What became of a confirmation or a stop. Only `done` has changed something. `gone`: the activation does not wait any
 * more. `own`: the key that confirms is the key that asked. `confirmed`: it needs no second key, or has it already.
 */
export type DecisionOutcome = 'done' | 'gone' | 'own' | 'confirmed';

export interface ActivationsInput {
  readonly db: D1Database;
  readonly rules: ActivationRules;
  readonly pools: () => PoolWallets;
  readonly tell: TellDistribution;
  readonly newId: () => string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** An order about an activation that waits: `ask` names the activation, `by` the key that gives the order. */
interface Order {
  readonly ask: string;
  readonly by: string;
}

/** Activations that wait for a second key, for the end of the delay, or for both. Meanwhile any key can stop them. */
export function createActivations({ db, rules, pools, tell, newId, now }: ActivationsInput) {
  const delayMs = rules.activationDelayHours * HOUR_MS;
  const shiftOf = (
    { version, wallets }: DistributionVersion,
    active: DistributionVersion | null,
    by: string,
    at: number,
  ): Shift => ({ version, before: active?.wallets ?? [], after: wallets, by, at });

  const readWaiting = async (): Promise<WaitingActivation | null> => {
    const found = await waitingActivation(db);
    return found && { ...found, wallets: withPool(found.wallets, pools()) };
  };

  const waitsFor = async (ask: string): Promise<WaitingActivation | null> => {
    const waiting = await readWaiting();
    return waiting?.askId === ask ? waiting : null;
  };

  return {
    waiting: readWaiting,
    /** Makes the newest version wait for its activation. False when `state` is not the newest version any more. */
    async ask(state: DistributionState, by: string): Promise<boolean> {
      const waiting = await readWaiting();
      // The same key asked again: the version already waits, and its time is not set anew.
      if (waiting?.version === state.version && waiting.askedBy === by) return true;
      const at = now();
      const dueAt = rules.isSecondKeyNeeded ? null : at + delayMs;
      const told = tell.asked(shiftOf(state, state.active, by, at), dueAt);
      const isAsked = await askForActivation(
        db,
        { askId: newId(), version: state.version, dueAt },
        { ...told, by, at },
      );
      if (isAsked) await tell.now(told);
      return isAsked;
    },
    /** Stores that a second key agrees. Without a delay, the next call of `settle` puts the version in force. */
    async confirm({ ask, by }: Order, active: DistributionVersion | null): Promise<DecisionOutcome> {
      const waiting = await waitsFor(ask);
      if (waiting === null) return 'gone';
      if (waiting.askedBy === by) return 'own';
      if (!lacksSecondKey(waiting, rules.isSecondKeyNeeded)) return 'confirmed';
      const at = now();
      const dueAt = at + delayMs;
      const told = tell.confirmed(shiftOf(waiting, active, by, at), dueAt);
      if (!(await confirmActivation(db, { askId: ask, dueAt }, { ...told, by, at }))) return 'gone';
      await tell.now(told);
      return 'done';
    },
    async stop({ ask, by }: Order, active: DistributionVersion | null): Promise<DecisionOutcome> {
      const waiting = await waitsFor(ask);
      if (waiting === null) return 'gone';
      const at = now();
      const told = tell.stopped(shiftOf(waiting, active, by, at));
      if (!(await stopActivation(db, ask, { ...told, by, at }))) return 'gone';
      await tell.now(told);
      return 'done';
    },
    /**
     * Puts the waiting version in force if its time has come; true when it did. A version that the settings now forbid
     * is stopped instead. Called before the console shows or changes a version, and before a tax cycle begins.
     */
    async settle(readActive: () => Promise<DistributionVersion | null>): Promise<boolean> {
      const waiting = await readWaiting();
      if (waiting === null || waiting.dueAt === null || waiting.dueAt > now()) return false;
      if (lacksSecondKey(waiting, rules.isSecondKeyNeeded)) return false;
      const active = await readActive();
      const at = now();
      const { askId, askedBy, wallets } = waiting;
      if (isForbidden(wallets, { pool: pools().pool, least: rules.minPoolShare })) {
        const told = tell.stopped(shiftOf(waiting, active, 'MIN_POOL_SHARE', at));
        if (await stopActivation(db, askId, { ...told, by: 'system', at })) await tell.now(told);
        return false;
      }
      const told = tell.activated(shiftOf(waiting, active, askedBy, at));
      const description = `Version ${waiting.version} activated${confirmedText(waiting)}: ${describeActivation({ wallets, active })}`;
      const due = { askId, previous: active?.version ?? null, description };
      const isDone = await bringIntoForce(db, due, { ...told, by: askedBy, at });
      if (isDone) await tell.now(told);
      return isDone;
    },
  };
}
export type Activations = ReturnType<typeof createActivations>;

const isForbidden = (wallets: readonly DistributionWallet[], floor: PoolFloor) =>
  floorProblems(wallets, floor).length > 0;

const confirmedText = ({ confirmedBy }: WaitingActivation) =>
  confirmedBy === null ? '' : `, confirmed by ${confirmedBy}`;
