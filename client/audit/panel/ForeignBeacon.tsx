import { type FormEvent, useEffect, useId, useState } from 'react';
import { namedNetwork, type TypedNetwork } from '../check/namedNetwork.ts';
import type { Step } from '../check/Step.ts';
import { readTypedNetwork, storeTypedNetwork } from './verifySettings.ts';

/** A red banner when only the site vouches for the beacon network. The visitor may name the network here. */
export function ForeignBeacon({ steps }: { readonly steps: readonly Pick<Step, 'id' | 'state'>[] }) {
  const isForeign = steps.some(({ id, state }) => id === 'network' && state === 'could-not-check');
  return (
    <>
      {isForeign && (
        <p className="alarm">
          Not drand’s quicknet: these rounds were drawn with a beacon that only this site vouches for. Expected on a
          test network; never on mainnet.
        </p>
      )}
      <OwnNetwork isWanted={isForeign} />
    </>
  );
}

const NOTHING: TypedNetwork = { publicKey: '', genesis: '', period: '' };
const FIELDS = [
  ['publicKey', 'Public key (hex)', 'text'],
  ['genesis', 'Genesis (unix seconds)', 'numeric'],
  ['period', 'Period (seconds)', 'numeric'],
] as const;

/** Where a visitor names another beacon network than quicknet. `isWanted`: rounds on the page were drawn with one. */
function OwnNetwork({ isWanted }: { readonly isWanted: boolean }) {
  const said = useId();
  const [typed, setTyped] = useState<TypedNetwork>(NOTHING);
  const [isKept, setKept] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const known = readTypedNetwork();
    setTyped(known ?? NOTHING);
    setKept(known !== null);
  }, []);
  if (!isWanted && !isKept && problem === null) return null;

  const keep = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = Object.fromEntries(FIELDS.map(([name]) => [name, (typed[name] ?? '').trim()]));
    const isEmpty = Object.values(trimmed).every((value) => value === '');
    const named = namedNetwork(trimmed);
    if (typeof named === 'string') return setProblem(named);
    const isStored = storeTypedNetwork(isEmpty ? null : trimmed);
    setProblem(isStored ? null : 'This browser keeps nothing, so the network cannot be named here.');
    setKept(isStored && !isEmpty);
  };

  return (
    <details className="ownServer scripted">
      <summary>Name the beacon network yourself</summary>
      <form className="ask" noValidate onSubmit={keep}>
        {FIELDS.map(([name, label, inputMode]) => (
          <label key={name}>
            {label}
            <input
              className="mono"
              type="text"
              inputMode={inputMode}
              value={typed[name] ?? ''}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-invalid={problem !== null}
              aria-describedby={said}
            />
          </label>
        ))}
        <button type="submit" className="btn">
          Believe this network
        </button>
        <p id={said} role="status" className="dim">
          {problem ?? keptText(isKept)}
        </p>
      </form>
    </details>
  );
}

function keptText(isKept: boolean): string {
  return isKept
    ? 'Rounds are checked against this network, which you named. It is kept in this browser alone; empty the fields to forget it.'
    : 'Take these from the network’s operators, and not from this site. They are kept in this browser alone.';
}
