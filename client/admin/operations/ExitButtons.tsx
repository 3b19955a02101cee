import { type ExitCall, exitName, subjectText } from './exitWords.ts';

interface ExitButtonsProps {
  readonly calls: readonly ExitCall[];
  readonly onAsk: (call: ExitCall) => void;
}

/** A button for each way out; without any, the sentence that says so. */
export function ExitButtons({ calls, onAsk }: ExitButtonsProps) {
  if (calls.length === 0)
    return <p className="wide muted">This version knows no way out of it. The runbook says what to look at.</p>;
  return (
    <div className="exits">
      {calls.map((call) => (
        <button key={call.exit} type="button" className="btn sm" onClick={() => onAsk(call)}>
          {exitName(call)}…<span className="sr"> {subjectText(call)}</span>
        </button>
      ))}
    </div>
  );
}
