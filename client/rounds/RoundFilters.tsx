import { type RoundsAsked, roundsPath } from '../../src/round/roundsAsked.ts';
import { ROUND_STATES } from '../../src/round/state.ts';
import { shortAddress } from '../format/shortAddress.ts';
import { dateText } from '../format/timeText.ts';
import { STATE_WORDS } from './roundState.ts';

/** The states in the order of the links, the most common first. */
const STATES = ROUND_STATES.toSorted((one, other) => rank(one) - rank(other));

function rank(state: (typeof ROUND_STATES)[number]): number {
  return ['paid', 'rolled-over', 'held', 'drawn', 'committed', 'locked'].indexOf(state);
}

/** The filters of the list: a link for each state, and a link that drops the day or the wallet that was asked for. */
export function RoundFilters({ asked }: { readonly asked: RoundsAsked }) {
  const { state, date, address } = asked;
  const others = { state, date, address };
  return (
    <nav className="filters" aria-label="Which rounds">
      <ul>
        <li>
          <a href={roundsPath({ date, address })} aria-current={state === '' ? 'true' : undefined}>
            All
          </a>
        </li>
        {STATES.map((one) => (
          <li key={one}>
            <a href={roundsPath({ ...others, state: one })} aria-current={state === one ? 'true' : undefined}>
              {STATE_WORDS[one]}
            </a>
          </li>
        ))}
      </ul>
      {date !== '' && (
        <p>
          Ended on <strong>{isDay(date) ? dateText(date) : date}</strong>, UTC.{' '}
          <a href={roundsPath({ state, address })}>All days</a>
        </p>
      )}
      {address !== '' && (
        <p>
          Won by{' '}
          <a className="mono" href={`/wallet/${encodeURIComponent(address)}`} title={address}>
            {shortAddress(address)}
          </a>
          . <a href={roundsPath({ state, date })}>All wallets</a>
        </p>
      )}
    </nav>
  );
}

function isDay(date: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])-\d\d$/.test(date);
}

interface RoundSearchProps {
  readonly find: string;
  /** Why the text in `find` was refused; null when it was not. */
  readonly refusal: string | null;
}

/** One field for a round's number, a day or a wallet. The server tells them apart: the form needs no JavaScript. */
export function RoundSearch({ find, refusal }: RoundSearchProps) {
  return (
    <search>
      <form className="ph ask" action="/rounds">
        <label>
          Find a round: its number, a day such as 2026-11-20, or a wallet that won
          <input
            className="mono"
            name="find"
            defaultValue={find}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={refusal !== null}
            aria-describedby="find-problem"
          />
        </label>
        <p role="alert" id="find-problem">
          {refusal}
        </p>
        <button type="submit" className="btn primary">
          Find
        </button>
      </form>
    </search>
  );
}
