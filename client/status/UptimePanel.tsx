import type { StatusDay } from '../../src/contract/status.ts';
import { roundsPath } from '../../src/round/roundsAsked.ts';
import { countText } from '../format/countText.ts';
import { dateText } from '../format/dayText.ts';
import { UptimePlot } from './UptimePlot.tsx';
import { sumOf, uptimeText } from './uptime.ts';

/** How the rounds of the last days were played: in figures, as a plot and as a table. */
export function UptimePanel({ days }: { readonly days: readonly StatusDay[] }) {
  const all = sumOf(days);
  const figures = [
    { name: 'Uptime', kind: 'share', text: uptimeText(all) },
    { name: 'On time', kind: 'onTime', text: countText(all.onTime) },
    { name: 'Late', kind: 'late', text: countText(all.late) },
    { name: 'Not paid', kind: 'missed', text: countText(all.missed) },
  ];
  return (
    <section className="panel plots" aria-labelledby="uptime-title">
      <div className="ph">
        <h2 id="uptime-title">The last {days.length} days</h2>
        <p className="dim">By round, UTC</p>
      </div>
      <dl>
        {figures.map(({ name, kind, text }) => (
          <div key={name}>
            <dt className={`kind ${kind}`}>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="single">
        <UptimePlot days={days} />
      </div>
      <details>
        <summary>Show as table</summary>
        <UptimeTable days={days} />
      </details>
    </section>
  );
}

/** Newest first: who looks here wants to know about today. */
function UptimeTable({ days }: { readonly days: readonly StatusDay[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">On time</th>
          <th scope="col">Late</th>
          <th scope="col">Not paid</th>
          <th scope="col">Rounds</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, onTime, late, missed, total }) => (
          <tr key={date}>
            <th scope="row">
              <a href={roundsPath({ date })}>
                <time dateTime={date}>{dateText(date)}</time>
              </a>
            </th>
            <td>{onTime}</td>
            <td className={late > 0 ? 'late' : undefined}>{late}</td>
            <td className={missed > 0 ? 'missed' : undefined}>{missed}</td>
            <td>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
