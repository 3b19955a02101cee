import type { TaxReport } from '../../src/contract/tax.ts';
import { percentText } from '../../src/distribution/percentage.ts';
import { utcText } from '../format/timeText.ts';

/** The rules for changes of the split, and a change that is not in force yet. */
export function TaxRules({ report }: { readonly report: TaxReport | null }) {
  if (report === null) return null;
  const { rules, waiting } = report.distribution;
  const { minPoolShare, needsSecondKey, delayHours } = rules;
  return (
    <section className="waits" aria-labelledby="rules-title">
      <h2 id="rules-title" className="eyebrow">
        How the split may change
      </h2>
      <ul>
        <li>
          {minPoolShare === null
            ? 'No least share of the lottery pool is set.'
            : `The lottery pool gets at least ${percentText(minPoolShare)} of the tax.`}
        </li>
        <li>
          {needsSecondKey ? 'Two people must agree on a change.' : 'One person may make a change.'}{' '}
          {delayHours > 0
            ? `It is shown here for ${delayHours} ${delayHours === 1 ? 'hour' : 'hours'} before it is in force.`
            : 'It is in force at once.'}
        </li>
        {waiting !== null && (
          <li className="amber">
            Version {waiting.version}{' '}
            {waiting.inForceAt === null
              ? 'waits for a second person'
              : `comes into force at ${utcText(Date.parse(waiting.inForceAt))}`}
            : {waiting.difference}
          </li>
        )}
      </ul>
    </section>
  );
}

/** What a reader can check about the tax, and what nobody can. */
export function TaxLimits() {
  return (
    <section className="limits" aria-labelledby="limits-title">
      <h2 id="limits-title">What this proves, and what it does not</h2>
      <div>
        <p>
          Every transaction has a link. The chain shows who signed it and what moved where. The amounts withdrawn, sold
          and received, and every network fee, are read from there. The memo of each distribution names its cycle and
          the version of the configuration. You can add the numbers up; the same numbers are at{' '}
          <code>/api/lottery/tax</code> as JSON.
        </p>
        <p>
          Some things no transaction can prove. There may have been a better price for the GOD: a quote is one offer at
          one moment. The percentages and the names of the receivers are the operator’s word; only the addresses are on
          the chain. And the fees may be collected late: everyone can see what is withheld, but only our key can
          withdraw it.
        </p>
        <p>
          How the winners are drawn has its own proof: see the <a href="/audit">Audit Report</a>.
        </p>
      </div>
    </section>
  );
}
