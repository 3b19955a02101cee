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
