import type { Operations } from '../../../src/contract/operations.ts';
import { shortAddress } from '../../format/shortAddress.ts';
import { utcText } from '../../format/timeText.ts';
import { Signature } from '../console/ExplorerLinks.tsx';

interface OutflowTicksProps extends Pick<Operations, 'outflows'> {
  /** Signatures that the operator has ticked. */
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (signature: string, isTicked: boolean) => void;
}

/** Transactions of the pool that the lottery did not make: each wants a look and a tick of its own. */
export function OutflowTicks({ outflows, ticked, onTick }: OutflowTicksProps) {
  return (
    <fieldset className="outflows">
      <legend>The pool signed what the lottery did not send</legend>
      <p className="muted">
        Check each transaction and tick it if you know who made it and why, such as a prize paid by hand. If none of you
        made it, someone else has the pool’s key: do not resume, and move the money to a new wallet.
      </p>
      <ul>
        {outflows.map(({ signature, foundAt }) => (
          <li key={signature}>
            <label>
              <input
                type="checkbox"
                checked={ticked.has(signature)}
                aria-label={`I know transaction ${shortAddress(signature)}`}
                onChange={(event) => onTick(signature, event.target.checked)}
              />
              <span>I know it</span>
            </label>
            <Signature signature={signature} of="the pool" />
            <time dateTime={foundAt}>found {utcText(Date.parse(foundAt))}</time>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
