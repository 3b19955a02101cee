import type { TaxTransaction } from '../../../src/contract/distribution.ts';
import { percentText } from '../../../src/distribution/percentage.ts';
import { utcText } from '../../format/timeText.ts';
import { AddressLink, Signature } from '../console/ExplorerLinks.tsx';
import { exactText, unitsText } from '../ui/unitsText.ts';

const TONES = { COMPLETED: 'mint', FAILED: 'ruby', PENDING: 'amber' } as const;
const LINE_TONES = { SUCCESS: 'mint', FAILED: 'ruby', pending: 'amber' } as const;

/** One distribution of collected tax; when opened, its lines. */
export function TransactionItem({ transaction }: { readonly transaction: TaxTransaction }) {
  const { status, timestamp, totalUnits, currency, reason, detail, configVersion, txSignature, distributions } =
    transaction;
  return (
    <li>
      <details className="tx">
        <summary>
          <span className={`badge ${TONES[status]}`}>{status}</span>
          <time dateTime={timestamp}>{utcText(Date.parse(timestamp))}</time>
          <strong title={`${exactText(BigInt(totalUnits), currency)} ${currency}`}>
            {unitsText(BigInt(totalUnits), currency)} {currency}
          </strong>
          {reason !== null && <span className="reason">{reason}</span>}
          {detail !== null && <span className="reason">Cause: {detail}</span>}
        </summary>
        <div className="tx-body">
          <p className="tx-facts">
            <span>
              <span className="dim">Id</span> <span className="mono">{transaction.id}</span>
            </span>
            <span>
              <span className="dim">Configuration</span>{' '}
              {configVersion === null ? 'not chosen yet' : `v${configVersion}`}
            </span>
            <span>
              <span className="dim">Transaction</span> <Signature signature={txSignature} of="this distribution" />
            </span>
          </p>
          {distributions.length === 0 && <p className="muted">Nothing was distributed.</p>}
          <ul className="tx-lines">
            {distributions.map((line) => (
              <li key={line.walletId}>
                <bdi className="name">{line.label}</bdi>
                <span className="adr">
                  <AddressLink address={line.address} />
                </span>
                <span className="num">{percentText(line.percentage)}</span>
                <span className="num" title={`${exactText(BigInt(line.units), currency)} ${currency}`}>
                  {unitsText(BigInt(line.units), currency)} {currency}
                </span>
                <span>
                  <span className={`badge ${LINE_TONES[line.status]}`}>{line.status}</span>
                </span>
                <Signature signature={line.transactionSignature} of={line.label} />
              </li>
            ))}
          </ul>
        </div>
      </details>
    </li>
  );
}

/** Shown in place of an empty list of transactions. */
export function NoTransactions({ isFiltered = false }: { readonly isFiltered?: boolean }) {
  return (
    <div className="blank">
      <h3>No Transactions Found</h3>
      <p>
        {isFiltered
          ? 'No transaction matches what was chosen.'
          : 'The first distribution of collected tax will be listed here.'}
      </p>
    </div>
  );
}
