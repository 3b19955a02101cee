import type { PublicConfig } from '../../src/contract/config.ts';
import type { Winner } from '../../src/contract/winner.ts';
import { MOST_WINNERS } from '../../src/protocol/versions.ts';
import { countText } from '../format/countText.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { sharedRound } from '../share/shareTexts.ts';
import { WinnerRow } from './WinnerRow.tsx';

interface WonRound {
  readonly roundNumber: number;
  readonly winners: readonly Winner[];
}

/**
 * Winners, grouped by round, the newest first. `isEnd`: there is no older winner. Otherwise the oldest round may be
 * incomplete. If it has fewer than `MOST_WINNERS` winners, it is left out, unless it is the only round.
 */
export function roundsOf(winners: readonly Winner[], isEnd: boolean): readonly WonRound[] {
  const rounds = new Map<number, Winner[]>();
  for (const winner of winners) {
    const round = rounds.get(winner.roundNumber);
    if (round) round.push(winner);
    else rounds.set(winner.roundNumber, [winner]);
  }
  const list = [...rounds].map(([roundNumber, ofRound]) => ({ roundNumber, winners: ofRound }));
  const isCut = !isEnd && (list.at(-1)?.winners.length ?? 0) < MOST_WINNERS;
  return isCut && list.length > 1 ? list.slice(0, -1) : list;
}

/** For each round, how many winners are listed above it. `first`: how many are listed above all of them. */
export function ranksBefore(rounds: readonly WonRound[], first = 0): readonly number[] {
  let rank = first;
  return rounds.map(({ winners }) => {
    rank += winners.length;
    return rank - winners.length;
  });
}

interface RoundGroupProps {
  readonly round: WonRound;
  readonly ranksBefore: number;
  readonly config: PublicConfig | null;
}

/** One round in a list of winners: its number, a link to check it, a button to share it, and its winners' rows. */
export function RoundGroup({ round, ranksBefore, config }: RoundGroupProps) {
  const { roundNumber, winners } = round;
  return (
    <>
      <div className="rnd">
        <h3>Round #{countText(roundNumber)}</h3>
        <a href={`/rounds/${roundNumber}`}>Check this draw</a>
        <ShareButton className="plain" shared={sharedRound(round)} hint={`round ${roundNumber}`} />
      </div>
      <ol className="wl" start={ranksBefore + 1}>
        {winners.map((winner, index) => (
          <WinnerRow key={winner.place} winner={winner} rank={ranksBefore + index + 1} config={config} />
        ))}
      </ol>
    </>
  );
}
