import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import { isOnCurve } from '../../src/address/isOnCurve.ts';
import { exactSol, type Lamports } from '../../src/money/lamports.ts';
import { agreeOnBalance } from '../../worker/chain/accounts/agreeOnBalance.ts';
import { lookUpAddresses } from '../../worker/chain/accounts/lookUpAddresses.ts';
import { agreeOnRent, readBalance, readComputePrice } from '../../worker/chain/accounts/readChain.ts';
import type { Rpc } from '../../worker/chain/node/rpc.ts';
import type { RpcNode } from '../../worker/chain/node/rpcNode.ts';
import { costOf } from '../../worker/chain/signing/costOf.ts';
import { agreeOnBlockhash } from '../../worker/chain/signing/readSigning.ts';
import { signTransfer } from '../../worker/chain/signing/signTransfer.ts';
import { computePriceBounds } from '../../worker/chain/signing/transactions.ts';
import type { Wallet } from '../../worker/settings/Settings.ts';
import { DidNotLand, EndUnknown, type FollowInput, followToEnd } from './followToEnd.ts';
import type { KeptTransfer, KeptTransfers } from './keptTransfers.ts';

export interface MoveInput extends Pick<FollowInput, 'wait' | 'say'> {
  readonly rpc: Rpc;
  readonly from: Wallet;
  readonly to: Address;
  readonly amount: Lamports | 'all';
  /** What this command has kept of earlier transfers of the paying wallet, on the chain with this genesis hash. */
  readonly keptOn: (chain: string) => KeptTransfers;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Asks whether this amount is to be sent. False: nothing is sent. */
  readonly confirm: (lamports: bigint) => Promise<boolean>;
}

/**
 * Moves SOL from one wallet to another, by one plain transfer. Resolves to the transfer's signature once it is final.
 * Throws an Error with a sentence when the chain would refuse the transfer, when `confirm` resolves to false, or when
 * the transfer did not land. While the end of an earlier transfer is not known, nothing is sent: a transfer has no
 * mark, so the chain would accept the same transfer twice.
 */
export async function moveSol(input: MoveInput): Promise<string> {
  const { rpc, from, to, say } = input;
  const chain = await rpc.agree({
    about: 'the first block of the chain',
    ask: (node) => node.call('getGenesisHash', [], genesisHash),
    isFixed: () => true,
  });
  const kept = input.keptOn(chain);
  const { count, open } = kept.read();
  if (open !== null) {
    say(`An earlier transfer may be on its way: ${open.signed.signature}, kept in ${open.place}.`);
    say('Nothing is sent until its end is known.');
    await follow({ ...input, isOnlyWatched: true }, open);
    throw new Error('The earlier transfer has landed. Nothing else was sent: run the command again to move more.');
  }
  await mustBeWallet(rpc, to);
  // Read once: the transfer that is signed below must cost the fee with which the amount was computed.
  const computePrice = await rpc.read((node) => readComputePrice(node, from.address, computePriceBounds(0)));
  // If two nodes do not know each other's blockhash, both blockhashes are used in turns, each for a second.
  const turn = Math.floor(input.now() / 1000);
  const sign = async (lamports: bigint) =>
    signTransfer(from.secretKey, { to, lamports, blockhash: await agreeOnBlockhash(rpc, turn), computePrice });
  const fee = costOf((await sign(0n)).bytes)?.fee;
  if (fee === undefined) throw new Error('the fee of a transfer cannot be read from its bytes');
  const { moved, held } = await amountOf(input, fee);
  if (!(await input.confirm(moved))) throw new Error('Nothing was sent.');
  // If the wallet holds less than before the question, the same command on another machine may have moved this amount.
  const left = await holds(rpc, from.address);
  if (left * SAME_PART < held * (SAME_PART - 1n))
    throw new Error(`${from.address} holds ${exactSol(left)} SOL now: something else was sent. Nothing was sent here.`);
  // Signed anew: the answer may have taken a while, and a blockhash is valid for a minute.
  const one = kept.keep(await sign(moved), count);
  say(`Sending ${one.signed.signature}`);
  return follow(input, one);
}

const genesisHash = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
/** Nodes agree on a balance to a thousandth, so a smaller difference proves nothing. */
const SAME_PART = 1_000n;

/** Waits for the end of a kept transfer, and notes that the end is known. Resolves to the transfer's signature. */
async function follow(input: MoveInput & FollowInput, { signed, ended, end }: KeptTransfer): Promise<string> {
  try {
    const signature = await followToEnd(input, input.rpc, signed);
    end();
    return signature;
  } catch (error) {
    if (error instanceof DidNotLand) end();
    if (!(error instanceof EndUnknown)) throw error;
    throw new Error(
      `${error.message} Look it up in an explorer, and see what both wallets hold. When you know whether it landed, make an empty file ${ended}.`,
    );
  }
}

/** Throws an Error with a sentence when nobody could spend what the address gets. */
async function mustBeWallet(rpc: Rpc, to: Address): Promise<void> {
  const [use] = await rpc.agree({ about: `what is at ${to}`, ask: (node) => lookUpAddresses(node, [to]) });
  if (use === 'program') throw new Error(`${to} is a program: what is sent there is lost.`);
  if (use === 'held' || use === 'token-account')
    throw new Error(`${to} belongs to a program. Name the address of a wallet.`);
  if (use === 'unused' && !isOnCurve(to))
    throw new Error(`Nothing is at ${to}, and no key can belong to it: see that no letter of it is wrong.`);
}

/**
 * What a wallet holds, in lamports. Nodes need not name the same amount, because anybody may send SOL to the wallet.
 */
async function holds(rpc: Rpc, of: Address): Promise<bigint> {
  const ask = (node: RpcNode) => readBalance(node, of, 'confirmed');
  return (await agreeOnBalance(rpc, of, { about: `what ${of} holds`, ask })).lamports;
}

/**
 * The lamports to move, and those that the paying wallet holds. Throws an Error with a sentence when the chain would
 * refuse the transfer. `all` leaves the least that a wallet must hold: a transfer of everything would fail if anybody
 * sent the wallet a lamport before it landed.
 */
async function amountOf({ rpc, from, to, amount, say }: MoveInput, fee: bigint) {
  const [held, there, least] = await Promise.all([holds(rpc, from.address), holds(rpc, to), agreeOnRent(rpc, 0)]);
  say(`${from.address} holds ${exactSol(held)} SOL.`);
  say(there === 0n ? `${to} holds nothing: see that no letter of it is wrong.` : `${to} holds ${exactSol(there)} SOL.`);
  const moved = amount === 'all' ? held - fee - least : amount;
  const rest = held - fee - moved;
  if (moved <= 0n || rest < 0n)
    throw new Error(`${from.address} holds too little for that: the fee is ${exactSol(fee)} SOL.`);
  const rule = `and a wallet must hold nothing, or at least ${exactSol(least)} SOL`;
  if (rest > 0n && rest < least) throw new Error(`${from.address} would keep ${exactSol(rest)} SOL, ${rule}.`);
  if (there + moved < least) throw new Error(`${to} would hold ${exactSol(there + moved)} SOL, ${rule}.`);
  return { moved, held };
}
