import '../styles/pages.css';
import '../ui/plot.css';
import '../rounds/rounds.css';
import type { PageData } from '../../src/contract/pageData.ts';
import { EVERYTHING } from '../../src/round/roundsAsked.ts';
import { useNow } from '../clock/ServerClock.ts';
import { useConfig } from '../data/useConfig.ts';
import { countText } from '../format/countText.ts';
import { currentRound } from '../rounds/currentRound.ts';
import { PrizePlot } from '../rounds/PrizePlot.tsx';
import { RoundFilters, RoundSearch } from '../rounds/RoundFilters.tsx';
import { RoundList } from '../rounds/RoundList.tsx';
import { useRounds } from '../rounds/useRounds.ts';
import { refusalText } from '../wallet/WalletForm.tsx';
import { Frame } from './Frame.tsx';

const STEP_MS = 15_000;

/** The rounds with their states, prizes and winners. The page's address says which of them are listed. */
export function RoundsPage({ data: { shown } }: { readonly data: PageData }) {
  const { asked, answer } = shown?.kind === 'rounds' ? shown : { asked: EVERYTHING, answer: null };
  const view = useRounds({ asked, known: answer });
  const now = useNow(STEP_MS);
  const current = currentRound(useConfig(), now);
  const refusal = view.kind === 'refused' ? refusalText(view.sentence) : null;
  return (
    <Frame>
      <div className="wrap page sheet rounds">
        <header>
          <p className="eyebrow">Every draw so far</p>
          <h1>All rounds.</h1>
          <p className="lede muted">
            Each round with what became of it, its prizes and its winners. Open one to see when each step was done, and
            to check it.
          </p>
          {current !== null && (
            <p className="running">
              <span className="badge mint">RUNNING</span>{' '}
              <a href={`/rounds/${current}`}>Round #{countText(current)}, step by step</a>
            </p>
          )}
        </header>
        <div className="panel">
          <RoundSearch find={asked.find || asked.address || asked.date} refusal={refusal} />
          <RoundFilters asked={asked} />
        </div>
        {view.kind === 'known' && <PrizePlot rounds={view.rounds} />}
        <section className="panel" aria-labelledby="rounds-title">
          <div className="ph">
            <h2 id="rounds-title">{asked.cursor === '' ? 'The newest rounds' : 'Older rounds'}</h2>
          </div>
          <RoundList view={view} asked={asked} now={now} />
        </section>
      </div>
    </Frame>
  );
}
