import type { Address } from '../../src/address/address.ts';
import { exactSol, type Lamports } from '../../src/money/lamports.ts';
import { readBalance, readComputePrice } from '../../worker/chain/accounts/readChain.ts';
import type { Rpc } from '../../worker/chain/node/rpc.ts';
import { costOf } from '../../worker/chain/signing/costOf.ts';
import { agreeOnBlockhash } from '../../worker/chain/signing/readSigning.ts';
import { signTransfer } from '../../worker/chain/signing/signTransfer.ts';
import { computePriceBounds } from '../../worker/chain/signing/transactions.ts';
import type { Wallet } from '../../worker/settings/Settings.ts';
import { type FollowInput, followToEnd } from './followToEnd.ts';

export interface MoveInput extends FollowInput {
  readonly rpc: Rpc;
  readonly from: Wallet;
  readonly to: Address;
  readonly amount: Lamports | 'all';
  /** Called before anything is sent. False: nothing is. */
  readonly confirm: (lamports: bigint) => Promise<boolean>;
}

/**
 * Moves SOL from one wallet to another, by one plain transfer. Resolves to its signature once it is final. Throws an
 * Error with a sentence when there is too little, nobody agreed, or it did not land.
 */
export async function moveSol(input: MoveInput): Promise<string> {
  const { rpc, from, to, amount, say } = input;
  const [held, there] = await Promise.all(
    [from.address, to].map(async (one) => (await rpc.read((node) => readBalance(node, one, 'confirmed'))).lamports),
  );
  if (held === undefined || there === undefined) throw new Error('two balances are wanted');
  say(`${from.address} holds ${exactSol(held)} SOL.`);
  say(there === 0n ? `${to} holds nothing: see that no letter of it is wrong.` : `${to} holds ${exactSol(there)} SOL.`);
  // Once: the fee that is reckoned with has to be the one that is paid, or a wallet keeps too little to stay alive.
  const computePrice = await rpc.read((node) => readComputePrice(node, from.address, computePriceBounds(0)));
  const sign = async (lamports: bigint) =>
    signTransfer(from.secretKey, { to, lamports, blockhash: await agreeOnBlockhash(rpc, 0), computePrice });
  const fee = costOf((await sign(0n)).bytes)?.fee;
  if (fee === undefined) throw new Error('the fee of a transfer cannot be read from its bytes');
  const moved = amount === 'all' ? held - fee : amount;
  if (moved <= 0n || moved + fee > held) throw new Error(`That is too little: the fee is ${exactSol(fee)} SOL.`);
  if (!(await input.confirm(moved))) throw new Error('Nothing was sent.');
  // A person took their time, and a blockhash is valid for a minute.
  const signed = await sign(moved);
  say(`Sending ${signed.signature}`);
  return followToEnd(input, rpc, signed);
}
