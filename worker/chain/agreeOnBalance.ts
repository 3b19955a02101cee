import type { Address } from '../../src/token/address.ts';
import type { Answer } from './agree.ts';
import { readBalance } from './readChain.ts';
import { amountAt, awaitFinal, readChanges } from './readChanges.ts';
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
 * Whether two balances of different slots are of one truth: the other node shows finalized transactions of the account that lead from
 * the one to the other. Anyone may send lamports at any moment, so equality alone would let a stranger stop everything.
 */
export async function isSameBalance(of: Address, a: Answer<Balance>, b: Answer<Balance>): Promise<boolean> {
  if (a.value.lamports === b.value.lamports) return true;
  const [older, newer] = a.value.slot < b.value.slot ? [a.value, b.value] : [b.value, a.value];
  if (older.slot === newer.slot) return false;
  if (!(await awaitFinal(b.node, newer.slot))) return false;
  const range = { after: older.slot, until: newer.slot };
  const changes = await readChanges(b.node, of, { range, unit: 'lamports' });
  if (changes === null) return false;
  const isChain = changes.every((change, i) => i === 0 || change.before === changes[i - 1]?.after);
  return (
    isChain && amountAt(changes, older.slot) === older.lamports && amountAt(changes, newer.slot) === newer.lamports
  );
}
