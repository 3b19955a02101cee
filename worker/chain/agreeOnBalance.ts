import type { Address } from '../../src/address/address.ts';
import type { Answer } from './agree.ts';
import { readBalance } from './readChain.ts';
import { amountAt, awaitFinal, readChanges, readChangesIn } from './readChanges.ts';
import type { Rpc } from './rpc.ts';
import type { RpcNode } from './rpcNode.ts';

export type Balance = Awaited<ReturnType<typeof readBalance>>;

/** An account's finalized lamports by all nodes, each asked at its own slot. */
export function agreeOnBalance(
  rpc: Pick<Rpc, 'agree'>,
  of: Address,
  { about, ask }: { readonly about: string; readonly ask?: (node: RpcNode) => Promise<Balance> },
): Promise<Balance> {
  return rpc.agree({
    about,
    ask: ask ?? ((node) => readBalance(node, of, 'finalized')),
    isSame: (a, b) => isSameBalance(of, a, b),
  });
}

/**
 * Whether two balances of different slots are of one truth: finalized transactions of the account, as the other node
 * shows them, make each the right one at its slot. Anyone may send lamports at any moment, so equality alone would
 * let a stranger stop everything.
 */
export async function isSameBalance(of: Address, a: Answer<Balance>, b: Answer<Balance>): Promise<boolean> {
  if (a.value.lamports === b.value.lamports) return true;
  const [older, newer] = a.value.slot < b.value.slot ? [a.value, b.value] : [b.value, a.value];
  if (!(await awaitFinal(b.node, newer.slot))) return false;
  const range = { after: older.slot, until: newer.slot };
  const changes = await readChanges(b.node, { account: of, range, unit: 'lamports' });
  if (changes === null) return false;
  for (const value of [older, newer]) {
    if (amountAt(changes, value.slot) === value.lamports) continue;
    if (!(await wasWithin(b.node, of, value))) return false;
  }
  return true;
}

/**
 * Whether a node answered out of a slot that was not over: the account had this balance between two transactions of
 * the slot, and not less in the end. Less is never excused: a balance from before a payment of the same slot would
 * pay too much the next time.
 */
async function wasWithin(node: RpcNode, of: Address, { slot, lamports }: Balance): Promise<boolean> {
  const changes = await readChangesIn(node, { account: of, slot, unit: 'lamports' });
  const last = changes?.at(-1);
  if (changes == null || last === undefined || last.after < lamports) return false;
  return changes.some(({ before, after }) => before === lamports || after === lamports);
}
