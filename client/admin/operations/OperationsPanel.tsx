import { useState } from 'react';
import { utcText } from '../../format/timeText.ts';
import { useOperations } from '../console/useOperations.ts';
import { ErrorBox } from '../ui/ErrorBox.tsx';
import { ActionsGroup } from './ActionsGroup.tsx';
import { AlertsBanner } from './AlertsBanner.tsx';
import { BrakeCard } from './BrakeCard.tsx';
import { ExitDialog } from './ExitDialog.tsx';
import type { ExitCall } from './exitWords.ts';
import { HeldRounds } from './HeldRounds.tsx';
import { JournalGroup } from './JournalGroup.tsx';
import { RoundsInFlight } from './RoundsInFlight.tsx';
import { WaitingCycles } from './WaitingCycles.tsx';
import { WalletsGroup } from './WalletsGroup.tsx';
import { Warnings } from './Warnings.tsx';

const POLL_MS = 10_000;

/** Alerts, what waits for a person, the brakes, what there is to pay with, and what is under way right now. */
export function OperationsPanel() {
  const { data, isError, isFetching, refetch } = useOperations(POLL_MS);
  // Here and not beside its button: it stays when the round leaves the list meanwhile.
  const [asking, setAsking] = useState<ExitCall | null>(null);
  return (
    <div aria-busy={isFetching} className="ops">
      {isError && <ErrorBox text="Failed to load operations" onRetry={() => void refetch()} />}
      {!data && !isError && <p className="panel blank">Loading operations...</p>}
      {data && (
        <>
          <AlertsBanner alerts={data.alerts} />
          <Warnings warnings={data.warnings} />
          <HeldRounds rounds={data.rounds} onAsk={setAsking} />
          <WaitingCycles cycles={data.cycles} onAsk={setAsking} />
          <div className="brakes">
            <BrakeCard part="rounds" pause={data.pause} outflows={data.outflows} />
            <BrakeCard part="tax" pause={data.taxPause} />
          </div>
          <WalletsGroup wallets={data.wallets} />
          <RoundsInFlight rounds={data.rounds} />
          <JournalGroup journal={data.journal} serverTime={data.serverTime} />
          <ActionsGroup actions={data.actions} />
          <p className="dim">Updated {utcText(Date.parse(data.serverTime))}; refreshes every 10 s.</p>
        </>
      )}
      {asking !== null && <ExitDialog call={asking} onClose={() => setAsking(null)} />}
    </div>
  );
}
