import { isNeighbour } from '../../src/address/isNeighbour.ts';
import type { AddressLook } from '../../src/contract/distribution.ts';
import type { DistributionProblem } from '../../src/distribution/validateWallets.ts';
import type { DistributionWallet } from '../../src/distribution/wallet.ts';
import { errorText } from '../../src/errorText.ts';
import { type AddressUse, lookUpAddresses } from '../chain/accounts/lookUpAddresses.ts';
import type { Rpc } from '../chain/node/rpc.ts';

export interface LookUpInput {
  readonly rpc: Pick<Rpc, 'read'>;
  /** Addresses that this product knows, with their names. An address that looks like one of them gets a warning. */
  readonly known: readonly { readonly name: string; readonly address: string }[];
}

const SENTENCES: Readonly<Record<AddressUse, string | null>> = {
  wallet: null,
  unused: 'This address was never used on chain. Check it letter by letter: what is sent to a wrong one is lost.',
  program: 'This is the address of a program. What is sent there is lost.',
  'token-account': 'This is a token account and not a wallet. Give the address of the wallet that owns it.',
  held: 'A program keeps its data at this address. Pay it only if that program can pay it out again.',
};
/** Addresses of these kinds are never paid: the payment would not reach the person who is meant. */
const NEVER_PAID: ReadonlySet<AddressUse> = new Set(['program', 'token-account']);

/** What the chain says of addresses that are to be paid. When no node answers, nothing is refused. */
export function createLookUp({ rpc, known }: LookUpInput) {
  async function look(addresses: readonly string[]): Promise<readonly (AddressUse | null)[]> {
    if (addresses.length === 0) return [];
    return rpc
      .read((node) => lookUpAddresses(node, addresses))
      .catch((error: unknown) => {
        console.warn(`addresses not looked up: ${errorText(error)}`);
        return addresses.map(() => null);
      });
  }

  return {
    async describe(addresses: readonly string[]): Promise<AddressLook[]> {
      const uses = await look(addresses);
      return addresses.map((address, index): AddressLook => {
        const use = uses[index] ?? null;
        const neighbour = known.find((other) => isNeighbour(address, other.address)) ?? null;
        const alike = neighbour === null ? [] : [`It looks like the address of ${neighbour.name}, and is another one.`];
        const said = use === null ? 'The chain could not be asked about this address.' : SENTENCES[use];
        const warnings = [...alike, ...(said === null ? [] : [said])];
        return {
          address,
          use,
          neighbourOf: neighbour?.name ?? null,
          isRefused: use !== null && NEVER_PAID.has(use),
          warnings,
        };
      });
    },
    /** Those active wallets that can never be paid, each with the reason. Empty when no node answers. */
    async problems(wallets: readonly DistributionWallet[]): Promise<DistributionProblem[]> {
      const paid = wallets.filter(({ isActive, percentage }) => isActive && percentage > 0);
      const uses = await look(paid.map(({ address }) => address));
      return paid.flatMap(({ label }, index): DistributionProblem[] => {
        const use = uses[index] ?? null;
        const sentence = use === null ? null : SENTENCES[use];
        return use === null || sentence === null || !NEVER_PAID.has(use)
          ? []
          : [{ kind: 'unpayable-address', label, sentence }];
      });
    },
  };
}
