import type { PublicConfig } from '../../src/contract/config.ts';
import type { RoundDetail } from '../../src/contract/round.ts';
import { VerifyPanel } from '../audit/panel/VerifyPanel.tsx';
import { explorerOf } from '../ui/ExternalLink.tsx';
import { AskInclusion } from './AskInclusion.tsx';
import { RoundFacts } from './RoundFacts.tsx';
import { RoundFiles } from './RoundFiles.tsx';
import { RoundHead } from './RoundHead.tsx';
import { RoundTimeline } from './RoundTimeline.tsx';
import { RoundWinners } from './RoundWinners.tsx';
import { WitnessLine } from './WitnessLine.tsx';

interface RoundBodyProps {
  readonly round: RoundDetail;
  readonly config: PublicConfig | null;
  readonly isFailing: boolean;
  /** Server time in ms. */
  readonly now: number;
}

/** All there is to say of a round at a moment. */
export function RoundBody({ round, config, isFailing, now }: RoundBodyProps) {
  return (
    <>
      <RoundHead round={round} isFailing={isFailing} now={now} />
      <RoundWinners round={round} config={config} />
      <div className="later rest">
        <RoundTimeline round={round} config={config} now={now} />
        <RoundFacts round={round} />
        {/* Below what a reader follows: it comes with the lock. A watcher who saw another list is in the heading too. */}
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
