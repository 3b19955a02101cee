import type { OperatorAction } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';

/** What operators did: to what, by whom, when and why. */
export function ActionRows({ actions }: { readonly actions: readonly OperatorAction[] }) {
  return (
    <ol>
      {actions.map(({ at, by, action, subject, reason, details }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike to the millisecond
        <li key={`${at} ${index}`}>
          <span className="badge grey">{action.toUpperCase()}</span>
          {subject !== null && <strong>{subject}</strong>}
          <span>
            <bdi>{by}</bdi> <time dateTime={at}>{utcText(Date.parse(at))}</time>
          </span>
          {details !== null && (
            <span className="wide">
              <bdi>{details}</bdi>
            </span>
          )}
          {reason !== null && (
            <span className="wide muted">
              <bdi>{reason}</bdi>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
