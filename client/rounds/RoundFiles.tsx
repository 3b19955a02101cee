import type { RoundDetail } from '../../src/contract/round.ts';

/** What a verifier needs of a round, to take away. */
export function RoundFiles({ round: { roundNumber, root } }: { readonly round: RoundDetail }) {
  const name = `game-of-draws-round-${roundNumber}`;
  return (
    <p className="files">
      <a className="btn" href={`/api/lottery/rounds/${roundNumber}/proof`} download={`${name}.json`}>
        Proof as JSON
      </a>
      {root !== null && (
        <a className="btn" href={`/rounds/${roundNumber}/entries.csv`} download={`${name}-entries.csv`}>
          Entries as CSV
        </a>
      )}
    </p>
  );
}
