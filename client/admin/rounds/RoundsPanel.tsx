import type { FormEvent } from 'react';
import { useConsole } from '../console/ConsoleContext.ts';
import { PagedList, usePages } from '../console/PagedList.tsx';
import { changeAddress, useAddressText } from '../ui/useAddressChoice.ts';
import { RoundItem } from './RoundItem.tsx';
import { RoundPanel } from './RoundPanel.tsx';

const PAGE = 25;
const POLL_MS = 30_000;

/** The Rounds tab: all rounds, the rounds that a search found, or one round. */
export function RoundsPanel() {
  const [asked, ask] = useAddressText('round');
  const round = asked !== null && /^[1-9]\d{0,11}$/.test(asked) ? Number(asked) : null;
  return round === null ? <RoundList /> : <RoundPanel round={round} onClose={() => ask(null)} />;
}

function RoundList() {
  const { api } = useConsole();
  const [q] = useAddressText('q');
  const pages = usePages(
    ['rounds', q],
    (cursor, signal) => api.readRounds({ q, limit: PAGE, cursor }, signal),
    POLL_MS,
  );
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('q')).trim();
    changeAddress({ q: typed === '' ? null : typed });
  };
  return (
    <div className="panel" aria-busy={pages.isBusy}>
      {/* Each search makes a new form, so that its field shows the text that the list was searched for. */}
      <form key={q} className="tools choice" noValidate onSubmit={look} onReset={() => changeAddress({ q: null })}>
        <div className="f find">
          <label htmlFor="round-find">Wallet, signature, number or day</label>
          <input
            id="round-find"
            name="q"
            type="search"
            className="field"
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            placeholder="512, 2026-11-20, an address…"
            defaultValue={q ?? ''}
          />
        </div>
        <button type="submit" className="btn">
          Find rounds
        </button>
        <button type="reset" className="btn" disabled={q === null}>
          All rounds
        </button>
      </form>
      <PagedList
        pages={pages}
        name="rounds"
        failure="Failed to load rounds"
        empty={
          <div className="blank">
            <h2>No Rounds Found</h2>
            <p>
              {q === null
                ? 'The first round will be listed here once it is locked.'
                : 'No round has this number, this day, this winner or this transaction.'}
            </p>
          </div>
        }
      >
        {(rounds) => (
          <ul className="rounds-list">
            {rounds.map((round) => (
              <RoundItem key={round.roundNumber} round={round} sought={q} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
