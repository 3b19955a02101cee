import type { Address } from '../../src/address/address.ts';
import type { Settings } from './Settings.ts';

/** A wallet that the settings name, by the setting that names it. */
export interface Role {
  readonly name: string;
  readonly address: Address;
}

/** The product's own wallets. Each is meant to be a wallet of its own. */
export function rolesOf({ pool, taxAuthority, taxWallet, adminWallet }: Settings): Role[] {
  return [
    { name: 'POOL_SECRET_KEY', address: pool.address },
    { name: 'TAX_AUTHORITY_SECRET_KEY', address: taxAuthority.address },
    { name: 'TAX_SECRET_KEY', address: taxWallet.address },
    { name: 'ADMIN_WALLET', address: adminWallet },
  ];
}
