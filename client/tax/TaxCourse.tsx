import type { ReactNode } from 'react';
import type { TaxReport } from '../../src/contract/tax.ts';
import { useNow } from '../clock/ServerClock.ts';
import { countText } from '../format/countText.ts';
import { godText } from '../format/godText.ts';
import { solText } from '../format/moneyText.ts';
import { durationText, utcText } from '../format/timeText.ts';
import { Books } from './Books.tsx';
import { totalSums } from './sums.ts';
import type { TaxView } from './useTax.ts';

interface TaxCourseProps {
  readonly view: TaxView;
  readonly fee: string;
}

/** The four steps, each with its sum over all cycles, and the books over all cycles. */
export function TaxCourse({ view, fee }: TaxCourseProps) {
  const report = view.kind === 'known' ? view.answer : null;
  const totals = report?.totals;
  return (
    <section className="panel course" aria-labelledby="course-title">
      <div className="ph">
        <h2 id="course-title">All cycles so far</h2>
        <TaxAge view={view} />
      </div>
      <ol>
        <Step
          name="Harvest"
          figure={totals && countText(totals.cycles)}
          unit={totals?.cycles === 1 ? 'cycle' : 'cycles'}
        >
          The token withholds {fee} of each transfer, in the account that receives it. Harvesting moves these fees to
          the token’s mint. Anyone may do that, and nobody can take them on the way.
        </Step>
        <Step name="Withdraw" figure={totals && countText(totals.withdrawn.amount)} unit="GOD">
          The fees move from the mint to the tax wallet. Only the key that the mint names can sign for that.
        </Step>
        <Step
          name="Swap"
          figure={totals && solText(totals.received.units)}
          unit="SOL"
          note={`received for ${totals ? godText(BigInt(totals.sold.units)) : '–'} GOD`}
        >
          GOD is sold for SOL on Raydium or Jupiter, at the better offer or at most 1% below it. Each instruction of the
          exchange is checked before it is signed.
        </Step>
        <Step
          name="Distribute"
          figure={totals && solText(totals.distributed.units)}
          unit="SOL"
          note={
            totals && totals.distributedGod.units !== '0' && `and ${godText(BigInt(totals.distributedGod.units))} GOD`
          }
        >
          The SOL, less network fees, is split by the percentages that were active when the cycle began, and paid to the
          wallets they name.
        </Step>
      </ol>
      <TotalBooks report={report} />
    </section>
  );
}

interface StepProps {
  readonly name: string;
  readonly figure: string | undefined;
  readonly unit: string;
  readonly note?: string | false | undefined;
  readonly children: ReactNode;
}

function Step({ name, figure, unit, note, children }: StepProps) {
  return (
    <li>
      <h3>{name}</h3>
      <p className="fig">
        {figure ?? '–'} <span>{unit}</span>
      </p>
      <p className="dim">{note}</p>
      <p className="muted">{children}</p>
    </li>
  );
}

function TotalBooks({ report }: { readonly report: TaxReport | null }) {
  const sums = report && totalSums(report);
  return (
    <Books
      caption="The sum of all cycles"
      entries={[
        { name: 'SOL received', units: sums?.received },
        { name: 'Distributed', units: sums?.distributed, sign: '=' },
        { name: 'Network fees', units: sums?.fees, sign: '+' },
        { name: 'Left for the next cycle', units: sums?.rest, sign: '+' },
      ]}
      verdict={sums && verdictOf(sums, report)}
    />
  );
}

function verdictOf({ rest, isExplained }: ReturnType<typeof totalSums>, { totals, cycles }: TaxReport) {
  if (totals.cycles === 0) return null;
  if (isExplained) {
    return { isGood: true, text: 'Adds up to the last lamport, and the remainder matches the cycles below.' };
  }
  return {
    isGood: false,
    text:
      rest < 0n && cycles.some(({ currency }) => currency === 'GOD')
        ? 'Below 0: the tax wallet paid the fees of GOD distributions from its own SOL.'
        : 'The remainder includes older cycles not listed here.',
  };
}

/** The age of the figures. If the newest reading failed, it says so, and has a button to try again. */
function TaxAge({ view }: { readonly view: TaxView }) {
  const now = useNow();
  if (view.kind === 'loading')
    return (
      <p className="dim">
        <span className="scripted">Loading…</span>
        <noscript>The figures need JavaScript.</noscript>
      </p>
    );
  if (view.kind === 'failed') return <p className="dim">No data</p>;
  const { answer: report, isFailing, retry } = view;
  const readAt = Date.parse(report.updatedAt);
  return (
    <div className="age">
      <p className={isFailing ? 'stale' : 'dim'}>
        <span role="status">{isFailing && 'The figures could not be refreshed.'}</span>{' '}
        <time dateTime={report.updatedAt} title={utcText(readAt)}>
          {isFailing ? 'They are' : 'As of'} {durationText(now - readAt)} {isFailing ? 'old.' : 'ago'}
        </time>
      </p>
      {isFailing && (
        <button type="button" className="btn sm" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
