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

/** A setting that names one of the product's own wallets. */
interface Role {
  readonly name: string;
  readonly address: Address;
}

/** The settings that name the product's own wallets, except old pools. Each should name a different wallet. */
export function rolesOf({ pool, taxAuthority, taxWallet, adminWallet }: Settings): Role[] {
  return [
    { name: 'POOL_SECRET_KEY', address: pool.address },
    { name: 'TAX_AUTHORITY_SECRET_KEY', address: taxAuthority.address },
    { name: 'TAX_SECRET_KEY', address: taxWallet.address },
    { name: 'ADMIN_WALLET', address: adminWallet },
  ];
}
