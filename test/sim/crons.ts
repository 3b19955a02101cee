import { CRONS } from '../../worker/crons.ts';
import type { Env } from '../../worker/env.ts';
import { scheduled } from '../../worker/scheduled.ts';
import type { Dice } from './dice.ts';
import type { Atom, AtomOf } from './faults/atoms.ts';
import type { Process, Scheduler } from './scheduler.ts';

const { minute, tax } = CRONS;
/** The tax cron comes once in this many minutes. */
const TAX_MINUTES = tax.everyMs / minute.everyMs;

export interface CronsInput {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly envFor: (owner: Process) => Env;
  /** The times without crons, and those in which some are lost. */
  readonly none: readonly AtomOf<'noCron'>[];
  readonly lost: readonly AtomOf<'lostCron'>[];
  /** Whether a fault is in effect now. */
  readonly isOn: (atom: AtomOf<'noCron' | 'lostCron'>) => boolean;
  readonly onUse: (atom: Atom, question: string, how: string) => void;
}

/** The platform's crons; each call of a cron runs as a process of its own. */
export function createCrons({ scheduler, dice, envFor, none, lost, isOn, onUse }: CronsInput) {
  let fired = 0;

  function fire(cron: string): void {
    const stopped = none.find(isOn);
    if (stopped !== undefined) {
      onUse(stopped, 'cron', 'none');
      return;
    }
    const taken = lost.find((atom) => isOn(atom) && (atom.cron ?? cron) === cron && dice.chance('cron', atom.rate));
    if (taken !== undefined) {
      onUse(taken, 'cron', 'lost');
      scheduler.note(`the cron ${cron} is lost`);
      return;
    }
    const owner: Process = { name: `cron${++fired}`, isDead: false };
    const run = () =>
      void scheduled({ cron } as ScheduledController, envFor(owner)).catch((error: unknown) =>
        scheduler.note(`cron failed: ${String(error)}`),
      );
    scheduler.after(0, `cron ${cron}`, run, { owner });
  }

  function begin(n: number): void {
    fire(minute.cron);
    if (n % TAX_MINUTES === 0) fire(tax.cron);
    scheduler.after(minute.everyMs, '', () => begin(n + 1), { owner: null });
  }

  return {
    /** Begins the first minute; each minute begins the next one. */
    start: () => begin(0),
    /** The platform may call a cron more than once: here the minute's cron once more, and the tax cron twice more. */
    repeat(): void {
      for (const { cron } of [minute, tax, tax]) fire(cron);
    },
  };
}
