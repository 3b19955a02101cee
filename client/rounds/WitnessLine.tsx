import './witnesses.css';
import { type ExplorerSettings, transactionLink } from '../../src/address/links.ts';
import type { Witness } from '../../src/contract/witness.ts';
import { Address } from '../ui/Address.tsx';
import { ExternalLink } from '../ui/ExternalLink.tsx';
import { differing, watcherText, witnessWords } from './witnessWords.ts';

interface WitnessLineProps {
  /** The watchers that were known at the lock. */
  readonly witnesses: readonly Witness[];
  /** The round's published root; null before the lock. */
  readonly root: string | null;
  readonly explorer: ExplorerSettings | null;
}

/**
 * What the watchers said of a round's list; nothing when there are none. A different root is an alarm that shows both
 * roots.
 */
export function WitnessLine({ witnesses, root, explorer }: WitnessLineProps) {
  if (witnesses.length === 0 || root === null) return null;
  const others = differing(witnesses, root);
  const { tone, text } = witnessWords(witnesses, root);
  return (
    <section className="witnesses" aria-label="Watchers">
      <p>
        <span className={`badge ${tone}`}>{text}</span>
      </p>
      {others.length > 0 && (
        <div className="alarm" role="alert">
          <p>
            Published root <code>{root}</code>
          </p>
          {others.map((other) => (
            <p key={other.address}>
              {other.name} saw <code>{other.root}</code>
            </p>
          ))}
        </div>
      )}
      <ul>
        {witnesses.map((witness) => (
          <li key={witness.address}>
            <span className="dim">Independent watcher</span> <b>{witness.name}</b>
            {witness.operator !== witness.name && <span className="dim"> of {witness.operator}</span>}{' '}
            <Address address={witness.address} />
            <span className="dim">{watcherText(witness, root)}</span>
            {explorer !== null && witness.signature !== null && (
              <ExternalLink
                className="mono"
                href={transactionLink(explorer, witness.signature)}
                hint={`the testimony of ${witness.name} in the explorer`}
              >
                See it
              </ExternalLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
