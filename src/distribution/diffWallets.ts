import { shownLabel } from './label.ts';
import { percentText } from './percentage.ts';
import type { DistributionWallet } from './wallet.ts';

export interface FieldChange {
  readonly field: 'label' | 'address' | 'percentage' | 'active';
  readonly before: string;
  readonly after: string;
}

/** How one wallet changed between two versions. The shares are percent, 0 while the wallet is inactive or absent. */
export interface WalletChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly id: string;
  readonly label: string;
  /** The address that is paid now, or that was paid before the wallet was removed. */
  readonly address: string;
  readonly fields: readonly FieldChange[];
  readonly shareBefore: number;
  readonly shareAfter: number;
}

/** What differs between two versions, in the order of the newer version, removed wallets last. */
export function diffWallets(
  before: readonly DistributionWallet[],
  after: readonly DistributionWallet[],
): readonly WalletChange[] {
  const old = new Map(before.map((wallet) => [wallet.id, wallet]));
  const kept = new Set(after.map((wallet) => wallet.id));
  return [
    ...after.flatMap((wallet) => {
      const was = old.get(wallet.id);
      const change = changeOf(wallet, was, wallet);
      return was === undefined || change.fields.length > 0 ? [change] : [];
    }),
    ...before.filter((wallet) => !kept.has(wallet.id)).map((wallet) => changeOf(wallet, wallet, undefined)),
  ];
}

/** How a wallet changed. The first argument, the newer wallet or the removed one, gives id, label and address. */
function changeOf(
  { id, label, address }: DistributionWallet,
  before: DistributionWallet | undefined,
  after: DistributionWallet | undefined,
): WalletChange {
  return {
    kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    ...{ id, label, address },
    fields: before === undefined || after === undefined ? [] : fieldsOf(before, after),
    shareBefore: shareOf(before),
    shareAfter: shareOf(after),
  };
}

function fieldsOf(before: DistributionWallet, after: DistributionWallet): FieldChange[] {
  const fields: FieldChange[] = [
    { field: 'label', before: before.label, after: after.label },
    { field: 'address', before: before.address, after: after.address },
    { field: 'percentage', before: percentText(before.percentage), after: percentText(after.percentage) },
    { field: 'active', before: activeText(before), after: activeText(after) },
  ];
  return fields.filter((field) => field.before !== field.after);
}

const activeText = (wallet: DistributionWallet) => (wallet.isActive ? 'active' : 'inactive');
const shareOf = (wallet: DistributionWallet | undefined) => (wallet?.isActive ? wallet.percentage : 0);

const MOST_NAMED = 6;

/** The difference in one line for the history: `Admin 30.00% → 25.00%; added Marketing (5.00%)`. */
export function describeChanges(changes: readonly WalletChange[]): string {
  if (changes.length === 0) return 'No wallet changed';
  const named = changes.slice(0, MOST_NAMED).map(describeChange);
  const more = changes.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more ${more === 1 ? 'wallet' : 'wallets'}`] : [])].join('; ');
}

function describeChange({ kind, label, fields, shareBefore, shareAfter }: WalletChange): string {
  const name = shownLabel(label);
  if (kind === 'added') return `added ${name} (${percentText(shareAfter)})`;
  if (kind === 'removed') return `removed ${name} (${percentText(shareBefore)})`;
  return fields
    .map(({ field, before, after }) => {
      if (field === 'percentage') return `${name} ${before} → ${after}`;
      if (field === 'active') return `${name} made ${after}`;
      if (field === 'label') return `${shownLabel(before)} renamed ${shownLabel(after)}`;
      return `${name} has a new address ${shownLabel(after)}`;
    })
    .join(', ');
}
