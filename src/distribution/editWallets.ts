import { parseAddress } from '../address/address.ts';
import { clampPercent } from './percentage.ts';
import type { DistributionWallet } from './wallet.ts';

/** One edit of the list, as the console makes it. Percent is clamped to 0 to 100. */
export type WalletEdit =
  | { readonly kind: 'label'; readonly id: string; readonly label: string }
  | { readonly kind: 'address'; readonly id: string; readonly address: string }
  | { readonly kind: 'percentage'; readonly id: string; readonly percentage: number }
  | { readonly kind: 'active'; readonly id: string; readonly isActive: boolean }
  | { readonly kind: 'remove'; readonly id: string };

/** Why an edit is refused: the sentence that the console shows. */
export type EditRefusal = 'Cannot remove admin wallet' | 'Cannot deactivate admin wallet';

export type Edited =
  | { readonly ok: true; readonly wallets: readonly DistributionWallet[] }
  | { readonly ok: false; readonly refusal: EditRefusal };

/**
 * Applies one edit. The admin wallet can be neither removed nor deactivated, and its label stays. An unknown id, or a
 * percentage that is not a number, changes nothing. `at` is the ISO time of the edit.
 */
export function editWallets(wallets: readonly DistributionWallet[], edit: WalletEdit, at: string): Edited {
  const target = wallets.find((wallet) => wallet.id === edit.id);
  if (target?.isAdmin && edit.kind === 'remove') return { ok: false, refusal: 'Cannot remove admin wallet' };
  if (target?.isAdmin && edit.kind === 'active' && !edit.isActive)
    return { ok: false, refusal: 'Cannot deactivate admin wallet' };
  if (edit.kind === 'remove') return { ok: true, wallets: wallets.filter((wallet) => wallet.id !== edit.id) };
  return {
    ok: true,
    wallets: wallets.map((wallet) => (wallet.id === edit.id ? changed(wallet, edit, at) : wallet)),
  };
}

function changed(
  wallet: DistributionWallet,
  edit: Exclude<WalletEdit, { kind: 'remove' }>,
  at: string,
): DistributionWallet {
  switch (edit.kind) {
    case 'label':
      return wallet.isAdmin ? wallet : { ...wallet, label: edit.label, updatedAt: at };
    case 'address':
      return { ...wallet, address: edit.address, updatedAt: at };
    case 'percentage':
      return Number.isFinite(edit.percentage)
        ? { ...wallet, percentage: clampPercent(edit.percentage), updatedAt: at }
        : wallet;
    case 'active':
      return { ...wallet, isActive: edit.isActive, updatedAt: at };
  }
}

export type Added =
  | { readonly ok: true; readonly wallets: readonly DistributionWallet[] }
  | { readonly ok: false; readonly refusal: 'Please fill in all required fields' | 'Invalid wallet address' };

/** Adds a wallet: active, neither admin nor lottery, 0%. Both texts are trimmed. */
export function addWallet(
  wallets: readonly DistributionWallet[],
  typed: { readonly label: string; readonly address: string },
  made: { readonly id: string; readonly at: string },
): Added {
  const label = typed.label.trim();
  const address = typed.address.trim();
  if (label === '' || address === '') return { ok: false, refusal: 'Please fill in all required fields' };
  if (parseAddress(address) === null) return { ok: false, refusal: 'Invalid wallet address' };
  const wallet: DistributionWallet = {
    id: made.id,
    address,
    label,
    percentage: 0,
    isAdmin: false,
    isLottery: false,
    isActive: true,
    createdAt: made.at,
    updatedAt: made.at,
  };
  return { ok: true, wallets: [...wallets, wallet] };
}
