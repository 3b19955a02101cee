import type { PublicConfig } from '../../src/contract/config.ts';
import { countText } from '../format/countText.ts';
import { ShareButton } from '../share/ShareButton.tsx';
import { sharedRound } from '../share/shareTexts.ts';
import type { WonRound } from './roundsOf.ts';
import { WinnerRow } from './WinnerRow.tsx';

interface RoundGroupProps {
  readonly round: WonRound;
  /** How many winners are listed above it. */
  readonly ranksBefore: number;
  readonly config: PublicConfig | null;
}

/** One round in a list of winners: its number, its check, and its rows. */
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
