import { MAX_U64 } from '../../../src/money/lamports.ts';
import { delay } from '../node/delay.ts';
import { Implausible, RpcError } from '../node/rpcError.ts';
import type { RpcNode } from '../node/rpcNode.ts';
import { createHoldings, type Holdings } from './holdings.ts';
import { onceThere } from './onceThere.ts';
import { type MintState, readMint, readMintAt } from './readMint.ts';
import { type AccountsQuestion, readTokenAccounts } from './readTokenAccounts.ts';

/** All holdings of the mint, as one node saw them in one unpaginated read. */
export interface HolderSnapshot {
  readonly slot: number;
  readonly holdings: Holdings;
  /** Token accounts read, empty ones included. */
  readonly accounts: number;
  readonly mint: MintState;
  /** Σ amounts + withheld (accounts and mint) = supply: nobody is missing. From `readShownHolders`: nearly equal. */
  readonly isComplete: boolean;
  /** The mint changed between two looks. An incomplete list may then be right, for a moment at which nobody looked. */
  readonly isMoving: boolean;
}

/** While the accounts are read, the mint is looked at up to this many times, with this time between two looks. */
const MINT_READS_MEANWHILE = 5;
const BETWEEN_MINT_READS_MS = 100;
/**
 * Reads every token account of the mint from one node, and looks at the mint before, meanwhile and, if need be,
 * afterwards: a burn or a harvest, which may come in every slot, changes what the accounts have to add up to. The list
 * is complete only if it adds up exactly to what one of the looks shows. At most eight calls, not counting those that
 * are repeated because the node has not reached slot `from`.
 */
export async function readHolders(node: RpcNode, question: AccountsQuestion): Promise<HolderSnapshot> {
  // Only pages show the fee of the epoch; the sum does not need it.
  const look = () => readMintAt(node, { ...question, epoch: null });
  const looks = [await onceThere(look, question.from)];
  let isUnderWay = true;
  const reading = sumAccounts(node, question).finally(() => {
    isUnderWay = false;
  });

  /** Ends when a look fails: the node may limit how often it is asked. */
  async function lookMeanwhile(): Promise<void> {
    for (let n = 0; n < MINT_READS_MEANWHILE && isUnderWay; n++) {
      const state = await look().catch((error: unknown) => {
        if (error instanceof RpcError) return null;
        throw error;
      });
      if (state === null) return;
      looks.push(state);
      await Promise.race([reading, delay(BETWEEN_MINT_READS_MS)]);
    }
  }

  const [{ sum, ...read }] = await Promise.all([reading, lookMeanwhile()]);
  const fits = (state: MintState) => sum + state.withheld === state.supply;
  const state = looks.find(fits) ?? (await look());
  const [first] = looks;
  const isMoving = [...looks, state].some(
    ({ supply, withheld }) => supply !== first?.supply || withheld !== first.withheld,
  );
  return { ...read, mint: state, isComplete: fits(state), isMoving };
}

async function sumAccounts(node: RpcNode, question: AccountsQuestion) {
  const holdings = createHoldings();
  let sum = 0n;
  const read = await readTokenAccounts(node, question, (account) => {
    sum += account.amount + account.withheld;
    // Checked before `holdings.add`: the columns of that table are unsigned 64-bit numbers, and no answer may overflow
    // them.
    if (sum > MAX_U64)
      throw new Implausible(node.label, 'getProgramAccounts', 'the accounts hold more than a supply can be');
    holdings.add(account);
  });
  return { ...read, holdings, sum };
}

/** In a list without fees, a thousandth of the supply may be missing. If more is missing, the fees are read too. */
const FEES_PART = 1_000n;

/**
 * Reads the holdings that pages show, never those for a lock: without the fees in the accounts, and with one look at
 * the mint. Nearly always three calls.
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
