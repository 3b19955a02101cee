import { CYCLE_IN_FLIGHT } from '../../src/tax/cycle.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import { SignerRefusal } from '../chain/signing/signer.ts';
import { inGroups } from '../engine/inGroups.ts';
import { isDead } from '../store/journal/journal.ts';
import type { TaxCycle, TaxCycleInFlight, TaxLine } from '../store/rows/taxRows.ts';
import {
  type CloseBasis,
  type CycleOrder,
  type CycleOutcome,
  type CyclePayment,
  closeCycle,
  releaseCycle,
} from '../store/tax/taxExits.ts';
import type { Deed } from '../store/views/console/actions.ts';
import { agreeOnGod, agreeOnLanded } from './agreeOnFigures.ts';
import { carriedInto } from './carriedInto.ts';
import type { TaxInput } from './context.ts';
import { feesPaid } from './failTax.ts';
import type { OwnPart } from './readOwnParts.ts';
import { tellLostSwap, tellUnknownSwap } from './refuseSwap.ts';
import { aloneIn, cycleKey, stepKey } from './stepKeys.ts';

export type ExitInput = TaxInput & { readonly db: D1Database };

const refused = (sentence: string): CycleOutcome => ({ kind: 'refused', sentence });
const NOT_YET =
  'The database may have lost what was signed for this cycle, and that may still be on its way. Try again in two minutes.';
const UNREADABLE =
  "The tax wallet's history does not tell what this cycle has paid: it is too long to be read whole, or the cycle was begun with another tax wallet. So the cycle cannot go on. Close it: what it has not paid then stays in the wallet.";
const CHANGED = refused('The cycle has changed meanwhile. Look at it again.');

/**
 * An operator's way out of a tax cycle that waits. A part is one transaction of its distribution. `release`: the
 * cycle tries again. If the chain has parts that the database does not know, nothing changes, and the answer lists the
 * payments of these parts. `close`: the cycle ends with what the chain says was paid. The rest goes to the next cycle.
 * If nobody can tell how much the rest is, it stays in the tax wallet, and an alert says so.
 */
export function createExitCycle(context: ExitInput): (order: CycleOrder) => Promise<CycleOutcome> {
  return async ({ cycle: id, exit, by, reason }) => {
    const cycle = await context.tax.get(id);
    if (cycle === null || !isUnderWay(cycle)) return refused(`Tax cycle ${id} is not under way.`);
    const deed: Deed = { by, reason, at: context.now() };
    try {
      // The lines are read before the chain is asked. If a step stores more lines as paid meanwhile, the close is
      // refused.
      const lines = await context.tax.lines(id);
      const untaken = await untakenParts(context, cycle);
      if (untaken === 'not-yet') return refused(NOT_YET);
      if (exit === 'close') return await close(context, { cycle, deed, lines, untaken });
      return untaken === null ? refused(UNREADABLE) : await release(context, { cycle, deed, lines, untaken });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return refused(`The chain gives no usable answer now: ${error.summary}. Nothing has changed.`);
    }
  };
}

const isUnderWay = (cycle: TaxCycle): cycle is TaxCycleInFlight => CYCLE_IN_FLIGHT.some((one) => one === cycle.state);

interface Leaving {
  readonly cycle: TaxCycleInFlight;
  readonly deed: Deed;
  readonly lines: readonly TaxLine[];
  /** Parts on chain that are not final in the database; null where the wallet's history does not tell them. */
  readonly untaken: readonly UntakenPart[] | null;
}

interface UntakenPart extends OwnPart {
  /** Whether the database has this part. If so, the cycle itself will store that it is final. */
  readonly isKnown: boolean;
  readonly fee: bigint;
  /** Lamports that the part paid out, without its fee. */
  readonly paid: bigint;
  readonly changes: ReadonlyMap<string, bigint>;
}

/**
 * Parts of a cycle on chain that are not final in the database. Null when the history does not tell them, because it is
 * too long to be read whole or the cycle was begun with another tax wallet. `not-yet`: what was signed before the
 * database was restored may still be on its way.
 */
async function untakenParts(context: ExitInput, cycle: TaxCycle): Promise<readonly UntakenPart[] | 'not-yet' | null> {
  const { firstHand, journal, tax } = context;
  const { id } = cycle;
  try {
    // A restored database may lack attempts that were signed before it was restored: a gap. As long as nothing is
    // signed, no step notices the gap, so it is looked for here too.
    if (!(await firstHand.isClear(cycle, () => journal.under(cycleKey(id))))) return 'not-yet';
  } catch (error) {
    if (error instanceof SignerRefusal) return null;
    throw error;
  }
  const known = new Map((await tax.steps(id, 'distribute')).map(({ part, status }) => [part, status]));
  const untaken = (firstHand.afterGap(id)?.parts ?? []).filter(({ part }) => known.get(part) !== 'final');
  return inGroups(untaken, async (part) => {
    const { fee, solChange, changes } = await agreeOnLanded(context, part.signature);
    return { ...part, isKnown: known.has(part.part), fee, paid: -solChange - fee, changes };
  });
}

async function release(
  { db }: ExitInput,
  { cycle, deed, lines, untaken }: Leaving & { readonly untaken: readonly UntakenPart[] },
): Promise<CycleOutcome> {
  const strangers = untaken.filter(({ isKnown }) => !isKnown);
  if (strangers.length > 0) return { kind: 'paid', payments: strangers.flatMap((part) => paymentsOf(part, lines)) };
  return (await releaseCycle(db, { id: cycle.id, state: cycle.state, deed })) ? { kind: 'done' } : CHANGED;
}

