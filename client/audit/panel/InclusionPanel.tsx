import './inclusion.css';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PublicConfig } from '../../../src/contract/config.ts';
import { useConfig } from '../../data/useConfig.ts';
import type { InclusionAnswer } from '../check/findInclusion.ts';
import { useThread } from '../thread/useThread.ts';
import { inclusionBadge, inclusionSentences } from './inclusionTexts.ts';
import { SaveReport } from './SaveReport.tsx';
import { chosenRound, verifySettings } from './verifySettings.ts';

/** Looks for a wallet in the list of a round. `?round=` in the page's address names the round. */
export function InclusionPanel({ address }: { readonly address: string }) {
  const [search, find] = useInclusion(useConfig(), address);
  return <InclusionView address={address} search={search} onFind={find} />;
}

interface InclusionViewProps {
  readonly address: string;
  readonly search: InclusionSearch;
  readonly onFind: (round: number) => void;
}

/** The panel in one state of the search. */
export function InclusionView({ address, search, onFind }: InclusionViewProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isRefused, setRefused] = useState(false);
  // The page's address is read after the first render, which has to equal what the server rendered.
  useEffect(() => {
    const chosen = chosenRound(location.search);
    if (field.current && chosen !== null && field.current.value === '') field.current.value = String(chosen);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = (field.current?.value ?? '').replaceAll(/[#,\s]/g, '');
    const round = chosenRound(`round=${typed}`);
    setRefused(round === null);
    if (round === null) return field.current?.focus();
    onFind(round);
  };

  return (
    <section className="panel inclusion" id="inclusion" aria-labelledby="inclusion-title">
      <div className="ph">
        <h2 id="inclusion-title">Was this wallet in a round’s list?</h2>
      </div>
      <p className="muted">
        Your browser computes the root of the round’s published list, and compares it with the one that was signed on
        chain before the draw.
      </p>
      <noscript>
        <p>This needs JavaScript. Each round’s page has the round’s list as a file.</p>
      </noscript>
      <form className="ph ask scripted" noValidate onSubmit={submit}>
        <label>
          Round
          <input
            ref={field}
            type="text"
            inputMode="numeric"
            name="round"
            autoComplete="off"
            aria-invalid={isRefused}
            aria-describedby="inclusion-problem"
          />
        </label>
        <p role="alert" id="inclusion-problem">
          {isRefused && 'Type the number of a round, such as 12.'}
        </p>
        <button type="submit" className="btn primary" disabled={search.kind === 'running'}>
          Look for it
        </button>
      </form>
      <div role="status" className="found">
        <Found search={search} />
      </div>
      {search.kind === 'done' && search.answer.place.kind === 'listed' && (
        <SaveReport
          name={`round-${search.answer.round}-inclusion-${address}.json`}
          content={search.answer.place.proof}
          label="Save the inclusion proof as JSON"
        />
      )}
    </section>
  );
}

const WAITING = {
  idle: null,
  running: 'Checking…',
  failed: 'The check could not be started. Please try again.',
};

function Found({ search }: { readonly search: InclusionSearch }) {
  if (search.kind !== 'done') return <p>{WAITING[search.kind]}</p>;
  const { tone, text } = inclusionBadge(search.answer);
  return (
    <>
      <p>
        <span className={`badge ${tone}`}>{text}</span>
      </p>
      {inclusionSentences(search.answer).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p>
        <a href={`/rounds/${search.answer.round}`}>The round’s own page</a>
      </p>
    </>
  );
}

export type InclusionSearch =
  | { readonly kind: 'idle' | 'running' | 'failed' }
  | { readonly kind: 'done'; readonly answer: InclusionAnswer };

/** How far the search for a wallet is, and the function that starts it. Each start reads the chain again. */
function useInclusion(config: PublicConfig | null, address: string) {
  const [search, setSearch] = useState<InclusionSearch>({ kind: 'idle' });
  const thread = useThread();
  const run = useRef(0);

  const find = async (round: number, current: number) => {
    if (config === null) throw new Error('the public settings are not known yet');
    const settings = verifySettings(config);
    const answer = await (await thread()).findInclusion({ round, address, settings, run: current });
    if (current === run.current) setSearch({ kind: 'done', answer });
  };

  const start = (round: number) => {
    const current = ++run.current;
    setSearch({ kind: 'running' });
    find(round, current).catch((error: unknown) => {
      console.error('The check stopped.', error);
      if (current === run.current) setSearch({ kind: 'failed' });
    });
  };
  return [search, start] as const;
}
