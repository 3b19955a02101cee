import { type ExitCall, exitName, exitWords, subjectText } from './exitWords.ts';

interface ExitButtonsProps {
  readonly calls: readonly ExitCall[];
  readonly onAsk: (call: ExitCall) => void;
}

/** A button for each way out, with what it does. Without any way out, a sentence says so. */
export function ExitButtons({ calls, onAsk }: ExitButtonsProps) {
  if (calls.length === 0)
    return <p className="wide muted">This version knows no way out of it. The runbook says what to look at.</p>;
  return (
    <div className="exits">
      {calls.map((call) => (
        <div key={call.exit} className="exit">
          <button type="button" className="btn sm" onClick={() => onAsk(call)}>
            {exitName(call)}…<span className="sr"> {subjectText(call)}</span>
          </button>
          <span className="muted">{exitWords(call).brief}</span>
        </div>
      ))}
    </div>
  );
}
