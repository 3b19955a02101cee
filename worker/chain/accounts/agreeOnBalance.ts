import type { Address } from '../../../src/address/address.ts';
import type { Rpc } from '../node/rpc.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { LAGGING_MS, notBefore, onceThere } from './onceThere.ts';
import { type Balance, readBalance } from './readChain.ts';

/**
 * Two answers may differ by 1/`part` of the larger amount, because anyone may send lamports in every slot, and by
 * `slots`, because honest nodes are some slots apart.
 */
const SAME = { part: 1_000n, slots: 150 } as const;

interface BalanceQuestion {
  readonly about: string;
  readonly ask?: (node: RpcNode) => Promise<Balance>;
  /** No view from before this slot counts. */
  readonly afterSlot?: number;
  /** False for two answers that must not count as the same, however near they are. By default it is always true. */
  readonly isLike?: (a: Balance, b: Balance) => boolean;
}

/**
 * An account's finalized lamports by enough nodes, whose answers may differ by a thousandth and by 150 slots. The
 * smallest counts, with the earliest slot: a lock may then promise too little, and never too much.
 */
export async function agreeOnBalance(
  rpc: Pick<Rpc, 'agreeing'>,
  of: Address,
  { about, ask = (node) => readBalance(node, of, 'finalized'), afterSlot = 0, isLike = () => true }: BalanceQuestion,
): Promise<Balance> {
  const voices = await rpc.agreeing({
    about,
    ask: (node) => onceThere(() => readFrom(ask, node, afterSlot), afterSlot, LAGGING_MS),
    isSame: (a, b) => isLike(a.value, b.value) && isSameBalance(a.value, b.value),
  });
  const { lamports } = voices
    .map(({ value }) => value)
    .reduce((least, each) => (each.lamports < least.lamports ? each : least));
  return { lamports, slot: Math.min(...voices.map(({ value }) => value.slot)) };
}

async function readFrom(ask: (node: RpcNode) => Promise<Balance>, node: RpcNode, afterSlot: number): Promise<Balance> {
  const seen = await ask(node);
  notBefore(node, 'getBalance', { seen: seen.slot, from: afterSlot });
  return seen;
}

function isSameBalance(a: Balance, b: Balance): boolean {
  const [less, more] = a.lamports < b.lamports ? [a.lamports, b.lamports] : [b.lamports, a.lamports];
  return (more - less) * SAME.part <= more && Math.abs(a.slot - b.slot) <= SAME.slots;
}
