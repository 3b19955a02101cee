import type { TaxReport } from '../../src/contract/tax.ts';
import { percentText } from '../../src/distribution/percentage.ts';
import { utcText } from '../format/timeText.ts';

/** How the split may be changed, and the change that waits: everybody sees it before it comes into force. */
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
          {needsSecondKey ? 'Two people have to agree on a change.' : 'One person may change it.'}{' '}
          {delayHours > 0
            ? `It is shown here for ${delayHours} ${delayHours === 1 ? 'hour' : 'hours'} before it is in force.`
            : 'It is in force at once.'}
        </li>
        {waiting !== null && (
          <li className="amber">
            Version {waiting.version} waits to come into force
            {waiting.inForceAt === null ? ', for a second person' : ` at ${utcText(Date.parse(waiting.inForceAt))}`}:{' '}
            {waiting.difference}
          </li>
        )}
      </ul>
    </section>
  );
}
