import { useState } from 'react';
import type { PublicConfig } from '../../src/contract/config.ts';
import type { TaxCycleAnswer } from '../../src/contract/tax.ts';
import { countText } from '../format/countText.ts';
import { Unread } from '../ui/Unread.tsx';
import { CycleItem } from './CycleItem.tsx';
import type { TaxView } from './useTax.ts';

interface CycleListProps {
  readonly view: TaxView;
  readonly config: PublicConfig | null;
}

/** The last cycles, the newest first. */
export function CycleList({ view, config }: CycleListProps) {
  return (
    <section className="panel cycles" aria-labelledby="cycles-title">
      <div className="ph">
        <h2 id="cycles-title">The last cycles</h2>
        {view.kind === 'known' && <p className="dim">{countText(view.answer.totals.cycles)} in total</p>}
      </div>
      <Content view={view} config={config} />
    </section>
  );
}

function Content({ view, config }: CycleListProps) {
  switch (view.kind) {
    case 'loading':
      return (
        <div className="blank awaited">
          <p className="scripted">Loading tax cycles...</p>
          <noscript>
            <p>
              This page needs JavaScript for its figures. Without it, read them as JSON at{' '}
              <a href="/api/lottery/tax">/api/lottery/tax</a>.
            </p>
          </noscript>
        </div>
      );
    case 'failed':
      return <Unread sentence="The tax cycles could not be read." onRetry={view.retry} />;
    case 'known': {
      const cycles = view.answer.cycles.filter(({ state }) => state !== 'empty');
      return cycles.length === 0 ? <NoCycles /> : <Cycles cycles={cycles} config={config} />;
    }
  }
}

function NoCycles() {
  return (
    <div className="blank">
      <h3>No tax has been collected yet</h3>
      <p className="muted">The first cycle begins once enough transfer fees have come together.</p>
    </div>
  );
}

interface CyclesProps {
  readonly cycles: readonly TaxCycleAnswer[];
  readonly config: PublicConfig | null;
}

function Cycles({ cycles, config }: CyclesProps) {
  // Only the cycle that is newest when the list appears is open. Opening a later one would move what somebody reads.
  const [opened] = useState(cycles[0]?.id);
  return (
    <ol>
      {cycles.map((cycle) => (
        <CycleItem key={cycle.id} cycle={cycle} config={config} isOpen={cycle.id === opened} />
      ))}
    </ol>
  );
}
