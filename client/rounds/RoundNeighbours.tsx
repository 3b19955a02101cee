import { countText } from '../format/countText.ts';

interface RoundNeighboursProps {
  readonly roundNumber: number;
  /** The round that runs now; null while the settings are not known. */
  readonly current: number | null;
}

/** Links to the round before this one, and to the round after it if that round has begun. */
export function RoundNeighbours({ roundNumber, current }: RoundNeighboursProps) {
  const hasNext = current !== null && roundNumber < current;
  return (
    <nav className="neighbours" aria-label="Rounds">
      {roundNumber > 1 ? (
        <a className="btn" rel="prev" href={`/rounds/${roundNumber - 1}`}>
          <span aria-hidden="true">←</span> Round #{countText(roundNumber - 1)}
        </a>
      ) : (
        <span className="dim">The first round</span>
      )}
      <a className="btn" href="/rounds">
        All rounds
      </a>
      {hasNext ? (
        <a className="btn" rel="next" href={`/rounds/${roundNumber + 1}`}>
          Round #{countText(roundNumber + 1)} <span aria-hidden="true">→</span>
        </a>
      ) : (
        <span className="dim">{roundNumber === current && 'The newest round'}</span>
      )}
    </nav>
  );
}
