import type { MayFail } from '../../src/tax/cycle.ts';
import { costOf } from '../chain/signing/costOf.ts';
import { isOver } from '../store/journal/journal.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import type { FailedCycle } from '../store/tax/taxTransitions.ts';
import { MAX_SWAP_FEE_LAMPORTS } from '../swap/check/checkSwap.ts';
import { carriedInto } from './carriedInto.ts';
import type { TaxContext } from './context.ts';
import { cycleKey } from './stepKeys.ts';

/**
 * Lamports of fees that a cycle has cost so far: what its steps have stored, and the fee of every other attempt that
 * may have landed or has failed on chain. That fee is computed from the attempt's bytes, because nodes may have
 * forgotten the attempt. An expired attempt cost nothing. If a swap sets a price for compute units but no limit, the
 * highest fee that a swap may have is counted for it.
 */
export async function feesPaid({ tax, journal }: Pick<TaxContext, 'tax' | 'journal'>, cycle: number): Promise<bigint> {
  const stored = (await tax.steps(cycle)).flatMap(({ signature, fee }) => (fee === null ? [] : [{ signature, fee }]));
  const counted = new Set(stored.map(({ signature }) => signature));
  const others = (await journal.under(cycleKey(cycle))).filter(
    (row) => row.state !== 'expired' && !isOver(row) && !counted.has(row.signature),
  );
  const fees = [
    ...stored.map(({ fee }) => fee),
    ...others.map(({ bytes }) => costOf(bytes)?.fee ?? MAX_SWAP_FEE_LAMPORTS),
  ];
  return fees.reduce((sum, fee) => sum + fee, 0n);
}

/**
 * Ends a cycle without a distribution. Its GOD stays where it is. If it was to distribute SOL, the fees that it spent
 * in vain are taken from the next cycle's proceeds, so that the tax wallet's reserve does not shrink. True when this
 * call ended it.
 */
export async function failTax(
  context: TaxContext,
  cycle: TaxCycle,
  failure: Pick<FailedCycle, 'from' | 'reason' | 'detail'>,
): Promise<boolean> {
  const { tax } = context;
  const fees = await feesPaid(context, cycle.id);
  // A distribution that is on chain has already paid out what was carried in, less the cycle's fees. If a cycle
  // distributes GOD, the reserve pays its fees.
  const isSettled = partsOf(context, cycle).length > 0;
  const carriedOut = isSettled || cycle.currency === 'GOD' ? 0n : (await carriedInto(context, cycle)) - fees;
  return tax.fail(cycle.id, { ...failure, fees, carriedOut });
}

/**
 * The parts of the cycle's distribution that the chain has and that our record may lack. Empty if the record had no
 * gap, and until `firstHand` has cleared the gap.
 */
const partsOf = ({ firstHand }: Pick<TaxContext, 'firstHand'>, { id }: Pick<TaxCycle, 'id'>) =>
  firstHand.afterGap(id)?.parts ?? [];

/** Whether this database has lost the cycle's result: parts of the cycle are on chain, or the cycle had ended. */
export function hadResult({ firstHand }: Pick<TaxContext, 'firstHand'>, { id }: Pick<TaxCycle, 'id'>): boolean {
  const known = firstHand.afterGap(id);
  return known !== null && (known.hasEnded || known.parts.length > 0);
}

/**
 * If a cycle had its result before the database was restored, ends it and returns true; false for any other cycle. A
 * restored database may show the cycle as it was before its swap or plan, although the cycle was distributed or ended
 * without a distribution. The GOD that is there now belongs to the next cycle.
 */
export async function isDistributed(context: TaxContext, cycle: TaxCycle, from: MayFail): Promise<boolean> {
  if (!hadResult(context, cycle)) return false;
  await failTax(context, cycle, { from, reason: 'already-distributed', detail: await tellResult(context, cycle) });
  return true;
}

/**
 * Tells a person that nothing more of a cycle is paid, because it had its result already. Returns in words how that is
 * known.
 */
export async function tellResult(context: TaxContext, cycle: TaxCycle): Promise<string> {
  const [part] = partsOf(context, cycle);
  const detail = part ? `its distribution ${part.signature} is on chain` : 'a later cycle had been begun';
  await context.raiseAlert(
    `tax-distributed:${cycle.id}`,
    `Tax cycle ${cycle.id} is at "${cycle.state}" in the database, and ${detail}: was the database restored? Nothing is paid again. What neither this cycle nor a later one has paid out stays in the tax wallet.`,
  );
  return detail;
}
