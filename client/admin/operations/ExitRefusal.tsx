import type { SeenPayment } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { AddressLink, Signature } from '../console/ExplorerLinks.tsx';
import { sentenceText } from '../ui/unitsText.ts';
import type { Refusal } from './useExit.ts';

/** Why an exit was not taken: the sentences, and the payments that stand in its way. */
export function ExitRefusal({ refusal: { lines, payments } }: { readonly refusal: Refusal }) {
  return (
    <div className="refusal">
      {lines.map((line) => (
        <p key={line} className="err">
          {line}
        </p>
      ))}
      {payments.length > 0 && <SeenPayments payments={payments} />}
    </div>
  );
}

/** Transfers that paid winners of a round already, each with its transaction. */
function SeenPayments({ payments }: { readonly payments: readonly SeenPayment[] }) {
  return (
    <ul className="seen" aria-label="Payments on chain">
      {payments.map(({ signature, to, lamports, blockTime }) => (
        <li key={`${signature} ${to}`}>
          <strong>{sentenceText(BigInt(lamports), 'SOL')}</strong>
          <span>
            to <AddressLink address={to} />
          </span>
          <span>
            in <Signature signature={signature} of={`a payment to ${to}`} />
          </span>
          {blockTime !== null && <time dateTime={blockTime}>{utcText(Date.parse(blockTime))}</time>}
        </li>
      ))}
    </ul>
  );
}
