import type { ReactNode } from 'react';
import type { TaxCycleAnswer, TaxReport } from '../../src/contract/tax.ts';
import { useNow } from '../clock/ServerClock.ts';
import { godText, ledgerText } from '../format/godText.ts';
import { agoText, utcClockText, utcText } from '../format/timeText.ts';
import { stateOf } from './cycleState.ts';
import { carriedOver } from './sums.ts';

const AGO_STEP_MS = 15_000;
const ACTIVITIES: Readonly<Record<string, string>> = {
  HARVESTING: 'collecting the fees',
  WITHDRAWING: 'withdrawing',
  SELLING: 'selling the GOD',
  PAYING: 'paying out',
};

/** The tax that is not distributed yet, and why. A pause comes first, because nothing is signed while it lasts. */
export function TaxWaits({ report }: { readonly report: TaxReport | null }) {
  return (
    <section className="waits" aria-labelledby="waits-title">
      <h2 id="waits-title" className="eyebrow">
        Waiting to be collected
      </h2>
      <ul>{report === null ? <li className="dim">–</li> : <Items report={report} />}</ul>
    </section>
  );
}

function Items({ report }: { readonly report: TaxReport }) {
  const { underWay, look, failed, carried } = waitingOf(report);
  const { pausedAt } = report;
  const items: ReactNode[] = [];
  if (pausedAt !== null) {
    items.push(
      <li key="paused" className="amber">
        Paused by the operator since <At time={pausedAt} />. Fees wait on chain.
      </li>,
    );
  }
  if (underWay) {
    items.push(
      <li key="cycle">
        {godText(BigInt(underWay.found.units))} GOD: a cycle started at <At time={underWay.startedAt} /> and{' '}
        {pausedAt === null ? `is ${ACTIVITIES[stateOf(underWay).text] ?? 'under way'} now` : 'goes on after the pause'}.
      </li>,
    );
  }
  if (failed) {
    items.push(
      <li key="failed">
        {failed.proceedsLamports === null && `${godText(BigInt(failed.found.units))} GOD of the last cycle. `}
        {failed.reason}
      </li>,
    );
  }
  if (look) {
    const found = BigInt(look.found.units);
    items.push(
      <li key="look">
        Last check at <At time={look.startedAt} />: {found === 0n ? 'no' : godText(found)} GOD withheld
        {found > 0n && ', less than the minimum. It is collected once there is more'}.
      </li>,
    );
  }
  if (carried !== 0n) {
    items.push(
      <li key="carried">
        {carried > 0n
          ? `${ledgerText(carried, 'SOL')} SOL could not be paid out and is added to the next distribution.`
          : `${ledgerText(-carried, 'SOL')} SOL more in fees than planned is taken from the next distribution.`}
      </li>,
    );
  }
  if (items.length > 0) return items;
  return (
    <li>
      {report.totals.cycles === 0
        ? 'Nothing has been checked yet. The first check comes within two minutes.'
        : 'Nothing: everything collected has been paid out. The next check comes within two minutes.'}
    </li>
  );
}

function At({ time }: { readonly time: string }) {
  const at = Date.parse(time);
  const now = useNow(AGO_STEP_MS);
  return (
    <time dateTime={time} title={utcText(at)}>
      {utcClockText(at)} UTC ({agoText(at, now)})
    </time>
  );
}

/** The tax that was collected or seen, and not distributed yet. */
export interface Waiting {
  readonly underWay: TaxCycleAnswer | null;
  /** The newest cycle if it found less than the minimum; otherwise null. */
  readonly look: TaxCycleAnswer | null;
  /** The last ended cycle, if it failed and no other is under way; otherwise null. */
  readonly failed: TaxCycleAnswer | null;
  /** Lamports that the newest ended cycle in SOL left for the next one. Below 0 when it spent more than it had. */
  readonly carried: bigint;
}

/** What waits, from the listed cycles. `cycles` has to begin with the newest. */
export function waitingOf({ cycles }: Pick<TaxReport, 'cycles'>): Waiting {
  const [newest] = cycles;
  const ended = cycles.find(({ state, endedAt }) => state !== 'empty' && endedAt !== null);
  const underWay = cycles.find(({ endedAt }) => endedAt === null) ?? null;
  return {
    underWay,
    look: newest?.state === 'empty' ? newest : null,
    failed: ended?.state === 'failed' && underWay === null ? ended : null,
    carried: carriedOver(cycles),
  };
}
