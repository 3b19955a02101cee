import type { RpcNode } from '../node/rpcNode.ts';
import { type HolderSnapshot, readHolders, sumAccounts } from './readHolders.ts';
import { readMint } from './readMint.ts';
import type { AccountsQuestion } from './readTokenAccounts.ts';

/**
 * In a list without fees, a thousandth of the supply may be missing, since fees lie in the accounts until they are
 * harvested. If more is missing, the list is read again with the fees, and then it has to add up.
 */
const FEES_PART = 1_000n;

/**
 * Reads the holdings that pages show, never those for a lock: without the fees in the accounts, and with one look at
 * the mint. It can tell whether the list is complete to a thousandth of the supply. Nearly always three calls.
 */
export async function readShownHolders(
  node: RpcNode,
  { mint, commitment }: Pick<AccountsQuestion, 'mint' | 'commitment'>,
): Promise<HolderSnapshot> {
  const state = await readMint(node, mint, commitment);
  const { sum, ...read } = await sumAccounts(node, { mint, commitment, isWithoutFees: true });
  const missing = state.supply - state.withheld - sum;
  if (missing < 0n || missing * FEES_PART > state.supply) {
    const whole = await readHolders(node, { mint, commitment });
    return { ...whole, mint: { ...whole.mint, transferFee: state.transferFee } };
  }
  return { ...read, mint: state, isComplete: true, isMoving: false };
}
