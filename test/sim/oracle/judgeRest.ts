import { POOL, START } from '../cast.ts';
import { endOfAtom } from '../faults/atoms.ts';
import type { Court } from './Court.ts';
import type { Signed } from './judgeAttempts.ts';
import { storedAttempts, storedOutflows, storedPauses } from './stored.ts';
import { endsAtOf, locksAtMs, readPayout } from './truth.ts';

/** After an outflow is acknowledged, the pool is looked at again with the next minute's cron. */
const LOOKED_AT_MS = 70_000;
/** After its last block a death has to be final, and a next attempt lands and has to be final as well. */
const REPLACED_MS = 40_000;

interface Own {
  readonly signed: () => readonly Signed[];
  readonly wasJournaled: (bytes: string) => boolean;
}

/** Whether a round that began after the faults has to be played, by the model chain and by what persons did. */
export function createJudgeRest({ chain, database, plan, scheduler }: Court, { signed, wasJournaled }: Own) {
  const raisedAt = new Map<string, number>();
  const nameOf = ({ id, paused_at: at }: { readonly id: number; readonly paused_at: number }) => `${id} ${at}`;
  const isWithinFault = (since: number) => plan.atoms.some((atom) => since >= atom.from && since <= endOfAtom(atom));

  /**
   * Signed by the pool and in no journal. Of `others`: never written by the worker, or a payment that a restored
   * journal has forgotten. The pool then holds less than the journal leaves, and no balance is believed before a person
   * looks.
   */
  function openOutflow(round: number, who: 'all' | 'others'): boolean {
    const known = new Set(storedAttempts(database).map(({ signature }) => signature));
    const acknowledged = new Map(storedOutflows(database).map((each) => [each.signature, each.acknowledged_at]));
    return chain.listed(POOL).some(({ signature, slot, keys, bytes, memos }) => {
      if (keys[0] !== POOL || known.has(signature) || chain.blockTime(slot) >= endsAtOf(round)) return false;
      if (who === 'others' && wasJournaled(bytes()) && memos.every((memo) => readPayout(memo) === null)) return false;
      const at = acknowledged.get(signature) ?? null;
      return at === null || at + LOOKED_AT_MS > locksAtMs(round);
    });
  }

  /**
   * A pause that touches its lock stops a round when a person began it, when it was begun while something befell the world
   * (a wrong clock may put it anywhere), or when the outflow that it names is true.
   */
  function isPaused(round: number): boolean {
    const [from, to] = [locksAtMs(round), endsAtOf(round) * 1000];
    return storedPauses(database).some((pause) => {
      if (pause.paused_at >= to || (pause.resumed_at ?? scheduler.now()) <= from) return false;
      const raised = raisedAt.get(nameOf(pause));
      const isOfFault = raised !== undefined && isWithinFault(raised - START);
      return pause.paused_by === 'person' || isOfFault || openOutflow(round, 'all');
    });
  }

  /** When the last attempt of an earlier round that a fault has kept from landing is replaced, since the start. */
  function replacedAt(round: number, faultsEnd: number): number {
    const { slots } = chain;
    const blocks = slots.list(slots.first().slot, slots.head().slot);
    const lost = signed().filter(({ key, signature, at }) => {
      const [, of] = /^(?:commit|payout):(\d+)$/.exec(key) ?? [];
      return of !== undefined && Number(of) < round && at <= faultsEnd && chain.landed(signature) === undefined;
    });
    const dead = lost.map(({ last }) => (blocks.find(({ height }) => height > last)?.at ?? scheduler.now()) - START);
    return Math.max(Number.NEGATIVE_INFINITY, ...dead.map((at) => at + REPLACED_MS));
  }

  return {
    look(): void {
      for (const pause of storedPauses(database))
        if (!raisedAt.has(nameOf(pause))) raisedAt.set(nameOf(pause), scheduler.now());
    },
    mustPlay: (round: number, faultsEnd: number): boolean =>
      locksAtMs(round) - START > Math.max(faultsEnd + 5_000, replacedAt(round, faultsEnd)) &&
      !isPaused(round) &&
      !openOutflow(round, 'others'),
  };
}
