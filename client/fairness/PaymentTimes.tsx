import type { Fairness } from '../../src/contract/fairness.ts';
import { countText } from '../format/countText.ts';
import { durationText } from '../format/timeText.ts';
import { PlotTable } from '../ui/BarPlot.tsx';
import { BucketPlot } from './BucketPlot.tsx';

type Payment = Fairness['payment'];
type Bin = Payment['histogram'][number];

/** How long winners waited: from a round's end until its payment was seen on chain. */
export function PaymentTimes({ payment }: { readonly payment: Payment }) {
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
        <p className="dim">{countText(counted)} paid rounds</p>
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

/** With a decimal where it matters, `2.4 s`. */
function secondsText(seconds: number): string {
  return seconds < 60 ? `${seconds.toFixed(1)} s` : lengthText(seconds);
}
