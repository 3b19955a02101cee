import { POOL, START, STRANGER } from '../cast.ts';
import type { Atom, AtomKind, AtomOf, SICK } from '../faults/atoms.ts';
import type { Court } from './Court.ts';
import { type Duty, isOpen, isOpenAbout } from './Duty.ts';
import type { Hindrances } from './hindrances.ts';
import { checkpointOf, storedOutflows } from './stored.ts';
import type { Told } from './told.ts';

/** A part that has to work each minute is down ten minutes after it last worked; the list of holders after fifteen. */
const DEAD_MS = 600_000;
const HOLDERS_DEAD_MS = 900_000;
/** After the outage a part works again within this time; the holders are read every five minutes. */
const WELL_MS = 150_000;
const HOLDERS_WELL_MS = 420_000;
/** The pool is looked at each minute, but not while a round or a payment of it is under way. */
const LOOKED_AT_MS = 300_000;

export interface FaultsInput extends Pick<Court, 'plan' | 'database' | 'chain'> {
  readonly told: Told;
  readonly hindrances: Hindrances;
}

/** What people must know by the plan of faults and by the chain, even if no part of the lottery knows it. */
export function createDutiesOfFaults({ plan, database, chain, told, hindrances }: FaultsInput) {
  const { of, isOn, looks, tellsAt, freeAt, allFreeAt } = hindrances;
  let first: { readonly slot: number; readonly takenAt: number } | null = null;

  /** A part is down since `since`: neither the database nor another object is needed to tell it. */
  const down = (part: string, since: number): Duty[] =>
    isOpenAbout(told, `part-down:${part}`)
      ? []
      : [{ rule: 'outage-untold', about: part, since, within: looks(2), freeAt: freeAt() }];

  function* ofOutages(): Generator<Duty> {
    for (const atom of of('stop')) if (isOn(atom)) yield* down(atom.object === 'rounds' ? 'lock' : 'tax', atom.from);
    for (const atom of of('d1'))
      if (isOn(atom) && isWhole(atom)) {
        yield* down('database', atom.from + DEAD_MS);
        yield* down('rounds', atom.from + DEAD_MS);
      }
    for (const atom of of('relay'))
      if (isOn(atom) && atom.how === 'silent' && of('relay').length === 1) yield* down('beacon', atom.from + DEAD_MS);
    const silent = plan.atoms.filter(isSilent).filter(isOn);
    for (const { node, from } of silent)
      if (!isOpen(told, `node-silent:node ${node + 1}`))
        yield {
          ...{ rule: 'silence-untold', about: `node ${node + 1}`, since: from },
          ...{ within: looks(2), freeAt: freeAt() },
        };
    const wholly = silent.filter(({ method }) => method === null);
    if (new Set(wholly.map(({ node }) => node)).size < plan.nodes) return;
    const from = Math.max(...wholly.map((atom) => atom.from));
    yield* down('pool', from + DEAD_MS);
    yield* down('holders', from + HOLDERS_DEAD_MS);
  }

  /** Settings that are refused: nothing runs, and those who tell people know only the settings about that. */
  function* ofSettings(): Generator<Duty> {
    const newest = of('refused').findLast(({ from }) => from <= hindrances.since());
    if (newest === undefined) return;
    const isTold = isOpenAbout(told, 'settings');
    const same = { about: 'settings', within: looks(1), freeAt: tellsAt() };
    if (isOn(newest) && !isTold) yield { rule: 'outage-untold', since: newest.from, ...same };
    if (!isOn(newest) && isTold) yield { rule: 'over-untold', since: newest.to, ...same };
  }

  /** Parts that are well again. */
  function* ofParts(): Generator<Duty> {
    for (const { key } of told.open()) {
      const [kind, part] = key.split(':');
      if (kind !== 'part-down') continue;
      const well = part === 'holders' || part === 'wallets' ? HOLDERS_WELL_MS : WELL_MS;
      yield { rule: 'over-untold', about: key, since: allFreeAt(), within: looks(1) + well, freeAt: allFreeAt() };
    }
  }

  /**
   * Who takes more from the pool than ever came in. The lottery can only know of what is taken after its first
   * checkpoint, and a restore may lose that.
   */
  function* ofOutflows(): Generator<Duty> {
    if (of('outflow').length === 0 || plan.atoms.some(({ kind }) => kind === 'hole' || kind === 'forget')) return;
    first ??= checkpointOf(database, POOL);
    const checkpoint = first;
    if (checkpoint === null || of('restore').some(({ copyAt }) => copyAt < checkpoint.takenAt - START + DEAD_MS))
      return;
    const known = new Set(
      storedOutflows(database).flatMap((each) => (each.acknowledged_at === null ? [] : [each.signature])),
    );
    const finalSlot = chain.slots.finalized().slot;
    const listed = chain.listed(POOL);
    let cameIn = 0n;
    for (const { keys, before, after } of listed) {
      const place = keys.indexOf(POOL);
      const gain = (after[place]?.lamports ?? 0n) - (before[place]?.lamports ?? 0n);
      if (gain > 0n) cameIn += gain;
    }
    for (const { signature, slot, transfers } of listed) {
      const taken = transfers.find(({ from, to }) => from === POOL && to === STRANGER)?.lamports ?? 0n;
      if (slot > finalSlot || slot <= checkpoint.slot || taken <= cameIn || known.has(signature)) continue;
      if (told.last(`outflow:${signature}`) !== undefined || isOpenAbout(told, 'pool-unexplained')) continue;
      yield { rule: 'outflow-untold', about: signature, within: looks(1) + LOOKED_AT_MS, freeAt: allFreeAt() };
    }
  }

  return function* (): Generator<Duty> {
    yield* ofOutages();
    yield* ofSettings();
    yield* ofParts();
    yield* ofOutflows();
  };
}

const isWhole = ({ rate, names, name, isFirst }: AtomOf<'d1'>) =>
  rate === 1 && names === undefined && name === undefined && isFirst !== true;

/** Whether a node says nothing usable to the question for its newest slot, for as long as the atom lasts. */
const isSilent = (atom: Atom): atom is AtomOf<(typeof SICK)[number]> =>
  (atom.kind === 'silent' || atom.kind === 'refuse') &&
  atom.rate === 1 &&
  atom.isFirst !== true &&
  (atom.method === null || atom.method === 'getSlot');

/** What may truly bring a part down; a person or a stranger never does. */
const MAY_BRING_DOWN: Readonly<Record<string, readonly AtomKind[]>> = (() => {
  const lives = ['stop', 'refused', 'crash', 'overlap', 'deploy', 'restore', 'clock'] as const;
  const work = [...lives, 'd1', 'noCron', 'lostCron'] as const;
  const nodes = [...work, 'silent', 'refuse', 'slow', 'lag', 'lie', 'hole', 'forget'] as const;
  return {
    ...{ lock: lives, database: ['d1', 'refused', 'clock'], beacon: [...work, 'relay'] },
    ...{ rounds: nodes, tax: nodes, pool: nodes, holders: nodes },
  };
})();

/** Whether something in the plan may have brought this part down. */
export const mayBeDown = (part: string, atoms: readonly Atom[]): boolean =>
  MAY_BRING_DOWN[part] === undefined || atoms.some(({ kind }) => MAY_BRING_DOWN[part]?.includes(kind));
