import * as z from 'zod';
import type { Holding } from '../../src/draw/selectEntries.ts';
import { type Address, addressOf } from '../../src/token/address.ts';
import { godUnits } from '../../src/token/god.ts';
import { TOKEN_2022_PROGRAM } from './programs.ts';
import { type MintState, readMint } from './readMint.ts';
import { RpcError } from './rpcError.ts';
import { type RpcNode, withContext } from './rpcNode.ts';

/** All holdings of the mint, as one node saw them in one unpaginated read. */
export interface HolderSnapshot {
  readonly slot: number;
  readonly holdings: ReadonlyMap<Address, Holding>;
  readonly accounts: number;
  readonly mint: MintState;
  /** Σ amounts + withheld (accounts and mint) = supply: nobody is missing. */
  readonly isComplete: boolean;
}

/**
 * Token account layout from its owner field on, up to the end of an associated account of a transfer-fee mint (182 bytes): the
 * withheld fee stands in its first extensions. Were it ever elsewhere, the sum would not come out and nothing would be drawn.
 */
export const TOKEN_ACCOUNT_SLICE = { offset: 32, length: 150 };
const OWNER_END = 32;
const AMOUNT_AT = 64 - TOKEN_ACCOUNT_SLICE.offset;
const STATE_AT = 108 - TOKEN_ACCOUNT_SLICE.offset;
const EXTENSIONS_AT = 166 - TOKEN_ACCOUNT_SLICE.offset;
const STATE_FROZEN = 2;
const TRANSFER_FEE_AMOUNT = 2;

const tokenAccounts = withContext(
  z.array(z.object({ account: z.object({ data: z.tuple([z.string(), z.literal('base64')]) }) })),
);

/**
 * Reads every token account of the mint. The mint is read before and after: a harvest between the reads moves withheld fees
 * from accounts to the mint, and either reading may be the one that belongs to the accounts.
 */
export async function readHolders(
  node: RpcNode,
  mint: Address,
  commitment: 'confirmed' | 'finalized',
): Promise<HolderSnapshot> {
  const before = await readMint(node, mint, commitment);
  const { context, value } = await node.call(
    'getProgramAccounts',
    [
      TOKEN_2022_PROGRAM,
      {
        commitment,
        encoding: 'base64',
        withContext: true,
        dataSlice: TOKEN_ACCOUNT_SLICE,
        filters: [{ memcmp: { offset: 0, bytes: mint } }],
      },
    ],
    tokenAccounts,
  );
  const after = await readMint(node, mint, commitment);
  const holdings = new Map<Address, Holding>();
  let sum = 0n;
  for (const { account } of value) {
    const parsed = parseTokenAccount(Buffer.from(account.data[0], 'base64'));
    if (parsed === null) throw new RpcError(node.label, 'getProgramAccounts', 'a token account is too short');
    sum += parsed.amount + parsed.withheld;
    if (parsed.amount === 0n) continue;
    addTo(holdings, parsed);
  }
  const matching = [before, after].find((state) => sum + state.withheld === state.supply);
  return {
    slot: context.slot,
    holdings,
    accounts: value.length,
    mint: matching ?? after,
    isComplete: matching !== undefined,
  };
}

interface TokenAccount {
  readonly owner: Uint8Array;
  readonly amount: bigint;
  readonly withheld: bigint;
  readonly isFrozen: boolean;
}

/**
 * Parses a slice of a Token-2022 account from its owner field on; null when it is too short to be one.
 * Layout: spl-token `AccountLayout` and its TLV extensions.
 */
export function parseTokenAccount(slice: Uint8Array): TokenAccount | null {
  if (slice.length <= STATE_AT) return null;
  const view = new DataView(slice.buffer, slice.byteOffset, slice.byteLength);
  return {
    owner: slice.subarray(0, OWNER_END),
    amount: view.getBigUint64(AMOUNT_AT, true),
    withheld: withheldFee(view),
    isFrozen: view.getUint8(STATE_AT) === STATE_FROZEN,
  };
}

function withheldFee(view: DataView): bigint {
  let at = EXTENSIONS_AT;
  while (at + 4 <= view.byteLength) {
    const type = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (type === TRANSFER_FEE_AMOUNT && at + 12 <= view.byteLength) return view.getBigUint64(at + 4, true);
    if (type === 0) return 0n;
    at += 4 + length;
  }
  return 0n;
}

function addTo(holdings: Map<Address, Holding>, { owner, amount, isFrozen }: TokenAccount): void {
  const key = addressOf(owner);
  const held = holdings.get(key);
  holdings.set(key, {
    owner: key,
    amount: godUnits((held?.amount ?? 0n) + (isFrozen ? 0n : amount)),
    frozen: godUnits((held?.frozen ?? 0n) + (isFrozen ? amount : 0n)),
  });
}
