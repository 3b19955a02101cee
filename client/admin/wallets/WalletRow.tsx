import { memo, useId } from 'react';
import type { WalletEdit } from '../../../src/distribution/editWallets.ts';
import { isPrintableLabel, MAX_LABEL } from '../../../src/distribution/label.ts';
import type { DistributionWallet } from '../../../src/distribution/wallet.ts';
import { AddressField } from './AddressField.tsx';
import { tone } from './AllocationBar.tsx';
import { PercentageField } from './PercentageField.tsx';

interface WalletRowProps {
  readonly wallet: DistributionWallet;
  /** The wallet in the saved version from which this edit began; null when the wallet is new. */
  readonly saved: DistributionWallet | null;
  readonly index: number;
  /** The label of another active wallet with the same address, or null. */
  readonly twin: string | null;
  readonly isPicked: boolean;
  readonly onPick: (id: string, isPicked: boolean) => void;
  readonly onEdit: (edit: WalletEdit) => void;
  readonly onRemove: (wallet: DistributionWallet) => void;
}

/**
 * One wallet under edit. `aria-label` names its fields, because visually hidden texts would be laid out again at every
 * keystroke.
 */
export const WalletRow = memo((props: WalletRowProps) => {
  const { wallet, saved, index, twin, isPicked, onPick, onEdit, onRemove } = props;
  const { id, label, isAdmin, isLottery, isActive } = wallet;
  const field = useId();
  const state = stateOf(wallet, saved);
  const problem = isAdmin ? null : labelProblem(label);
  return (
    <li data-id={id} className={`panel w${isActive ? '' : ' off'}`} style={tone(index)}>
      <label className="pick">
        <input
          type="checkbox"
          aria-label={`Select ${label}`}
          checked={isPicked}
          onChange={(event) => onPick(id, event.target.checked)}
        />
      </label>
      <div className="f lab">
        <span className={`head${isAdmin || isLottery || state !== null ? '' : ' bare'}`}>
          {isAdmin ? <span>Label</span> : <label htmlFor={field}>Label</label>}
          {isAdmin && <span className="badge grey">ADMIN</span>}
          {isLottery && <span className="badge brassy">LOTTERY</span>}
          {state !== null && <span className="badge amber">{state}</span>}
        </span>
        {isAdmin ? (
          <p className="ro">
            <bdi>{label}</bdi>
          </p>
        ) : (
          <input
            id={field}
            className="field"
            aria-label="Label"
            dir="auto"
            value={label}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem !== null}
            aria-describedby={`${field}p`}
            onChange={(event) => onEdit({ kind: 'label', id, label: event.target.value })}
          />
        )}
        <span id={`${field}p`} className="err">
          {problem}
        </span>
      </div>
      <AddressField
        address={wallet.address}
        label={label}
        twin={twin}
        isNew={saved?.address !== wallet.address}
        onChange={(address) => onEdit({ kind: 'address', id, address })}
      />
      <PercentageField
        percentage={wallet.percentage}
        label={label}
        onChange={(percentage) => onEdit({ kind: 'percentage', id, percentage })}
      />
      <label className="tg">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
          role="switch"
          aria-label={`Active ${label}`}
          checked={isActive}
          aria-disabled={isAdmin}
          onChange={(event) => onEdit({ kind: 'active', id, isActive: event.target.checked })}
        />
        <span>Active</span>
      </label>
      <button
        type="button"
        className="btn sm danger"
        aria-label={`Remove ${label}`}
        aria-disabled={isAdmin}
        onClick={() => onRemove(wallet)}
      >
        Remove
      </button>
    </li>
  );
});

function stateOf(wallet: DistributionWallet, saved: DistributionWallet | null): 'NEW' | 'EDITED' | null {
  if (saved === null) return 'NEW';
  const isEdited = (['label', 'address', 'percentage', 'isActive'] as const).some(
    (name) => saved[name] !== wallet[name],
  );
  return isEdited ? 'EDITED' : null;
}

function labelProblem(label: string): string | null {
  if (label.trim() === '') return 'Every wallet needs a label';
  return isPrintableLabel(label) ? null : `At most ${MAX_LABEL} characters, all of them printable`;
}
