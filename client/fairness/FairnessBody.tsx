import type { Fairness } from '../../src/contract/fairness.ts';
import { describeReason } from '../../src/round/reasonText.ts';
import { roundsPath } from '../../src/round/roundsAsked.ts';
import { countText } from '../format/countText.ts';
import { durationText } from '../format/timeText.ts';
import { PlotTable } from '../ui/BarPlot.tsx';
import { BucketPlot } from './BucketPlot.tsx';
import { WinsPanel } from './WinsPanel.tsx';

const TENTHS = ['largest', '2nd', '3rd', '4th', '5th', '6th', '7th', '8th', '9th', 'smallest'] as const;

/** All figures over all rounds, each with what it means. */
export function FairnessBody({ fairness }: { readonly fairness: Fairness }) {
  const { winsByRank, winsByBalance, payment } = fairness;
  return (
    <>
      <Outcomes fairness={fairness} />
      <WinsPanel
        id="rank-title"
        title="Where in the list the first winner stood"
        text="The entry list is sorted by address, and each draw takes its winners by their place in it. Of ten equal parts of the list, none should win more often than another."
        counted="first places"
        of="Part of the list"
        buckets={winsByRank.map(({ from, to, ...bucket }) => ({ name: `${from} to ${to}%`, ...bucket }))}
      />
      <WinsPanel
        id="balance-title"
        title="How much the winners held"
        text="The same for the list sorted by amount. Every wallet has the same odds, so the tenth with the most GOD should win as often as the tenth with the least. A wallet wins only once in a round, which makes these counts a little more even than chance."
        counted="prizes"
        of="Tenth by amount"
        buckets={winsByBalance.map(({ bucket, ...counts }) => ({
          name: TENTHS[bucket] ?? `${bucket + 1}th`,
          ...counts,
        }))}
      />
      <PaymentTimes payment={payment} />
    </>
  );
}

function Outcomes({ fairness: { rounds, reasons } }: { readonly fairness: Fairness }) {
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
        <p className="dim">
          {countText(all)} {all === 1 ? 'round' : 'rounds'}
        </p>
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
          <caption className="sr">Why rounds were not paid</caption>
          <thead>
            <tr>
              <th scope="col">Reason</th>
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

function Share({ of, all }: { readonly of: number; readonly all: number }) {
  return (
    <svg className="bar" width="100%" height="6" aria-hidden="true">
      <rect className="rest" width="100%" height="6" rx="2" />
      <rect width={`${all === 0 ? 0 : (100 * of) / all}%`} height="6" rx="2" />
    </svg>
  );
}

type Payment = Fairness['payment'];
type Bin = Payment['histogram'][number];

/** How long winners waited, from the end of a round until its payment was seen on chain. */
function PaymentTimes({ payment }: { readonly payment: Payment }) {
  const { secondsP50, secondsP90, slowest, counted, histogram } = payment;
  const bins = histogram.map((bin) => ({ name: binText(bin), wins: bin.count, expected: null }));
  const title = 'From the end of a round to its payment';
  const figures = [
    ['Half of them within', secondsP50],
    ['Nine of ten within', secondsP90],
    ['The slowest', slowest],
  ] as const;
  return (
    <section className="panel plots" aria-labelledby="payment-title">
      <div className="ph">
        <h2 id="payment-title">{title}</h2>
        <p className="dim">
          {countText(counted)} paid {counted === 1 ? 'round' : 'rounds'}
        </p>
      </div>
      <dl className="waits-for">
        {figures.map(([name, seconds]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{seconds === null ? '–' : secondsText(seconds)}</dd>
          </div>
        ))}
      </dl>
      <div className="single">
        <BucketPlot title={title} description={describe(payment)} buckets={bins} />
      </div>
      <PlotTable
        heads={['Time', 'Rounds']}
        rows={bins.map(({ name, wins }) => ({ key: name, head: name, cells: [countText(wins)] }))}
      />
    </section>
  );
}

function describe({ counted, secondsP50 }: Payment): string {
  return secondsP50 === null
    ? 'No round has been paid yet.'
    : `${counted} paid rounds by the time until their payment; half of them within ${secondsText(secondsP50)}. All values are in the table below.`;
}

function binText({ fromSeconds, toSeconds }: Bin): string {
  return toSeconds === null
    ? `${lengthText(fromSeconds)} or more`
    : `${lengthText(fromSeconds)} to ${lengthText(toSeconds)}`;
}

function lengthText(seconds: number): string {
  return durationText(seconds * 1000);
}

/** A length of time: below a minute with one decimal, `2.4 s`; from a minute on in the form of `durationText`. */
function secondsText(seconds: number): string {
  return seconds < 60 ? `${seconds.toFixed(1)} s` : lengthText(seconds);
}
