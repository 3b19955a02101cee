import { ledgerText } from '../format/godText.ts';

interface Entry {
  readonly name: string;
  readonly units: bigint | undefined;
  readonly sign?: '=' | '+';
}

interface BooksProps {
  readonly caption: string;
  readonly entries: readonly Entry[];
  readonly currency?: 'SOL' | 'GOD';
  readonly verdict?: { readonly isGood: boolean; readonly text: string } | null;
}

/** Amounts that a reader can add up: with all decimals, and with signs between them. */
export function Books({ caption, entries, currency = 'SOL', verdict = null }: BooksProps) {
  return (
    <div className="books">
      <dl aria-label={caption}>
        {entries.map(({ name, units, sign }) => (
          <div key={name}>
            <dt>
              {sign && <span className="sign">{sign}</span>} {name}
            </dt>
            <dd>
              {units === undefined ? '–' : ledgerText(units, currency)} <span className="dim">{currency}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={verdict?.isGood ? 'good' : 'dim'}>{verdict?.text}</p>
    </div>
  );
}
