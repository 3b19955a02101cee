import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { unitsText } from '../ui/unitsText.ts';
import { Group } from './Group.tsx';

/** Rounds that go on by themselves. */
export function RoundsInFlight({ rounds }: Pick<Operations, 'rounds'>) {
  return (
    <Group title="Rounds in flight" empty="No round is in flight." rest="rounds">
      {rounds
        .filter(({ state }) => state !== 'held')
        .map(({ roundNumber, state, reason, detail, endsAt, totalLamports }) => (
          <li key={roundNumber}>
            <span className="badge amber">{state.toUpperCase()}</span>
            <strong>Round {roundNumber}</strong>
            <time dateTime={endsAt}>ends {utcText(Date.parse(endsAt))}</time>
            {totalLamports !== null && <span className="num">{unitsText(BigInt(totalLamports), 'SOL')} SOL</span>}
            {reason !== null && <span className="wide err">{reason}</span>}
            {detail !== null && <span className="wide muted">Cause: {detail}</span>}
          </li>
        ))}
    </Group>
  );
}
