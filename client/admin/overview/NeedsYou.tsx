import type { DistributionConfig } from '../../../src/contract/distribution.ts';
import type { Operations } from '../../../src/contract/operations.ts';
import { ExternalLink } from '../../ui/ExternalLink.tsx';
import { changeAddress } from '../ui/useAddressChoice.ts';
import { needsOf } from './needs.ts';

interface NeedsYouProps {
  readonly operations: Operations;
  readonly config: DistributionConfig;
}

/** What waits for a person, each with the way to where it is seen to. */
export function NeedsYou({ operations, config }: NeedsYouProps) {
  const needs = needsOf(operations, config);
  const isUrgent = needs.some(({ tone }) => tone === 'ruby');
  return (
    <section className={`panel group needs${isUrgent ? ' raised' : ''}`} aria-labelledby="needs-title">
      <h2 id="needs-title">What needs you</h2>
      {needs.length === 0 && <p className="good">Nothing waits for you.</p>}
      {needs.length > 0 && (
        <ul>
          {needs.map(({ key, tone, badge, text, look, address, runbook }) => (
            <li key={key}>
              <span className={`badge ${tone}`}>{badge}</span>
              <span className="says">{text}</span>
              {runbook !== null && (
                <ExternalLink className="runbook" href={runbook} hint={`about: ${text}`}>
                  What to do
                </ExternalLink>
              )}
              <button type="button" className="btn sm" onClick={() => changeAddress(address)}>
                {look}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
