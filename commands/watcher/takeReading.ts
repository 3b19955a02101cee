import { type Address, address, addressOf } from '../../src/address/address.ts';
import type { AccountSeen, Reading } from '../../src/witness/Reading.ts';
import { type MintState, readMintAt } from '../../worker/chain/accounts/readMint.ts';
import { readTokenAccounts } from '../../worker/chain/accounts/readTokenAccounts.ts';
import { RpcError } from '../../worker/chain/node/rpcError.ts';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';

/** The epoch decides only the fee, which no watcher needs. */
const ANY_EPOCH = 0;

/**
 * Reads every token account of the mint, finalized, in two or three calls. Throws an RpcError when the node gives no
 * complete list. If amounts and withheld fees do not add up to the supply, the list counts as not complete: an account
 * is missing, or the mint changed meanwhile.
 */
export async function takeReading(node: RpcNode, mint: Address): Promise<Reading> {
  const look = () => readMintAt(node, { mint, commitment: 'finalized', epoch: ANY_EPOCH });
  const before = await look();
  const accounts = new Map<Address, AccountSeen[]>();
  let sum = 0n;
  const { slot } = await readTokenAccounts(node, { mint, commitment: 'finalized' }, (account, key) => {
    sum += account.amount + account.withheld;
    const owner = addressOf(account.owner);
    const others = accounts.get(owner);
    const seen = { key: address(key), amount: account.amount, isFrozen: account.isFrozen };
    if (others === undefined) accounts.set(owner, [seen]);
    else others.push(seen);
  });
  const fits = ({ supply, withheld }: MintState) => sum + withheld === supply;
  if (!fits(before) && !fits(await look()))
    throw new RpcError(node.label, 'getProgramAccounts', 'the accounts do not add up to the supply');
  return { slot, accounts };
}
