import { addressLink, type ExplorerSettings } from '../../src/address/links.ts';
import type { TaxCycleAnswer } from '../../src/contract/tax.ts';
import { percentText } from '../../src/distribution/percentage.ts';
import { ledgerText } from '../format/ledgerText.ts';
import { Address } from '../ui/Address.tsx';
import { ExternalLink } from '../ui/ExternalLink.tsx';

const STATUS = {
  SUCCESS: { text: 'Paid', tone: 'mint' },
  FAILED: { text: 'Failed', tone: 'ruby' },
  pending: { text: 'Due', tone: 'amber' },
} as const;

interface CycleLinesProps extends Pick<TaxCycleAnswer, 'lines' | 'currency'> {
  readonly explorer: ExplorerSettings | null;
}

/** Who was paid how much. */
export function CycleLines({ lines, currency, explorer }: CycleLinesProps) {
  return (
    <ul className="tlines" aria-label="Payments">
      {lines.map(({ label, address, units, percentage, status }) => (
        <li key={address}>
          <bdi>{label}</bdi>
          <span className="who">
            {explorer ? (
              <ExternalLink className="sig" href={addressLink(explorer, address)} hint="the wallet in the explorer">
                <Address address={address} />
              </ExternalLink>
            ) : (
              <Address address={address} />
            )}
          </span>
          <span className="share dim">{percentText(percentage)}</span>
          <span className="amount">
            {ledgerText(BigInt(units), currency)} {currency}
          </span>
          <span className={`state ${STATUS[status].tone}`}>{STATUS[status].text}</span>
        </li>
      ))}
    </ul>
  );
}
