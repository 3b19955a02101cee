import type { PublicConfig } from '../../src/contract/config.ts';
import { countText } from '../format/countText.ts';
import { utcText } from '../format/timeText.ts';
import { beginningOf, currentRound } from './currentRound.ts';

interface MissingRoundProps {
  /** The text in the path where the round's number belongs. */
  readonly asked: string;
  readonly config: PublicConfig | null;
  /** Server time in ms. */
  readonly now: number;
}

/** The page of a round that has not begun, or can never exist. */
export function MissingRound({ asked, config, now }: MissingRoundProps) {
  const number = numberOf(asked);
  const current = currentRound(config, now);
  return (
    <>
      <p className="eyebrow">404 · Page not found</p>
      <h1>{number === null ? 'No such round.' : `Round #${countText(number)} has not started.`}</h1>
      <p className="lede muted">{missingText(number, config)}</p>
      <p className="row">
        {current !== null && (
          <a className="btn primary" href={`/rounds/${current}`}>
            Round #{countText(current)}, the newest
          </a>
        )}
        <a className="btn" href="/rounds">
          All rounds
        </a>
      </p>
    </>
  );
}

/** The highest round number that a path may name. */
const LARGEST = 1e12;

/** The number in the path; null when no round can ever have it. */
function numberOf(asked: string): number | null {
  return /^[1-9]\d{0,12}$/.test(asked) && Number(asked) <= LARGEST ? Number(asked) : null;
}

/** The last moment that a date can name, in ms. */
const END_OF_TIME = 8.64e15;

function missingText(number: number | null, config: PublicConfig | null): string {
  if (number === null) return 'Rounds are counted from 1. There is none at this address.';
  const begins = beginningOf(config, number);
  return begins === null || begins > END_OF_TIME
    ? 'It is a round of the future.'
    : `It begins on ${utcText(begins)}, unless the timetable changes.`;
}
