import type { Operations } from '../../../src/contract/operations.ts';
import { listText } from '../../format/listText.ts';

type Wallets = Operations['wallets'];

/**
 * Wallets of the product, each address once. One with several roles is named after all: `Tax authority, tax wallet and
 * admin`.
 */
export function sameWallets(wallets: Wallets): Wallets {
  return [...new Set(wallets.map(({ address }) => address))].flatMap((address) => {
    const same = wallets.filter((wallet) => wallet.address === address);
    const [first, ...others] = same;
    return first === undefined ? [] : [{ ...first, name: listText([first.name, ...others.map(lower)]) }];
  });
}

const lower = ({ name }: Wallets[number]) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
