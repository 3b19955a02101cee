import './tell.css';
import { type FormEvent, useId, useState } from 'react';
import { RULES_TEXT } from '../format/rulesSentences.ts';
import { shortAddress } from '../format/shortAddress.ts';
import type { Wish } from '../service/wish.ts';
import { usePush } from './usePush.ts';

const KINDS = [
  { kind: 'win', text: 'I won', sample: '“You won 1.2345 SOL”' },
  {
    kind: 'below',
    text: `I fell below ${RULES_TEXT.threshold} GOD`,
    sample: 'while there is time to do something about it',
  },
  { kind: 'soon', text: 'Draw in five minutes', sample: 'every hour' },
] as const;
/** The kinds that are chosen at first: not the news that come every hour. */
const USUAL = ['win', 'below'];

/** The choice of notifications that this browser shows while the page is closed. One tap ends all of them. */
export function TellPanel({ address }: { readonly address: string }) {
  return <TellView address={address} {...usePush()} />;
}

type TellViewProps = { readonly address: string } & ReturnType<typeof usePush>;

/** The panel in one state of the subscription. */
export function TellView({ address, view, isBusy, problem, turnOn, turnOff }: TellViewProps) {
  return (
    <div className="tell" aria-busy={isBusy}>
      {view.kind === 'looking' && <p className="dim">One moment...</p>}
      {view.kind === 'cannot' && (
        <p>
          {view.sentence} <Calendar />
        </p>
      )}
      {(view.kind === 'off' || view.kind === 'on') && (
        <Choice
          key={view.kind}
          known={view.kind === 'on' ? view.wish : null}
          {...{ address, isBusy, turnOn, turnOff }}
        />
      )}
      <p role="status">{problem}</p>
    </div>
  );
}

interface ChoiceProps {
  readonly address: string;
  readonly known: Wish | null;
  readonly isBusy: boolean;
  readonly turnOn: (wish: Wish) => Promise<void>;
  readonly turnOff: () => Promise<void>;
}

function Choice({ address, known, isBusy, turnOn, turnOff }: ChoiceProps) {
  const [kinds, setKinds] = useState<readonly string[]>(known?.kinds ?? USUAL);
  const group = useId();
  const isOn = known !== null;
  const isOther = isOn && known.address !== '' && known.address !== address;
  const toggle = (kind: string, isWanted: boolean) =>
    setKinds((before) => (isWanted ? [...before, kind] : before.filter((one) => one !== kind)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void turnOn({ address, kinds });
  };
  return (
    <form onSubmit={submit} aria-labelledby={group}>
      <p id={group}>
        <strong>{isOn ? 'Notifications are on in this browser' : 'Tell me on this device when'}</strong>
        {isOther && ` for ${shortAddress(known.address)}`}
      </p>
      {KINDS.map(({ kind, text, sample }) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            disabled={isBusy}
            onChange={({ target }) => toggle(kind, target.checked)}
          />
          <span>
            {text} <span className="dim">{sample}</span>
          </span>
        </label>
      ))}
      {!isOn && (
        <p className="dim">
          For this our server keeps the wallet’s address and your browser’s address at its push service, until you turn
          this off or do not come back for 90 days. Nothing else, and nothing of people who do not ask.
        </p>
      )}
      <p className="row">
        <button type="submit" className="btn sm primary" disabled={isBusy || kinds.length === 0}>
          {isOn ? (isOther ? `Tell me about ${shortAddress(address)}` : 'Save') : 'Turn on'}
        </button>
        {isOn && (
          <button type="button" className="btn sm" disabled={isBusy} onClick={() => void turnOff()}>
            Turn off
          </button>
        )}
        <Calendar />
      </p>
    </form>
  );
}

function Calendar() {
  return <a href="/draws.ics">Draws for your calendar</a>;
}
