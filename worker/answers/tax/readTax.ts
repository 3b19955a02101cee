import type { TaxSums, TaxTransaction } from '../../../src/contract/distribution.ts';
import type { TaxReport } from '../../../src/contract/tax.ts';
import { withPool } from '../../../src/distribution/poolLines.ts';
import type { Settings } from '../../settings/Settings.ts';
import type { DistributionVersion } from '../../store/rows/distributionRows.ts';
import type { Reads } from '../../store/rows/reads.ts';
import { taxPausedAt } from '../../store/views/rounds/pauses.ts';
import { activeVersion, waitingActivation } from '../../store/views/tax/activations.ts';
import { taxSums, taxTotals } from '../../store/views/tax/taxDays.ts';
import { type TaxPageQuery, taxPage } from '../../store/views/tax/taxPages.ts';
import { isoOfMs } from '../isoTime.ts';
import { composeRules, composeWaiting } from './composeDistribution.ts';
import { composeTaxReport, composeTransaction } from './composeTax.ts';
import { storedPools } from './storedPools.ts';

const NEWEST_CYCLES = 20;
/** From today back to the first of the thirty days in the report. */
const PLOT_MS = 29 * 86_400_000;

/** The public report about the tax; `now` is unix milliseconds. */
export async function readTaxReport(db: Reads, settings: Settings, now: number): Promise<TaxReport> {
  const [sums, cycles, distribution, pausedAt] = await Promise.all([
    taxTotals(db, now - PLOT_MS),
    taxPage(db, { filter: 'every', limit: NEWEST_CYCLES, before: null }),
    readRules(db, settings, now),
    taxPausedAt(db),
  ]);
  return {
    ...composeTaxReport({ ...sums, cycles, now }),
    distribution,
    pausedAt: pausedAt === null ? null : isoOfMs(pausedAt),
  };
}

/** How the distribution may be changed, and the change that waits: holders of GOD see it before it is in force. */
async function readRules(db: Reads, settings: Settings, now: number): Promise<TaxReport['distribution']> {
  const waiting = await waitingActivation(db);
  if (waiting === null) return { rules: composeRules(settings), waiting: null };
  const [active, pools] = await Promise.all([activeVersion(db), storedPools(db, settings, now)]);
  const asPaid = <V extends DistributionVersion>(of: V): V => ({ ...of, wallets: withPool(of.wallets, pools) });
  const { version, wallets, askedAt, inForceAt, difference } = composeWaiting(
    asPaid(waiting),
    active && asPaid(active),
    { settings, pool: pools.pool },
  );
  return { rules: composeRules(settings), waiting: { version, wallets, askedAt, inForceAt, difference } };
}

/** A page of the collected tax, newest first. */
export async function readTaxTransactions(
  db: Reads,
  { limit, ...query }: TaxPageQuery,
): Promise<{ page: TaxTransaction[]; nextCursor: string | null }> {
  const found = await taxPage(db, { ...query, limit: limit + 1 });
  const page = found.slice(0, limit);
  return { page: page.map(composeTransaction), nextCursor: found.length > limit ? `${page.at(-1)?.id}` : null };
}

/** Sums over the UTC days from that of the unix second `from` to that of `to`, both included. */
export async function readTaxSums(db: Reads, from: number, to: number): Promise<TaxSums> {
  const [first, last] = [dayOf(from), dayOf(to)];
  const sums = await taxSums(db, first, last);
  return {
    from: first,
    to: last,
    cycles: sums.cycles,
    withdrawnUnits: `${sums.withdrawn}`,
    soldUnits: `${sums.sold}`,
    receivedLamports: `${sums.received}`,
    feesLamports: `${sums.fees}`,
    distributedLamports: `${sums.distributed}`,
    distributedUnits: `${sums.distributed_god}`,
  };
}

function dayOf(second: number): string {
  return isoOfMs(second * 1000).slice(0, 10);
}
