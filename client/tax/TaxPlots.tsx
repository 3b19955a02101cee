import type { TaxReport } from '../../src/contract/tax.ts';
import { countText } from '../format/countText.ts';
import { dayText } from '../format/dayText.ts';
import { DayPlot } from './DayPlot.tsx';
import { lastDays } from './taxDays.ts';

const DAYS = 30;
const sol = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
  roundingMode: 'trunc',
});
const solOf = (amount: number) => sol.format(amount);

/** The tax of the last days in two plots that share their days, and as a table. */
export function TaxPlots({ report }: { readonly report: TaxReport | null }) {
  const days = report && lastDays(report.days, Date.parse(report.updatedAt), DAYS);
  return (
    <section className="panel plots" aria-labelledby="plots-title">
      <div className="ph">
        <h2 id="plots-title">Tax per day</h2>
        <p className="dim">The last {DAYS} days, UTC</p>
      </div>
      <div className="pair">
        <DayPlot days={days} of="withdrawn" title="GOD withdrawn" unit="GOD" text={countText} />
        <DayPlot days={days} of="distributed" title="SOL distributed" unit="SOL" text={solOf} />
      </div>
      <details>
        <summary>Show as table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Cycles</th>
              <th scope="col">GOD withdrawn</th>
              <th scope="col">SOL distributed</th>
            </tr>
          </thead>
          <tbody>
            {(report?.days ?? []).toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">
                  <time dateTime={day.day}>{dayText(day.day)}</time>
                </th>
                <td>{countText(day.cycles)}</td>
                <td>{countText(day.withdrawn)}</td>
                <td>{solOf(day.distributed)}</td>
              </tr>
            ))}
            {report?.days.length === 0 && (
              <tr>
                <td colSpan={4}>No cycle on these days.</td>
              </tr>
            )}
          </tbody>
        </table>
      </details>
    </section>
  );
}
