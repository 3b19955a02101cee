import type { WalletChange } from '../../../src/distribution/diffWallets.ts';
import { percentText } from '../../../src/distribution/percentage.ts';

const KINDS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;
const FIELDS = { label: 'Label', address: 'Address', percentage: 'Percentage', active: 'Status' } as const;

/** Lists what differs between two versions: for each wallet its share and every changed field, before and after. */
export function ChangeList({ changes }: { readonly changes: readonly WalletChange[] }) {
  if (changes.length === 0) return <p className="muted">No wallet differs.</p>;
  return (
    <ul className="changes">
      {changes.map((change) => (
        <li key={change.id}>
          <p className="change-head">
            <bdi className="name">{change.label}</bdi>
            {change.kind !== 'changed' && (
              <span className={`badge ${change.kind === 'added' ? 'mint' : 'ruby'}`}>{KINDS[change.kind]}</span>
            )}
            <Share change={change} />
          </p>
          {change.kind !== 'changed' && (
            <p className="field-change address">
              <span className="dim">{FIELDS.address}</span>{' '}
              {change.kind === 'added' ? <ins>{change.address}</ins> : <del>{change.address}</del>}
            </p>
          )}
          {change.fields
            .filter(({ field }) => field !== 'percentage')
            .map(({ field, before, after }) => (
              <p key={field} className={`field-change ${field}`}>
                <span className="dim">{FIELDS[field]}</span> <del>{before}</del> <span aria-hidden="true">→</span>
                <span className="sr"> becomes </span> <ins>{after}</ins>
              </p>
            ))}
        </li>
      ))}
    </ul>
  );
}

function Share({ change: { shareBefore, shareAfter } }: { readonly change: WalletChange }) {
  if (shareBefore === shareAfter) return <span className="share dim">{percentText(shareAfter)}, unchanged</span>;
  const gains = shareAfter > shareBefore;
  return (
    <span className={`share ${gains ? 'up' : 'down'}`}>
      <span className="was">{percentText(shareBefore)}</span> <span aria-hidden="true">→</span>
      <span className="sr"> becomes </span> <b>{percentText(shareAfter)}</b>{' '}
      <span className="delta">
        {gains ? 'gains' : 'loses'} {percentText(Math.abs(shareAfter - shareBefore))}
      </span>
    </span>
  );
}
