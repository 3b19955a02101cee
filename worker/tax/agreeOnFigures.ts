import { readBalance } from '../chain/accounts/readChain.ts';
import { readTokenAmount } from '../chain/accounts/readTokenAmount.ts';
import { agreeOnTransaction } from '../chain/ledger/agreeOnTransaction.ts';
import type { LandedTransaction } from '../chain/ledger/readLanded.ts';
import { RpcError } from '../chain/node/rpcError.ts';
import type { Voice } from '../chain/node/voices.ts';
import type { TaxContext } from './context.ts';
import { cycleKey } from './stepKeys.ts';

/** What a landed transaction did, as enough nodes say. Throws an RpcError while they do not know the transaction. */
export async function agreeOnLanded(
  { rpc, settings }: Pick<TaxContext, 'rpc' | 'settings'>,
  signature: string,
): Promise<LandedTransaction> {
  const landed = await agreeOnTransaction(rpc, { signature, mint: settings.mint });
  if (landed === null) throw new RpcError('every node', 'getTransaction', `${signature} is not known`);
  return landed;
}

/**
 * The newest slot in which something of a tax cycle landed; 0 if nothing has. A node that is not as far does not know
 * what the cycle has moved, and is no liar.
 */
export async function slotReached({ journal }: Pick<TaxContext, 'journal'>, cycle: number): Promise<number> {
  const rows = await journal.under(cycleKey(cycle));
  return Math.max(0, ...rows.map(({ slot }) => slot ?? 0));
}

/**
 * GOD in the tax wallet after all that has landed of this cycle, base units. Anyone may send it some at any moment, so answers that differ by at most 1% agree.
 * The least counts: what is left over goes to the next cycle, but a transaction fails if it moves more than is there.
 */
export async function agreeOnGod(
  { rpc, journal, ownAccount }: Pick<TaxContext, 'rpc' | 'journal' | 'ownAccount'>,
  cycle: number,
): Promise<bigint> {
  const from = await slotReached({ journal }, cycle);
  const voices = await rpc.agreeing({
    about: 'the GOD in the tax wallet',
    ask: (node) => readTokenAmount(node, ownAccount, from),
    isSame: ({ value: a }, { value: b }) => isNear(a, b),
  });
  return voices.map(({ value }) => value).reduce((least, each) => (each < least ? each : least));
}

const isNear = (a: bigint, b: bigint) => a * 100n >= b * 99n && b * 100n >= a * 99n;

/**
 * Whether the tax wallet holds at least an amount of lamports. The nodes need not agree on its balance, which
 * strangers' gifts change.
 */
export async function holdsAtLeast(
  { rpc, settings }: Pick<TaxContext, 'rpc' | 'settings'>,
  lamports: bigint,
): Promise<boolean> {
  const isEnough = ({ value }: Voice<bigint>) => value >= lamports;
  const balance = await rpc.agree({
    about: 'the balance of the tax wallet',
    ask: async (node) => (await readBalance(node, settings.taxWallet.address, 'confirmed')).lamports as bigint,
    isSame: (a, b) => isEnough(a) === isEnough(b),
  });
  return balance >= lamports;
}
