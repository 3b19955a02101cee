import type { Operations } from '../../../src/contract/operations.ts';
import { utcText } from '../../format/timeText.ts';
import { unitsText } from '../ui/unitsText.ts';
import { ExitButtons } from './ExitDialog.tsx';
import type { ExitCall } from './exitWords.ts';
import { Group } from './Group.tsx';

type Round = Operations['rounds'][number];

interface HeldRoundsProps extends Pick<Operations, 'rounds'> {
  readonly onAsk: (call: ExitCall) => void;
}

/** Rounds that a person has to decide about. Shelved rounds come last. */
export function HeldRounds({ rounds, onAsk }: HeldRoundsProps) {
  const held = rounds.filter(({ state }) => state === 'held');
  const waiting = held.filter(({ shelved }) => shelved === null);
  const shelved = held.filter((round) => round.shelved !== null);
  return (
    <Group
      title="Held rounds"
      empty="No round waits for a person."
      rest="held rounds"
      note={
        <p className="note">
          <span>
            To pay one by hand, use <code>npm run pay -- N</code> and nothing else. A plain transfer pays nothing: it
            makes no mark, and the round stays owed. If a pool wallet’s key is lost, its rounds stay owed.
          </span>
        </p>
      }
    >
      {[...waiting, ...shelved].map((round) => (
        <HeldRound key={round.roundNumber} round={round} onAsk={onAsk} />
      ))}
    </Group>
  );
}

function HeldRound({ round, onAsk }: { readonly round: Round } & Pick<HeldRoundsProps, 'onAsk'>) {
  const { roundNumber, hold, reason, detail, endsAt, totalLamports, exits, shelved } = round;
  const calls = exits.map((exit): ExitCall => ({ kind: 'round', id: roundNumber, exit }));
  return (
    <li>
      <span className={`badge ${shelved === null ? 'ruby' : 'amber'}`}>{shelved === null ? 'HELD' : 'SHELVED'}</span>
      <strong>
        <a href={`/rounds/${roundNumber}`}>Round {roundNumber}</a>
      </strong>
      <time dateTime={endsAt}>ended {utcText(Date.parse(endsAt))}</time>
      {totalLamports !== null && <span className="num">{unitsText(BigInt(totalLamports), 'SOL')} SOL</span>}
      {reason !== null && (
        <span className="wide err">
          {reason}
          {hold !== null && <span className="mono dim"> {hold}</span>}
        </span>
      )}
      {detail !== null && <span className="wide muted">Cause: {detail}</span>}
      {shelved !== null && (
        <span className="wide muted">
          Shelved by <bdi>{shelved.by}</bdi> at {utcText(Date.parse(shelved.since))}: <bdi>{shelved.reason}</bdi>. The
          round is publicly owed, and its prizes stay set aside.
        </span>
      )}
      {hold !== null && !exits.includes('release') && (
        <span className="wide muted">
          It cannot be released: its entry list is not stored here. <code>npm run recover</code> brings the list back
          from any copy.
        </span>
      )}
      <ExitButtons calls={calls} onAsk={onAsk} />
    </li>
  );
}
