import * as z from 'zod';
import { addressOf } from '../../src/address/address.ts';
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from '../chain/accounts/programs.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { type RpcNode, withContext } from '../chain/node/rpcNode.ts';
import type { AcceptedSwap, SwapOrder } from './check/checkSwap.ts';
import { type OwnAccounts, u32At, u64At } from './check/effect.ts';
import { refuse, type SwapRefusal } from './check/refusal.ts';

const account = z.object({
  lamports: z.int().min(0),
  owner: z.string(),
  data: z.tuple([z.base64(), z.literal('base64')]),
});
type Account = z.infer<typeof account>;
const pair = z.tuple([account.nullable(), account.nullable()]);
const before = withContext(pair);
const after = withContext(z.object({ err: z.unknown(), accounts: pair.nullable() }));

/** What a trial showed: all is well, the transaction would fail, or it would change what it must not. */
type Simulated = { readonly ok: true } | { readonly ok: false; readonly problem: string } | SwapRefusal;

interface Simulation {
  /** The transaction, base64; our signature may be missing. */
  readonly bytes: string;
  readonly order: SwapOrder;
  readonly own: OwnAccounts;
  readonly check: AcceptedSwap;
}

/**
 * Runs the transaction on one node without sending it, with the blockhash that the transaction has. Compares our wallet
 * and our GOD account before and after: this shows what an exchange's program would do with our signature.
 */
export async function simulateSwap(node: RpcNode, { bytes, order, own, check }: Simulation): Promise<Simulated> {
  const addresses = [own.wallet, own.god] as const;
  const { value: then } = await node.call(
    'getMultipleAccounts',
    [addresses, { commitment: 'confirmed', encoding: 'base64' }],
    before,
  );
  const { value: trial } = await node.call(
    'simulateTransaction',
    [
      bytes,
      {
        commitment: 'confirmed',
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: false,
        accounts: { encoding: 'base64', addresses },
      },
    ],
    after,
  );
  if (trial.err !== null && trial.err !== undefined)
    return { ok: false, problem: `it would fail: ${JSON.stringify(trial.err).slice(0, 200)}` };
  const [walletBefore, godBefore] = then;
  const [walletAfter, godAfter] = trial.accounts ?? [];
  if (!walletBefore || !godBefore) return { ok: false, problem: 'our wallet or its GOD account does not exist' };
  if (!walletAfter || !godAfter) return refuse('account-changed', 'our wallet or its GOD account would be gone');
  return (
    walletProblem(walletBefore, walletAfter, order.minimumLamports - check.feeLamports) ??
    godProblem(godBefore, godAfter, order) ?? { ok: true }
  );
}

function walletProblem(was: Account, is: Account, gain: bigint): SwapRefusal | null {
  if (is.owner !== SYSTEM_PROGRAM || is.data[0] !== '')
    return refuse('account-changed', 'our wallet would belong to a program');
  const gained = BigInt(is.lamports) - BigInt(was.lamports);
  return gained >= gain ? null : refuse('balance', `our wallet would gain ${gained} lamports, not ${gain} or more`);
}

function godProblem(was: Account, is: Account, { wallet, amount, mint }: SwapOrder): SwapRefusal | null {
  const [old, now] = [readTokenAccount(was), readTokenAccount(is)];
  if (old === null || now === null || now.owner !== wallet || now.mint !== mint)
    return refuse('account-changed', 'our GOD account would not be ours');
  if (!now.isInitialized || now.hasDelegate || now.closeAuthority !== old.closeAuthority)
    return refuse('account-changed', 'our GOD account would obey someone else');
  const sold = old.amount - now.amount;
  return sold <= amount ? null : refuse('balance', `${sold} base units of GOD would leave, ${amount} were ordered`);
}

const INITIALIZED = 1;

/**
 * Reads a token account of Token-2022; null when the account is none. Layout (`AccountLayout`): mint, owner, amount,
 * delegate, state, native, delegated amount, close authority.
 */
function readTokenAccount({ owner, data }: Account) {
  const bytes = Buffer.from(data[0], 'base64');
  if (owner !== TOKEN_2022_PROGRAM || bytes.length < 165) return null;
  return {
    mint: addressOf(bytes.subarray(0, 32)),
    owner: addressOf(bytes.subarray(32, 64)),
    amount: u64At(bytes, 64),
    hasDelegate: u32At(bytes, 72) !== 0,
    isInitialized: bytes[108] === INITIALIZED,
    closeAuthority: u32At(bytes, 129) === 0 ? null : addressOf(bytes.subarray(133, 165)),
  };
}

/**
 * Tries a checked transaction on every node. Enough nodes must agree on whether it would change something that it must
 * not. If they see no such change, its success on one node is enough: another may be some slots behind, or predict a
 * failure to keep us from selling. A failure on chain costs only a fee.
 */
export function trySwap(rpc: Pick<Rpc, 'hear'>, simulation: Simulation): Promise<Simulated> {
  return rpc.hear({
    about: 'what a swap would do',
    ask: (node) => simulateSwap(node, simulation),
    decide(voices, { enough, isOver }) {
      const said = voices.map(({ value }) => value);
      const refusals = said.filter(isRefusal);
      if (refusals.length >= enough) return refusals[0];
      const harmless = said.filter((one) => !isRefusal(one));
      if (harmless.length < enough) return undefined;
      return harmless.find(({ ok }) => ok) ?? (isOver ? harmless[0] : undefined);
    },
  });
}

const isRefusal = (result: Simulated) => !result.ok && 'reason' in result;
