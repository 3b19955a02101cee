import type { Fairness } from '../../src/contract/fairness.ts';
import { describeReason } from '../../src/round/reasonText.ts';
import { roundsPath } from '../../src/round/roundsAsked.ts';
import { countText } from '../format/countText.ts';

/** How the rounds ended, and why some were not played. */
export function Outcomes({ fairness: { rounds, reasons } }: { readonly fairness: Fairness }) {
  const all = rounds.paid + rounds.rolledOver + rounds.held + rounds.other;
  const outcomes = [
    { name: 'Paid', count: rounds.paid, state: 'paid' },
    { name: 'Rolled over', count: rounds.rolledOver, state: 'rolled-over' },
    { name: 'On hold', count: rounds.held, state: 'held' },
    { name: 'Under way', count: rounds.other, state: '' },
  ];
  return (
    <section className="panel plots outcomes" aria-labelledby="outcomes-title">
      <div className="ph">
        <h2 id="outcomes-title">Rounds so far</h2>
        <p className="dim">{countText(all)} rounds</p>
      </div>
      <dl>
        {outcomes.map(({ name, count, state }) => (
          <div key={name}>
            <dt>{state === '' ? name : <a href={roundsPath({ state })}>{name}</a>}</dt>
            <dd>
              {countText(count)} <span className="dim">{shareText(count, all)}</span>
              <Share of={count} all={all} />
            </dd>
          </div>
        ))}
      </dl>
      {reasons.length > 0 && (
        <table>
          <caption className="sr">Why rounds were not played</caption>
          <thead>
            <tr>
              <th scope="col">Why not</th>
              <th scope="col">Rounds</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map(({ state, reason, count }) => (
              <tr key={`${state} ${reason}`}>
                <th scope="row">{describeReason(reason) || reason}</th>
                <td>{countText(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function shareText(count: number, all: number): string {
  return all === 0 ? '' : `${((100 * count) / all).toFixed(1)}%`;
}

/** A part of all rounds, drawn as a part of its card's width. */
function Share({ of, all }: { readonly of: number; readonly all: number }) {
  return (
    <svg className="bar" width="100%" height="6" aria-hidden="true">
      <rect className="rest" width="100%" height="6" rx="2" />
      <rect width={`${all === 0 ? 0 : (100 * of) / all}%`} height="6" rx="2" />
    </svg>
  );
}
