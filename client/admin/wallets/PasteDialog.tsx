import { useId, useMemo, useState } from 'react';
import { type PastedLine, pasteWallets, takePasted } from '../../../src/distribution/pasteWallets.ts';
import { percentText } from '../../../src/distribution/percentage.ts';
import { type DistributionWallet, newWalletId } from '../../../src/distribution/wallet.ts';
import { shortAddress } from '../../format/shortAddress.ts';
import { Modal } from '../ui/Modal.tsx';

interface PasteDialogProps {
  readonly wallets: readonly DistributionWallet[];
  readonly onTake: (wallets: readonly DistributionWallet[]) => void;
  readonly onClose: () => void;
  readonly given?: string;
}

/** Takes a list of wallets as text. Before that, shows for each line what it would change. */
export function PasteDialog({ wallets, onTake, onClose, given = '' }: PasteDialogProps) {
  const field = useId();
  const [text, setText] = useState(given);
  const { lines, problem } = useMemo(() => pasteWallets(text, wallets), [text, wallets]);
  const wrong = lines.filter(({ problems }) => problems.length > 0).length;
  const take = () => {
    const now = Date.now();
    const made = { at: new Date(now).toISOString(), newId: () => newWalletId(now, Math.random()) };
    onClose();
    onTake(takePasted(wallets, lines, made));
  };
  return (
    <Modal
      title="Paste a list of wallets"
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn primary"
            disabled={lines.length === 0 || wrong > 0 || problem !== null}
            onClick={take}
          >
            {lines.length === 0 ? 'Take the list' : `Take ${counted(lines.length, 'wallet')}`}
          </button>
        </>
      }
    >
      <div className="f">
        <label htmlFor={field}>Address, label and percent, one wallet a line</label>
        <textarea
          id={field}
          className="field mono"
          rows={6}
          value={text}
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby={`${field}h`}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${field}h`} className="muted">
          Columns are separated by tabs, semicolons or commas. A wallet whose address is already on the list gets the
          new label and percentage; the other wallets of the list stay as they are.
        </p>
      </div>
      <p role="status" className={wrong > 0 || problem !== null ? 'err' : 'muted'}>
        {problem ??
          (wrong > 0 ? `${counted(wrong, 'line')} cannot be taken.` : lines.length > 0 && 'Every line is fine.')}
      </p>
      {lines.length > 0 && <Lines lines={lines} />}
    </Modal>
  );
}

function Lines({ lines }: { readonly lines: readonly PastedLine[] }) {
  return (
    <ol className="pasted">
      {lines.map(({ line, address, label, percentage, known, problems }) => (
        <li key={line}>
          <span className="dim">{line}</span>
          <bdi className="name">{label}</bdi>
          <span className={`badge ${problems.length > 0 ? 'ruby' : known === null ? 'mint' : 'amber'}`}>
            {problems.length > 0 ? 'PROBLEM' : known === null ? 'NEW' : 'CHANGES'}
          </span>
          <span className="num">{percentage === null ? '–' : percentText(percentage)}</span>
          <span className="mono wide">{shortAddress(address)}</span>
          {problems.map((text) => (
            <span key={text} className="err wide">
              {text}
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
