import { START } from '../cast.ts';
import { type AtomOf, ROUND_MS } from '../faults/atoms.ts';
import type { Court } from './Court.ts';
import type { Promised } from './judgeRounds.ts';
import { storedCycles, storedRounds } from './stored.ts';
import { endsAtOf, isInTime } from './truth.ts';

/** Without faults, a payment is final within this time after the draw. */
const SETTLED_MS = 60_000;
/** Within this time a round that was not locked is looked up in the chain's history and gets its end. */
const LOOKED_UP_MS = 180_000;
/** A tax cycle without faults takes less time than this. */
const CYCLE_MS = 110_000;
/**
 * A cycle that a later life has taken over needs less than this from then on. It waits for 182 blocks first, and signs
 * no part from shortly before a lock until the commitment.
 */
const TAKEN_OVER_MS = 190_000;
/** A price that is far from that of the last swap must hold for ten minutes before the next swap, as the paper says. */
const PRICE_STANDS_MS = 600_000;
/** Reasons that never appear in a calm world. */
const NOT_CALM = ['missed', 'commitment-late', 'snapshot-unreliable', 'nodes-disagree', 'nodes-silent', 'paused'];
const IN_FLIGHT = ['locked', 'committed', 'drawn'];

export interface EndInput {
  /** When the last fault ended, milliseconds since the start. */
  readonly faultsEnd: number;
  /** When the tax's last life took over from one that a fault had ended, milliseconds since the start. */
  readonly taxSucceededAt: number;
  readonly commitments: ReadonlyMap<number, Promised>;
  /** Whether a round has to be played, because it began late enough after the faults and undisturbed. */
  readonly mustPlay: (round: number, faultsEnd: number) => boolean;
  /** When a tax cycle began, unix milliseconds. */
  readonly begunAt: (cycle: number) => number;
}

/** Judges after a long calm: every promise is kept or a person was told, and all work goes on without help. */
export function judgeEnd(
  { database, scheduler, plan, violate }: Court,
  { faultsEnd, taxSucceededAt, commitments, mustPlay, begunAt }: EndInput,
): void {
  const now = scheduler.now();
  const rows = new Map(storedRounds(database).map((row) => [row.round, row]));
  // A node that has lost a part of its ledger never gets it back. When too few other nodes are left, work under way may
  // stop.
  const forgetful = new Set(
    plan.atoms.flatMap((atom) => (atom.kind === 'forget' || atom.kind === 'hole' ? [atom.node] : [])),
  );
  const isWhole = forgetful.size <= (plan.nodes > 2 ? 1 : 0);
  const closed = Math.floor((now - START - SETTLED_MS) / ROUND_MS);
  for (let round = 1; round <= closed; round++) {
    const row = rows.get(round);
    const promised = commitments.get(round);
    const isPromised = promised !== undefined && isInTime(promised, promised.blockTime);
    if (row === undefined) {
      if (isPromised && isWhole) violate('promise-forgotten', `round ${round} was committed and has no row`);
      else if (!isPromised && isWhole && now - endsAtOf(round) * 1000 > LOOKED_UP_MS)
        violate('no-end', `round ${round} has ended and has no row`);
      continue;
    }
    if (IN_FLIGHT.includes(row.state) && isWhole) violate('stuck', `round ${round} is still ${row.state}`);
    const isNotPlayed = row.state === 'rolled-over' && NOT_CALM.includes(row.reason ?? '');
    if (isNotPlayed && isWhole && mustPlay(round, faultsEnd))
      violate('not-at-rest', `round ${round} began after the last fault and was rolled over (${row.reason})`);
    // A round may end unpaid when the pool holds little more than its reserve. Lost crons are no excuse, because the
    // objects work by their alarms.
    if (plan.atoms.every(({ kind }) => kind === 'lostCron') && row.state !== 'paid' && row.reason !== 'reserve')
      violate(
        'calm-unpaid',
        `round ${round} of a calm world is ${row.state} (${row.reason}), its end was ${endsAtOf(round)}`,
      );
  }
  const cycles = storedCycles(database);
  for (const { id, state } of cycles) {
    const isUnderWay = ['harvest', 'withdraw', 'swap', 'distribute'].includes(state);
    const isPaused = plan.atoms.some(({ kind }) => kind === 'pauseTax');
    const isTakenOver = START + taxSucceededAt > begunAt(id);
    const restedFor = Math.min(now - begunAt(id), now - START - faultsEnd);
    // After a swap at a false price, the true price is far from it.
    const isPriceFar =
      state === 'swap' && plan.atoms.some((atom) => atom.kind === 'exchange' && isFalsePrice(atom.how));
    const isOverdue =
      restedFor > CYCLE_MS + (isPriceFar ? PRICE_STANDS_MS : 0) &&
      (!isTakenOver || now - START - taxSucceededAt > TAKEN_OVER_MS);
    if (isUnderWay && isWhole && !isPaused && isOverdue) violate('tax-stuck', `tax cycle ${id} is still at ${state}`);
  }
  if (plan.atoms.length === 0 && !cycles.some(({ state }) => state === 'done'))
    violate(
      'calm-untaxed',
      `no tax cycle of a calm world is done: ${cycles.map(({ state, reason }) => `${state} ${reason}`).join()}`,
    );
}

const isFalsePrice = (how: AtomOf<'exchange'>['how']) => how === 'cheap' || how === 'dear';
