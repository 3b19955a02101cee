import { type ExplorerSettings, transactionLink } from '../../src/address/links.ts';
import type { Witness } from '../../src/contract/witness.ts';
import { Address } from '../ui/Addresses.tsx';
import { ExternalLink } from '../ui/ExternalLink.tsx';

interface WitnessLineProps {
  /** The round's watchers, as they were known at its lock. */
  readonly witnesses: readonly Witness[];
  /** The round's published root; null before the lock. */
  readonly root: string | null;
  readonly explorer: ExplorerSettings | null;
}

/** The testimonies about a round's list. If a watcher saw another root, an alarm shows it and the published one. */
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

/** The watchers who saw a list with another root than `root`. */
export function differing(witnesses: readonly Witness[], root: string): readonly Witness[] {
  return witnesses.filter((witness) => witness.root !== null && witness.root !== root);
}

/** The badge about a round's watchers, each operator counted once. Red when any watcher saw another list. */
export function witnessWords(
  witnesses: readonly Witness[],
  root: string,
): { readonly tone: string; readonly text: string } {
  const others = operatorsOf(differing(witnesses, root));
  const saw = operatorsOf(witnesses.filter((witness) => witness.root === root));
  const all = operatorsOf(witnesses);
  if (others > 0) return { tone: 'ruby', text: `${others} of ${all} saw another list` };
  const of = `${saw} of ${all} ${all === 1 ? 'watcher' : 'watchers'} confirmed this list`;
  return { tone: saw === all ? 'mint' : saw === 0 ? 'grey' : 'amber', text: of };
}

function operatorsOf(witnesses: readonly Witness[]): number {
  return new Set(witnesses.map(({ operator }) => operator)).size;
}

/** The words about one watcher's testimony. `published` is the root of the published list. */
export function watcherText({ root, entries, unjudged, signature }: Witness, published: string): string {
  if (signature === null) return 'has said nothing about this round';
  if (root === null) return 'was shown no list';
  const but = unjudged ? ` (${unjudged} of them not judged)` : '';
  return root === published ? `confirmed ${entries} wallets${but}` : `saw another list, of ${entries} wallets${but}`;
}
