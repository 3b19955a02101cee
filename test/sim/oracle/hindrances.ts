import { START } from '../cast.ts';
import type { Atom, AtomKind, AtomOf } from '../faults/atoms.ts';
import type { Court } from './Court.ts';

/** The crons start a look each minute; where crons are lost, an alarm does after 90 seconds. */
const PERIOD_MS = { cron: 60_000, alarm: 90_000 } as const;
/** A look ends within this time, its messages included, also where nodes are silent and an object hangs. */
const LOOK_MS = 40_000;
/** The longest pause between two tries of a message. The pauses add up to the time for which the channel fails. */
const MOST_PAUSE_MS = 300_000;
/** The effect of a fault ends some seconds after the fault. */
const AFTER_MS = 10_000;

/** What people and strangers do hinders nobody from being told. */
const BY_PEOPLE: readonly AtomKind[] = [
  ...(['give', 'dust', 'move', 'cross', 'burn', 'harvest', 'copyMemo', 'pause', 'resume', 'pauseTax'] as const),
  ...(['resumeTax', 'exit', 'exitTax', 'payByHand', 'payPlain', 'outflow', 'activate', 'operator'] as const),
];

/** Until when an atom keeps people from being told, although the database and all else are well. */
function hinderedUntil(atom: Atom): number {
  switch (atom.kind) {
    case 'channel':
      return atom.to + Math.min(MOST_PAUSE_MS, atom.to - atom.from + 30_000) + 2 * AFTER_MS;
    case 'clock':
      return atom.to + Math.abs(atom.by) + PERIOD_MS.alarm;
    case 'overlap':
      return atom.object === 'alerts' ? atom.from + atom.lasts : Number.NEGATIVE_INFINITY;
    case 'noCron':
      // An object that no cron has ever woken knows of nothing.
      return atom.from < 1_000 ? atom.to + PERIOD_MS.alarm : Number.NEGATIVE_INFINITY;
    case 'deploy':
    case 'restore':
      return atom.from + AFTER_MS;
    default:
      return Number.NEGATIVE_INFINITY;
  }
}

const endOf = (atom: Atom) =>
  ('to' in atom ? atom.to : 'lasts' in atom ? atom.from + atom.lasts : atom.from) + AFTER_MS;

/** By the plan of faults: since when nothing hinders the telling. All times are milliseconds since the start. */
export function createHindrances({ plan, scheduler, watchFreeAt }: Pick<Court, 'plan' | 'scheduler' | 'watchFreeAt'>) {
  const since = () => scheduler.now() - START;
  const latest = (times: (atom: Atom) => readonly number[]) =>
    Math.max(Number.NEGATIVE_INFINITY, ...plan.atoms.flatMap((atom) => (atom.from <= since() ? times(atom) : [])));
  const of = <K extends AtomKind>(kind: K) => plan.atoms.filter((atom): atom is AtomOf<K> => atom.kind === kind);
  const period = of('noCron').length + of('lostCron').length > 0 ? PERIOD_MS.alarm : PERIOD_MS.cron;
  /** Since when whatever is known is told, also while the settings are refused. */
  const tellsAt = () =>
    Math.max(
      0,
      watchFreeAt() - START,
      latest((atom) => (atom.kind === 'refused' ? [] : [hinderedUntil(atom)])),
    );
  const freeAt = () =>
    Math.max(
      tellsAt(),
      latest((atom) => [hinderedUntil(atom)]),
    );
  return {
    since,
    of,
    isOn: ({ from, to }: { readonly from: number; readonly to: number }) => since() >= from && since() < to,
    /** How long so many looks take, and the message after the last one. */
    looks: (n: number) => n * period + LOOK_MS,
    tellsAt,
    freeAt,
    /** The same for what only the database says. */
    databaseFreeAt: () =>
      Math.max(
        freeAt(),
        latest((atom) => (atom.kind === 'd1' ? [endOf(atom)] : [])),
      ),
    /** Since when there is no fault at all. */
    allFreeAt: () =>
      Math.max(
        freeAt(),
        latest((atom) => (BY_PEOPLE.includes(atom.kind) ? [] : [endOf(atom)])),
      ),
  };
}
export type Hindrances = ReturnType<typeof createHindrances>;
