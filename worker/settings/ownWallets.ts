import type { Address } from '../../src/address/address.ts';
import type { Settings } from './Settings.ts';

export type OwnWallets = Pick<Settings, 'pool' | 'oldPools' | 'taxAuthority' | 'taxWallet' | 'adminWallet'>;

/** The product's own wallets, by the names that operators know. */
export function ownWallets({ pool, oldPools, taxAuthority, taxWallet, adminWallet }: OwnWallets) {
  return [
    { name: 'Pool', address: pool.address },
    ...oldPools.map(({ address }) => ({ name: 'Old pool', address })),
    { name: 'Tax authority', address: taxAuthority.address },
    { name: 'Tax wallet', address: taxWallet.address },
    { name: 'Admin', address: adminWallet },
  ];
}

/** A wallet that the settings name, by the setting that names it. */
interface Role {
  readonly name: string;
  readonly address: Address;
}

/** The product's own wallets except old pools, each by its setting. Each is meant to be different from the others. */
export function rolesOf({ pool, taxAuthority, taxWallet, adminWallet }: Settings): Role[] {
  return [
    { name: 'POOL_SECRET_KEY', address: pool.address },
    { name: 'TAX_AUTHORITY_SECRET_KEY', address: taxAuthority.address },
    { name: 'TAX_SECRET_KEY', address: taxWallet.address },
    { name: 'ADMIN_WALLET', address: adminWallet },
  ];
}
