import { type FormEvent, useRef, useState } from 'react';
import { addWallet } from '../../../src/distribution/editWallets.ts';
import { MAX_WALLETS, newWalletId } from '../../../src/distribution/wallet.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { useAddressLook } from './AddressField.tsx';

/** A form that adds an active wallet with 0%, which is neither the admin wallet nor the lottery's wallet. */
export function AddWalletForm() {
  const { notify, store } = useConsole();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const warnings = useAddressLook(typed);
  const form = useRef<HTMLFormElement>(null);
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = event.currentTarget;
    const given = new FormData(fields);
    const [label, address] = [String(given.get('label')), String(given.get('address'))];
    const now = Date.now();
    const made = { id: newWalletId(now, Math.random()), at: new Date(now).toISOString() };
    const wallets = store.read()?.wallets ?? [];
    const added = addWallet(wallets, { label, address }, made);
    const problem =
      wallets.length >= MAX_WALLETS ? `At most ${MAX_WALLETS} wallets are possible` : added.ok ? null : added.refusal;
    setRefusal(problem);
    if (added.ok && problem === null) {
      store.step({ kind: 'edited', wallets: added.wallets });
      const lines = [`${label.trim()} is on the list with 0%. Give it a percentage, then save.`];
      // A notice of success disappears by itself, but a warning about the address has to stay.
      const isDoubted = warnings.length > 0;
      notify({ tone: isDoubted ? 'bad' : 'good', lines: [...lines, ...warnings], about: 'list' });
      fields.reset();
      setTyped('');
    }
    const isAddressWrong = problem === 'Invalid wallet address' || (problem !== null && label.trim() !== '');
    fields.querySelector<HTMLInputElement>(isAddressWrong ? '[name=address]' : '[name=label]')?.focus();
  };
  return (
    <form
      className="panel add"
      ref={form}
      onSubmit={add}
      onInput={() => setRefusal(null)}
      noValidate
      aria-labelledby="add-title"
    >
      <h3 id="add-title">Add wallet</h3>
      <div className="f">
        <label htmlFor="add-label">Label</label>
        <input
          id="add-label"
          name="label"
          className="field"
          autoComplete="off"
          dir="auto"
          spellCheck={false}
          required
          aria-describedby="add-problem"
        />
      </div>
      <div className="f adr">
        <label htmlFor="add-address">Address</label>
        <input
          id="add-address"
          name="address"
          className="field mono"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="Base58, 32–44 characters…"
          required
          aria-invalid={refusal === 'Invalid wallet address'}
          aria-describedby="add-problem add-look"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <button type="submit" className="btn">
        Add wallet
      </button>
      <p id="add-problem" role="alert" className="err">
        {refusal}
      </p>
      <div id="add-look" role="status">
        {warnings.map((sentence) => (
          <p key={sentence} className="note amber">
            {sentence}
          </p>
        ))}
      </div>
    </form>
  );
}
