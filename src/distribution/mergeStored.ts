import { basisPointsOf, percentOf } from './percentage.ts';
import type { DistributionProblem } from './validateWallets.ts';
import type { DistributionWallet } from './wallet.ts';

/** What a save may say of a wallet. */
export type SubmittedWallet = Pick<DistributionWallet, 'id' | 'address' | 'label' | 'percentage' | 'isActive'>;

export interface Merged {
  readonly wallets: readonly DistributionWallet[];
  /** The rules about the admin wallet that the save breaks. */
  readonly problems: readonly DistributionProblem[];
}

/**
 * The wallets that a save asks for. What a save may not decide comes from the stored wallets: who is admin, who is the
 * lottery's pool, the admin wallet's label, when a wallet was made. New wallets are neither admin nor pool. `at` is the
 * ISO time of the save.
 */
export function mergeStored(
  stored: readonly DistributionWallet[],
  submitted: readonly SubmittedWallet[],
  at: string,
): Merged {
  const known = new Map(stored.map((wallet) => [wallet.id, wallet]));
  const wallets = submitted.map((wallet) => merge(known.get(wallet.id), wallet, at));
  const problems = stored
    .filter((wallet) => wallet.isAdmin)
    .flatMap((admin): DistributionProblem[] => {
      const asked = submitted.find((wallet) => wallet.id === admin.id);
      if (asked === undefined) return [{ kind: 'admin-removed' }];
      return asked.isActive ? [] : [{ kind: 'admin-deactivated' }];
    });
  return { wallets, problems };
}

function merge(stored: DistributionWallet | undefined, asked: SubmittedWallet, at: string): DistributionWallet {
  const { id, address, isActive } = asked;
  const share = basisPointsOf(asked.percentage);
  // A slider turns 33.3 into 33.300000000000004.
  const percentage = share === null ? asked.percentage : percentOf(share);
  const label = stored?.isAdmin ? stored.label : asked.label;
  const isSame =
    stored !== undefined &&
    stored.address === address &&
    stored.label === label &&
    stored.percentage === percentage &&
    stored.isActive === isActive;
  return {
    id,
    address,
    label,
    percentage,
    isAdmin: stored?.isAdmin ?? false,
    isLottery: stored?.isLottery ?? false,
    isActive,
    createdAt: stored?.createdAt ?? at,
    updatedAt: isSame ? stored.updatedAt : at,
  };
}
