import { useCallback, useId, useMemo, useState } from 'react';
import { type Selection, scaleShares, shareRest, zeroShares } from '../../../src/distribution/bulkEdit.ts';
import { activeBasisPoints, FULL_BASIS_POINTS, percentOf, percentText } from '../../../src/distribution/percentage.ts';
import { typedPercent } from '../../../src/distribution/typedNumber.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';

interface WalletToolsProps {
  readonly wallets: readonly DistributionWallet[];
  readonly shown: readonly DistributionWallet[];
  readonly picked: Picked;
  readonly search: Search;
  readonly onEdit: (wallets: readonly DistributionWallet[]) => void;
  readonly onPaste: () => void;
}

/** Tools for many wallets at once: search, selection, shares of the selected wallets, a pasted list. */
export function WalletTools({ wallets, shown, picked, search, onEdit, onPaste }: WalletToolsProps) {
  const field = useId();
  const { ids } = picked;
  const isAll = shown.length > 0 && shown.every(({ id }) => ids.has(id));
  return (
    <div className="panel bulk">
      <div className="f find">
        <label htmlFor={field}>Search wallets</label>
        <input
          id={field}
          type="search"
          className="field"
          placeholder="Label or address…"
          autoComplete="off"
          spellCheck={false}
          value={search.typed}
          onChange={(event) => search.search(event.target.value)}
        />
      </div>
      <button type="button" className="btn sm" onClick={onPaste}>
        Paste a list
      </button>
      <div className="chosen">
        <label className="pick all">
          <input
            type="checkbox"
            checked={isAll}
            onChange={(event) => picked.pickAll(event.target.checked ? shown.map(({ id }) => id) : [])}
          />
          <span>Select all shown</span>
        </label>
        <span role="status">
          {shown.length === wallets.length ? `${wallets.length} wallets` : `${shown.length} of ${wallets.length} shown`}
          {ids.size > 0 && `, ${ids.size} selected`}
        </span>
      </div>
      <Shares wallets={wallets} ids={ids} onEdit={onEdit} />
    </div>
  );
}

type SharesProps = Pick<WalletToolsProps, 'wallets' | 'onEdit'> & { readonly ids: ReadonlySet<string> };

function Shares({ wallets, ids, onEdit }: SharesProps) {
  const field = useId();
  const [typed, setTyped] = useState('');
  const { percent, note } = typedPercent(typed);
  const rest = FULL_BASIS_POINTS - activeBasisPoints(wallets);
  const isIdle = !wallets.some(({ id, isActive }) => isActive && ids.has(id));
  const selection = (): Selection => ({ ids, at: new Date().toISOString() });
  return (
    <fieldset className="shares" aria-label="Shares of the selected wallets">
      <button
        type="button"
        className="btn sm"
        disabled={isIdle}
        onClick={() => onEdit(zeroShares(wallets, selection()))}
      >
        Set to 0%
      </button>
      <button
        type="button"
        className="btn sm"
        disabled={isIdle || rest <= 0}
        onClick={() => onEdit(shareRest(wallets, selection()))}
      >
        {rest > 0 ? `Share out the missing ${percentText(percentOf(rest))}` : 'Nothing left to share out'}
      </button>
      <span className="scale">
        <label htmlFor={field}>Scale to, in total</label>
        <input
          id={field}
          className="field"
          inputMode="decimal"
          autoComplete="off"
          placeholder="%"
          value={typed}
          aria-invalid={note !== null}
          aria-describedby={`${field}n`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button
          type="button"
          className="btn sm"
          disabled={isIdle || percent === null || note !== null}
          onClick={() => percent !== null && onEdit(scaleShares(wallets, selection(), Math.round(percent * 100)))}
        >
          Scale
        </button>
      </span>
      <span id={`${field}n`} role="status" className="warn">
        {note}
      </span>
    </fieldset>
  );
}

interface Picked {
  readonly ids: ReadonlySet<string>;
  pick(id: string, isPicked: boolean): void;
  pickAll(ids: readonly string[]): void;
}

/** Which wallets are picked, so that one edit changes them all. */
export function usePicked(wallets: readonly DistributionWallet[]): Picked {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pick = useCallback((id: string, isPicked: boolean) => {
    setChosen((before) => new Set(isPicked ? [...before, id] : [...before].filter((one) => one !== id)));
  }, []);
  const pickAll = useCallback((ids: readonly string[]) => setChosen(new Set(ids)), []);
  const ids = useMemo(
    () => (chosen.size === 0 ? chosen : new Set(wallets.flatMap(({ id }) => (chosen.has(id) ? [id] : [])))),
    [chosen, wallets],
  );
  return { ids, pick, pickAll };
}

interface Search {
  readonly typed: string;
  /** Ids of the wallets that the search hides. Edits do not change this set, only another search does. */
  readonly hidden: ReadonlySet<string>;
  search(typed: string): void;
}

const NONE: ReadonlySet<string> = new Set();

/** Finds wallets by a part of their label or address. */
export function useSearch(wallets: readonly DistributionWallet[]): Search {
  const [state, setState] = useState<Omit<Search, 'search'>>({ typed: '', hidden: NONE });
  const search = (typed: string) => {
    const wanted = typed.trim().toLowerCase();
    const missed = wallets.filter(
      ({ label, address }) => !label.toLowerCase().includes(wanted) && !address.toLowerCase().includes(wanted),
    );
    setState({ typed, hidden: wanted === '' ? NONE : new Set(missed.map(({ id }) => id)) });
  };
  return { ...state, search };
}
