import type { Address } from '../../src/address/address.ts';
import { isOnCurve } from '../../src/address/isOnCurve.ts';
import { exactSol, type Lamports } from '../../src/money/lamports.ts';
import { lookUpAddresses } from '../../worker/chain/accounts/lookUpAddresses.ts';
import { agreeOnRent, readBalance, readComputePrice } from '../../worker/chain/accounts/readChain.ts';
import type { Rpc } from '../../worker/chain/node/rpc.ts';
import { costOf } from '../../worker/chain/signing/costOf.ts';
import { agreeOnBlockhash } from '../../worker/chain/signing/readSigning.ts';
import { signTransfer } from '../../worker/chain/signing/signTransfer.ts';
import { computePriceBounds, type SignedTransaction } from '../../worker/chain/signing/transactions.ts';
import type { Wallet } from '../../worker/settings/Settings.ts';
import { DidNotLand, EndUnknown, type FollowInput, followToEnd } from './followToEnd.ts';
import type { KeptTransfer } from './keptTransfer.ts';

export interface MoveInput extends Pick<FollowInput, 'wait' | 'say'> {
  readonly rpc: Rpc;
  readonly from: Wallet;
  readonly to: Address;
  readonly amount: Lamports | 'all';
  /** Of the wallet that pays. */
  readonly kept: KeptTransfer;
  /** Called before anything is sent. False: nothing is. */
  readonly confirm: (lamports: bigint) => Promise<boolean>;
}

/**
 * Moves SOL from one wallet to another, by one plain transfer. Resolves to its signature once it is final. Throws an
 * Error with a sentence when the chain would refuse it, nobody agreed, or it did not land. The transfer has no mark, so
 * the chain would take it twice: while the end of an earlier one is not known, nothing is sent.
 */
export async function moveSol(input: MoveInput): Promise<string> {
  const { rpc, from, to, kept, say } = input;
  const earlier = kept.read();
  if (earlier !== null) {
    say(`An earlier transfer may be on its way: ${earlier.signature}, kept in ${kept.place}.`);
    say('Nothing is sent until its end is known.');
    await follow({ ...input, isOnlyWatched: true }, earlier);
    throw new Error('The earlier transfer has landed. Nothing else was sent: run the command again to move more.');
  }
  await mustBeWallet(rpc, to);
  // Read only once: with another fee in the transfer that is sent, an emptied wallet would keep a few lamports, which
  // the chain does not allow.
  const computePrice = await rpc.read((node) => readComputePrice(node, from.address, computePriceBounds(0)));
  const sign = async (lamports: bigint) =>
    signTransfer(from.secretKey, { to, lamports, blockhash: await agreeOnBlockhash(rpc, 0), computePrice });
  const fee = costOf((await sign(0n)).bytes)?.fee;
  if (fee === undefined) throw new Error('the fee of a transfer cannot be read from its bytes');
  const moved = await amountOf(input, fee);
  if (!(await input.confirm(moved))) throw new Error('Nothing was sent.');
  // A person took their time, and a blockhash is valid for a minute.
  const signed = await sign(moved);
  kept.keep(signed);
  say(`Sending ${signed.signature}`);
  return follow(input, signed);
}

/** Follows a kept transfer, and forgets it when its end is known. */
async function follow(input: MoveInput & FollowInput, signed: SignedTransaction): Promise<string> {
  const { kept } = input;
  try {
    const signature = await followToEnd(input, input.rpc, signed);
    kept.forget(signature);
    return signature;
  } catch (error) {
    if (error instanceof DidNotLand) kept.forget(signed.signature);
    if (!(error instanceof EndUnknown)) throw error;
    throw new Error(
      `${error.message} Look it up in an explorer, and what both wallets hold; then remove ${kept.place}.`,
    );
  }
}

/** Throws an Error with a sentence for an address at which nobody could spend what it gets. */
async function mustBeWallet(rpc: Rpc, to: Address): Promise<void> {
  const [use] = await rpc.agree({ about: `what is at ${to}`, ask: (node) => lookUpAddresses(node, [to]) });
  if (use === 'program') throw new Error(`${to} is a program: what is sent there is lost.`);
  if (use === 'held' || use === 'token-account')
    throw new Error(`${to} belongs to a program. Name the address of a wallet.`);
  if (use === 'unused' && !isOnCurve(to))
    throw new Error(`Nothing is at ${to}, and no key can belong to it: see that no letter of it is wrong.`);
}

/** Lamports to move. Throws an Error with a sentence where the chain would refuse the transfer and take its fee. */
async function amountOf({ rpc, from, to, amount, say }: MoveInput, fee: bigint): Promise<bigint> {
  const holds = (of: Address) =>
    rpc.agree({ about: `what ${of} holds`, ask: async (node) => (await readBalance(node, of, 'confirmed')).lamports });
  const [held, there, least] = await Promise.all([holds(from.address), holds(to), agreeOnRent(rpc, 0)]);
  say(`${from.address} holds ${exactSol(held)} SOL.`);
  say(there === 0n ? `${to} holds nothing: see that no letter of it is wrong.` : `${to} holds ${exactSol(there)} SOL.`);
  const moved = amount === 'all' ? held - fee : amount;
  const rest = held - fee - moved;
  if (moved <= 0n || rest < 0n) throw new Error(`It holds too little for that: the fee is ${exactSol(fee)} SOL.`);
  const rule = `and a wallet must hold nothing, or at least ${exactSol(least)} SOL`;
  if (rest > 0n && rest < least) throw new Error(`${from.address} would keep ${exactSol(rest)} SOL, ${rule}.`);
  if (there + moved < least) throw new Error(`${to} would hold ${exactSol(there + moved)} SOL, ${rule}.`);
  return moved;
}
