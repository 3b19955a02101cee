import type { RpcNode } from '../node/rpcNode.ts';
import { type HolderSnapshot, readHolders, sumAccounts } from './readHolders.ts';
import { readMint } from './readMint.ts';
import type { AccountsQuestion } from './readTokenAccounts.ts';

/**
 * So much of the supply, one part of this many, may be missing in a list without fees: they lie in the accounts until
 * they are harvested. Where more is missing, the list with the fees is read, and it has to add up.
 */
const FEES_PART = 1_000n;

/**
 * Reads the holdings for what pages show, never for a lock: without the fees in the accounts, and with one look at the
 * mint. What it says of completeness is exact to a thousandth of the supply. Three calls, nearly always.
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