/**
 * The payments of a part: to the wallets of the cycle's lines. If the part names none of these: to every account that
 * gained. A wallet of a line counts even if its lamports have not changed, because it may have been paid in GOD.
 */
function paymentsOf({ signature, blockTime, changes }: UntakenPart, lines: readonly TaxLine[]): CyclePayment[] {
  const others = [...changes].filter(([, change]) => change >= 0n);
  const own = others.filter(([to]) => lines.some(({ address }) => address === to));
  return (own.length > 0 ? own : others.filter(([, change]) => change > 0n)).map(([to, lamports]) => ({
    signature,
    to,
    lamports,
    blockTime,
  }));
}

async function close(context: ExitInput, { cycle, deed, lines, untaken }: Leaving): Promise<CycleOutcome> {
  const { id, state } = cycle;
  const sent = await underWay(context, cycle);
  if (sent !== null)
    return refused(
      `The cycle's transaction ${sent} is on its way or has landed. Let the cycle follow it to its end first.`,
    );
  const basis = await basisOf(context, id, lines);
  const byLines = lines.reduce((sum, line) => sum + (line.status === 'SUCCESS' ? line.amount : 0n), 0n);
  const taken = untaken ?? [];
  const fees = taken.reduce((sum, { fee }) => sum + fee, await feesPaid(context, id));
  const paidOut = taken.reduce((sum, { paid }) => sum + paid, byLines);
  const carriedIn = async () => cycle.carriedIn ?? carriedInto(context, cycle);
  const left = cycle.currency === 'SOL' ? (cycle.proceeds ?? 0n) + (await carriedIn()) - fees - paidOut : 0n;
  const kept = keptOf({ cycle, untaken, left });
  if (untaken === null || context.firstHand.afterGap(id) !== null) await tellLost(context, cycle, taken);
  const done = await closeCycle(
    context.db,
    { id, state, deed },
    {
      detail: `${deed.by} closed it: ${deed.reason ?? ''}${kept === null ? '' : `. ${kept}`}`,
      ...{ kept, fees, carriedOut: kept === null ? left : 0n, paid: linesPaidBy(taken, lines, cycle.currency), basis },
    },
  );
  return done ? { kind: 'done' } : CHANGED;
}

/**
 * Tells a person when a swap that the database does not have may have sold the cycle's GOD: nobody looks at a closed
 * cycle again.
 */
async function tellLost(context: ExitInput, cycle: TaxCycle, taken: readonly UntakenPart[]): Promise<void> {
  if (cycle.state === 'swap') await tellLostSwap(context, cycle, await agreeOnGod(context, cycle.id));
  else if (cycle.currency === 'SOL' && cycle.proceeds === null && taken.length === 0)
    await tellUnknownSwap(context, cycle);
}

/** How many rows the sums of a close are computed from. An expired attempt costs nothing, so it is not counted. */
async function basisOf({ journal }: ExitInput, id: number, lines: readonly TaxLine[]): Promise<CloseBasis> {
  const attempts = (await journal.under(cycleKey(id))).filter(({ state }) => state !== 'expired').length;
  return { lines: lines.length, paid: lines.filter(({ status }) => status === 'SUCCESS').length, attempts };
}

/**
 * Sentences that say why the rest of this cycle is not given to the next one; null when it is given. What may have been
 * paid already is not given, and neither is the rest of a swap that the database does not have.
 */
function keptOf({ cycle, untaken, left }: Pick<Leaving, 'cycle' | 'untaken'> & { readonly left: bigint }) {
  if (cycle.currency === 'SOL' && cycle.proceeds === null && untaken !== null && untaken.length > 0)
    return 'The database has forgotten a swap of this cycle, and transactions on chain have paid out at least some of what it brought. The rest stays in the tax wallet, and nothing distributes it.';
  if (untaken === null && left > 0n)
    return `The ${left} lamports that it had left may have been paid already. They stay in the tax wallet, and nothing distributes them.`;
  return null;
}

/**
 * The numbers of the waiting lines that parts on chain have paid. If two lines pay the same wallet, perhaps only one of
 * them was paid. So what a wallet has received is counted for its lines one after the other, the largest amount first.
 * A payment of GOD cannot be seen in lamports. So a line in GOD counts as paid if its part, or the part that pays only
 * this line, names the receiver.
 */
function linesPaidBy(
  parts: readonly UntakenPart[],
  lines: readonly TaxLine[],
  currency: TaxCycle['currency'],
): number[] {
  const received = new Map<string, bigint>();
  for (const [to, change] of parts.flatMap(({ changes }) => [...changes]))
    received.set(to, (received.get(to) ?? 0n) + change);
  const waiting = lines.filter(({ status }) => status === 'pending');
  if (currency === 'GOD')
    return waiting.flatMap(({ line, part: own, address }) =>
      parts.some(({ part, changes }) => [own, aloneIn(line)].includes(part) && changes.has(address)) ? [line] : [],
    );
  const largestFirst = waiting.toSorted((a, b) => Number(b.amount - a.amount));
  return largestFirst.flatMap(({ line, address, amount }) => {
    const rest = (received.get(address) ?? 0n) - amount;
    if (rest < 0n) return [];
    received.set(address, rest);
    return [line];
  });
}

/**
 * The signature of a transaction of the cycle that may land or has landed and whose fee is not stored. Null when there
 * is none.
 */
async function underWay({ tax, journal }: ExitInput, { id }: TaxCycle): Promise<string | null> {
  for (const { name, part, status, fee } of await tax.steps(id)) {
    if (status === 'failed' || fee !== null) continue;
    const last = (await journal.attempts(stepKey(id, name, part))).at(-1);
    if (last !== undefined && !isDead(last)) return last.signature;
  }
  return null;
}
