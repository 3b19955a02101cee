import type { TaxCycleAnswer, TaxReport } from '../../src/contract/tax.ts';
import { ledgerText } from '../format/godText.ts';

interface Entry {
  readonly name: string;
  /** Undefined while nothing is known. */
  readonly units: bigint | undefined;
  /** The sign between this entry and the one before. */
  readonly sign?: '=' | '+';
}

interface BooksProps {
  readonly caption: string;
  readonly entries: readonly Entry[];
  readonly currency?: 'SOL' | 'GOD';
  readonly verdict?: { readonly isGood: boolean; readonly text: string } | null;
}

/** A sum that a reader can check: with all decimals, and the signs between the entries. */
export function Books({ caption, entries, currency = 'SOL', verdict = null }: BooksProps) {
  return (
    <div className="books">
      <dl aria-label={caption}>
        {entries.map(({ name, units, sign }) => (
          <div key={name}>
            <dt>
              {sign && <span className="sign">{sign}</span>} {name}
            </dt>
            <dd>
              {units === undefined ? '–' : ledgerText(units, currency)} <span className="dim">{currency}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={verdict?.isGood ? 'good' : 'dim'}>{verdict?.text}</p>
    </div>
  );
}

/** The sums of one cycle, in base units of its currency. */
interface CycleSums {
  /** What the swap brought, lamports. In GOD: what there was to distribute. */
  readonly received: bigint;
  /** What the cycle before left over, lamports; below 0 when it advanced fees. In GOD this is 0. */
  readonly carriedIn: bigint;
  readonly paid: bigint;
  /** Lines that are not decided yet. */
  readonly due: bigint;
  /** Network fees that were paid from what was received. In GOD this is 0: the tax wallet's own SOL pays them. */
  readonly fees: bigint;
  /** What the server says is left for the next cycle. While it does not say so yet: what must be left. */
  readonly carriedOut: bigint;
  /** Whether received + carried in = paid + due + fees + carried out, by the published figures. */
  readonly isExact: boolean;
}

/** A cycle's books, from its published parts; null before there is a plan. */
export function cycleSums({ currency, total, lines, ...cycle }: TaxCycleAnswer): CycleSums | null {
  if (total === null) return null;
  const inSol = currency === 'SOL';
  const sumOf = (status: 'SUCCESS' | 'pending') =>
    sum(lines.filter((line) => line.status === status).map((line) => line.units));
  const received = inSol ? BigInt(cycle.proceedsLamports ?? 0) : BigInt(total.units);
  const carriedIn = inSol ? BigInt(cycle.carriedInLamports ?? 0) : 0n;
  const fees = inSol ? BigInt(cycle.feesLamports ?? 0) : 0n;
  const [paid, due] = [sumOf('SUCCESS'), sumOf('pending')];
  const left = received + carriedIn - paid - due - fees;
  const carriedOut = inSol && cycle.carriedOutLamports !== null ? BigInt(cycle.carriedOutLamports) : left;
  return { received, carriedIn, paid, due, fees, carriedOut, isExact: carriedOut === left };
}

interface TotalSums {
  readonly received: bigint;
  readonly distributed: bigint;
  readonly fees: bigint;
  /** What was received and neither distributed nor spent on fees. Below 0: the tax wallet has advanced fees. */
  readonly rest: bigint;
  /**
   * Whether the cycles account for the rest, to the lamport: what the last one left over, and what the current one has
   * under way.
   */
  readonly isExplained: boolean;
}

/** The books over all cycles, and whether the listed cycles agree with them. */
export function totalSums({ totals, cycles }: TaxReport): TotalSums {
  const received = BigInt(totals.received.units);
  const distributed = BigInt(totals.distributed.units);
  const fees = BigInt(totals.fees.units);
  const rest = received - distributed - fees;
  const last = cycles.find(({ state, currency }) => state === 'done' && currency === 'SOL');
  const carried = BigInt(last?.carriedOutLamports ?? 0);
  const underWay = cycles.filter(({ endedAt, currency }) => endedAt === null && currency === 'SOL');
  const moving = sum(underWay.map(({ proceedsLamports }) => proceedsLamports ?? '0'));
  const spent = sum(underWay.map(({ feesLamports }) => feesLamports ?? '0'));
  const paid = sum(underWay.flatMap(({ lines }) => lines.filter(isPaid).map(({ units }) => units)));
  // The fees of GOD distributions are part of the total, but were not paid from anything received.
  const ofGod = sum(cycles.filter(({ currency }) => currency === 'GOD').map(({ feesLamports }) => feesLamports ?? '0'));
  return { received, distributed, fees, rest, isExplained: rest === carried + moving - spent - paid - ofGod };
}

const isPaid = ({ status }: TaxCycleAnswer['lines'][number]) => status === 'SUCCESS';

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + BigInt(amount), 0n);
}
