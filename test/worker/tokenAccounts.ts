import { type Address, addressBytes, addressOf } from '../../src/address/address.ts';
import { TOKEN_2022_PROGRAM } from '../../worker/chain/accounts/programs.ts';
import { wallet } from '../domain/wallets.ts';
import type { FakeNode } from './fakeNodes.ts';
import { rpcNodes } from './rpcNodes.ts';

export const FROZEN = 2;
export const IMMUTABLE_OWNER = [7, 0, 0, 0];
/** The extension that holds a withheld fee, GOD base units. */
export function withheldFee(amount: bigint): number[] {
  const fee = new Uint8Array(8);
  new DataView(fee.buffer).setBigUint64(0, amount, true);
  return [2, 0, 8, 0, ...fee];
}

/** A Token-2022 account from its first byte on, as spl-token lays it out: mint, owner, amount, state at 108, then extensions. */
export function tokenAccount(
  owner: Address,
  amount: bigint,
  { state = 1, extensions = [] as number[] } = {},
): Uint8Array {
  const bytes = new Uint8Array(165 + (extensions.length > 0 ? 1 + extensions.length : 0));
  bytes.set(addressBytes(wallet(77)), 0);
  bytes.set(addressBytes(owner), 32);
  new DataView(bytes.buffer).setBigUint64(64, amount, true);
  bytes[108] = state;
  if (extensions.length > 0) bytes.set([2, ...extensions], 165);
  return bytes;
}

/** What a node shows of an account when it is asked for a slice from the owner on. */
export const sliceOf = (account: Uint8Array) => account.subarray(32);

/** An element of `getProgramAccounts`, slice and all. */
export const accountInList = (bytes: Uint8Array, pubkey = 'an account') => ({
  pubkey,
  account: { data: [Buffer.from(sliceOf(bytes)).toString('base64'), 'base64'], owner: TOKEN_2022_PROGRAM, space: 182 },
});

/** Addresses by number, of accounts of which only that matters. */
export function accountAt(i: number): Address {
  const bytes = new Uint8Array(32).fill(1);
  new DataView(bytes.buffer).setUint32(0, i);
  return addressOf(bytes);
}

/** An account in which a fee is withheld, GOD base units. */
export const feeAccount = (withheld: bigint) => tokenAccount(wallet(1), 1n, { extensions: withheldFee(withheld) });

/** The same as `accountInList` where the fees alone are asked for. */
export const feesInList = (bytes: Uint8Array, pubkey: string = accountAt(0)) => ({
  pubkey,
  account: { data: [Buffer.from(bytes.subarray(166, 182)).toString('base64'), 'base64'], owner: TOKEN_2022_PROGRAM },
});

export const accountsAnswer = (...list: Uint8Array[]) => ({
  context: { slot: 4_321 },
  value: list.map((bytes) => accountInList(bytes)),
});

/**
 * A mint with the transfer-fee extension: supply at 36, decimals at 44, initialized at 45; account type at 165. The
 * fee, in force since epoch 0, takes nothing where none is given.
 */
export function mintAnswer(
  supply: bigint,
  withheld = 0n,
  { feeAuthority = wallet(8), fee = { basisPoints: 0, maximumFee: 0n } } = {},
) {
  const bytes = new Uint8Array(166 + 4 + 108);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(36, supply, true);
  bytes.set([6, 1], 44);
  bytes.set([1, 1, 0, 108, 0], 165);
  bytes.set(addressBytes(feeAuthority), 170);
  bytes.set(addressBytes(wallet(9)), 202);
  view.setBigUint64(234, withheld, true);
  view.setBigUint64(268, fee.maximumFee, true);
  view.setUint16(276, fee.basisPoints, true);
  const data = [Buffer.from(bytes).toString('base64'), 'base64'];
  return { context: { slot: 1 }, value: { data, owner: TOKEN_2022_PROGRAM, lamports: 1 } };
}

/** A client of these nodes, and the first of them. */
export function clientOf(...nodes: FakeNode[]) {
  const client = rpcNodes(nodes);
  const [node] = client.rpc.nodes;
  if (node === undefined) throw new Error('a client without nodes');
  return { ...client, node };
}
