import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { ExitButtons } from './ExitButtons.tsx';
import type { ExitCall } from './exitWords.ts';
import { Group } from './Group.tsx';

interface WaitingCyclesProps extends Pick<Operations, 'cycles'> {
  readonly onAsk: (call: ExitCall) => void;
}

/** Tax cycles that a person has to decide about. */
export function WaitingCycles({ cycles, onAsk }: WaitingCyclesProps) {
  return (
    <Group title="Waiting tax cycles" empty="No tax cycle waits for a person." rest="tax cycles">
      {cycles.map(({ cycle, state, reason, detail, startedAt, exits }) => (
        <li key={cycle}>
          <span className="badge ruby">WAITS</span>
          <strong>Tax cycle {cycle}</strong>
          <span>in its step {state}</span>
          <time dateTime={startedAt}>since {utcText(Date.parse(startedAt))}</time>
          {reason !== null && <span className="wide err">{reason}</span>}
          {detail !== null && <span className="wide muted">Cause: {detail}</span>}
          <ExitButtons calls={exits.map((exit): ExitCall => ({ kind: 'cycle', id: cycle, exit }))} onAsk={onAsk} />
        </li>
      ))}
    </Group>
  );
}
