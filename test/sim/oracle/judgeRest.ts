import { POOL, START } from '../cast.ts';
import { endOfAtom } from '../faults/atoms.ts';
import type { Court } from './Court.ts';
import type { Signed } from './judgeAttempts.ts';
import { storedAttempts, storedOutflows, storedPauses } from './stored.ts';
import { endsAtOf, locksAtMs, readPayout } from './truth.ts';

/** After an outflow is acknowledged, the next minute's cron looks at the pool again. */
const LOOKED_AT_MS = 70_000;
/**
 * After the last block of an expired attempt, that block has to become final, and then the next attempt has to land and
 * become final.
 */
const REPLACED_MS = 40_000;

interface Own {
  readonly signed: () => readonly Signed[];
  readonly wasJournaled: (bytes: string) => boolean;
}

/** Tells, by the model chain and what persons did, whether a round that began after the faults has to be played. */
export function createJudgeRest({ chain, database, plan, scheduler }: Court, { signed, wasJournaled }: Own) {
  /** Of each pause: when it was first seen, unix milliseconds, and whether the pool had signed what nobody knew then. */
  const raised = new Map<string, { readonly at: number; readonly isDue: boolean }>();
  const nameOf = ({ id, paused_at: at }: { readonly id: number; readonly paused_at: number }) => `${id} ${at}`;
  const isWithinFault = (since: number) => plan.atoms.some((atom) => since >= atom.from && since <= endOfAtom(atom));

  /**
   * Whether there is a transaction that the pool signed and that is not in the journal. With `others` only those count
   * that the worker never wrote, and payments that a restored journal has forgotten: after them the pool holds less
   * than the journal says, and the worker believes no balance before a person has looked.
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
   * Whether a pause during its lock excuses a round. It does when a person began the pause, when the pause began during
   * a fault (a wrong clock may give it any time), or when there was an outflow as it began: the pause then lasts until
   * a person ends it, also where the close of a round has explained the outflow meanwhile.
   */
  function isPaused(round: number): boolean {
    const [from, to] = [locksAtMs(round), endsAtOf(round) * 1000];
    return storedPauses(database).some((pause) => {
      if (pause.paused_at >= to || (pause.resumed_at ?? scheduler.now()) <= from) return false;
      const { at, isDue } = raised.get(nameOf(pause)) ?? { at: Number.NaN, isDue: false };
      return pause.paused_by === 'person' || isDue || isWithinFault(at - START);
    });
  }

  /**
   * When the last attempt of an earlier round that a fault kept from landing has been replaced, in milliseconds since
   * the start.
   */
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
        if (!raised.has(nameOf(pause)))
          raised.set(nameOf(pause), { at: scheduler.now(), isDue: openOutflow(Number.MAX_SAFE_INTEGER, 'all') });
    },
    mustPlay: (round: number, faultsEnd: number): boolean =>
      locksAtMs(round) - START > Math.max(faultsEnd + 5_000, replacedAt(round, faultsEnd)) &&
      !isPaused(round) &&
      !openOutflow(round, 'others'),
  };
}
