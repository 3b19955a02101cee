import type { PublicConfig } from '../../src/contract/config.ts';
import type { RoundDetail } from '../../src/contract/round.ts';
import { CLOSED } from '../../src/round/state.ts';
import { VerifyPanel } from '../audit/panel/VerifyPanel.tsx';
import { WinnerRow } from '../prizes/WinnerRow.tsx';
import { explorerOf } from '../ui/ExternalLink.tsx';
import { RoundFacts } from './RoundFacts.tsx';
import { RoundHead } from './RoundHead.tsx';
import { RoundTimeline } from './RoundTimeline.tsx';
import { isSettled } from './roundState.ts';
import { WitnessLine } from './WitnessLine.tsx';
import '../audit/panel/inclusion.css';

interface RoundBodyProps {
  readonly round: RoundDetail;
  readonly config: PublicConfig | null;
  readonly isFailing: boolean;
  /** Server time in ms. */
  readonly now: number;
}

/** All parts of a round's page, from the state to the check. */
export function RoundBody({ round, config, isFailing, now }: RoundBodyProps) {
  return (
    <>
      <RoundHead round={round} isFailing={isFailing} now={now} />
      <RoundWinners round={round} config={config} />
      <div className="later rest">
        <RoundTimeline round={round} config={config} now={now} />
        <RoundFacts round={round} />
        {/* The watchers' line appears only at the lock. It stands below the steps, so that it does not move
            them. When a watcher saw another list, the head of the page also says so. */}
        {round.witnesses.length > 0 && round.root !== null && (
          <div className="panel">
            <WitnessLine witnesses={round.witnesses} root={round.root} explorer={config && explorerOf(config)} />
          </div>
        )}
        <section className="check" aria-labelledby="check-title">
          <h2 id="check-title">Check this draw</h2>
          <p className="muted">
            Your browser can repeat the whole draw from public data: the list, the seal, the number, the winners and the
            payment. You do not have to believe this page.
          </p>
          <VerifyPanel round={round.roundNumber} />
          {round.root !== null && <AskInclusion roundNumber={round.roundNumber} />}
          <RoundFiles round={round} />
          <p className="dim">
            The times of the steps are what our server wrote down. Nothing can confirm them, and the check does without
            them. <a href="/audit">How the check works</a>
          </p>
        </section>
      </div>
    </>
  );
}

/** A form that leads to the wallet's page, which looks for the wallet in this round's list. Works without script. */
function AskInclusion({ roundNumber }: { readonly roundNumber: number }) {
  return (
    <form className="asker" action="/wallet">
      <input type="hidden" name="round" value={roundNumber} />
      <label>
        Was my wallet in this list?
        <input
          className="mono"
          name="address"
          required
          placeholder="Wallet address"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <button type="submit" className="btn">
        Look for it
      </button>
    </form>
  );
}

function RoundFiles({ round: { roundNumber, root } }: { readonly round: RoundDetail }) {
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

interface RoundWinnersProps {
  readonly round: RoundDetail;
  readonly config: PublicConfig | null;
}

/** The winners of a round, each with the payment. Without winners: a sentence that says why. */
function RoundWinners({ round, config }: RoundWinnersProps) {
  const { winners } = round;
  return (
    <section className="panel" aria-labelledby="round-winners-title">
      <div className="ph">
        <h2 id="round-winners-title">Winners</h2>
      </div>
      {winners.length === 0 ? (
        <p className={isSettled(round) ? 'none muted' : 'none awaits muted'}>{noneText(round)}</p>
      ) : (
        <ol className="wl">
          {winners.map((winner) => (
            <WinnerRow key={winner.place} winner={winner} rank={winner.place} config={config} />
          ))}
        </ol>
      )}
    </section>
  );
}

function noneText(round: RoundDetail): string {
  if (round.reason === CLOSED) return 'The winners are not stored here.';
  if (isSettled(round)) return 'Nobody won: the round ended without a draw.';
  return round.state === 'held' ? 'Nobody has been drawn yet.' : 'They are drawn once the round has ended.';
}
