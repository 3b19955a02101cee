import {
  ExtensionType,
  getExtensionData,
  getMintCloseAuthority,
  getPermanentDelegate,
  getTransferFeeConfig,
  type Mint,
  unpackMint,
} from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import * as z from 'zod';
import { type Address, address } from '../../../src/address/address.ts';
import { RpcError } from '../node/rpcError.ts';
import { type RpcNode, withContext } from '../node/rpcNode.ts';
import { LAGGING_MS, notBefore, onceThere } from './onceThere.ts';
import { TOKEN_2022_PROGRAM } from './programs.ts';

/** The GOD mint as it stands on chain; amounts are base units. */
export interface MintState {
  readonly supply: bigint;
  readonly decimals: number;
  /** Fees harvested into the mint and not withdrawn yet. */
  readonly withheld: bigint;
  /** The fee in force in the epoch that was asked for; null when there is none, or no epoch was given. */
  readonly transferFee: { readonly basisPoints: number; readonly maximumFee: bigint } | null;
  /** Keys with power over the token: they are never in the draw. */
  readonly authorities: readonly { readonly address: Address; readonly role: string }[];
}

const accountInfo = withContext(
  z.object({ data: z.tuple([z.base64(), z.literal('base64')]), owner: z.string(), lamports: z.number() }).nullable(),
);

/** Reads the mint from one node, with the fee of the node's epoch. Throws an RpcError if the account is no mint. */
export async function readMint(
  node: RpcNode,
  mint: Address,
  commitment: 'confirmed' | 'finalized',
): Promise<MintState> {
  return readMintAt(node, { mint, commitment, epoch: await readEpoch(node, commitment) });
}

const epochAnswer = z.object({ epoch: z.int() });

async function readEpoch(node: RpcNode, commitment: 'confirmed' | 'finalized'): Promise<number> {
  return (await node.call('getEpochInfo', [{ commitment }], epochAnswer)).epoch;
}

/**
 * Fees harvested into the mint and not withdrawn yet, GOD base units, as one node has confirmed them at slot `from` or
 * later. A node that is behind is asked again for two seconds.
 */
export async function readHarvested(node: RpcNode, mint: Address, from = 0): Promise<bigint> {
  const question = { mint, commitment: 'confirmed', epoch: null, from } as const;
  return (await onceThere(() => readMintAt(node, question), from, LAGGING_MS)).withheld;
}

export interface MintQuestion {
  readonly mint: Address;
  readonly commitment: 'confirmed' | 'finalized';
  /** Null when the transfer fee is not needed. */
  readonly epoch: number | null;
  /** The answer has to be of this slot or a later one. Without it, any slot will do. */
  readonly from?: number | undefined;
}

/** As `readMint`, but in one call. Throws a `BeforeSlot` until the node has reached slot `from`. */
export async function readMintAt(
  node: RpcNode,
  { mint, commitment, epoch, from = 0 }: MintQuestion,
): Promise<MintState> {
  const options = { encoding: 'base64', commitment, ...(from > 0 && { minContextSlot: from }) };
  const { context, value } = await node.call('getAccountInfo', [mint, options], accountInfo);
  notBefore(node, 'getAccountInfo', { seen: context.slot, from });
  if (value === null || value.owner !== TOKEN_2022_PROGRAM)
    throw new RpcError(node.label, 'getAccountInfo', `${mint} is not a Token-2022 mint here`);
  try {
    return mintState(mint, value, epoch);
  } catch (error) {
    throw new RpcError(
      node.label,
      'getAccountInfo',
      `a mint that cannot be parsed: ${error instanceof Error ? error.name : 'garbage'}`,
    );
  }
}

function mintState(
  mint: Address,
  account: { readonly data: readonly [string, string]; readonly owner: string; readonly lamports: number },
  epoch: number | null,
): MintState {
  const state = unpackMint(
    new PublicKey(mint),
    {
      data: Buffer.from(account.data[0], 'base64'),
      owner: new PublicKey(account.owner),
      lamports: account.lamports,
      executable: false,
    },
    new PublicKey(TOKEN_2022_PROGRAM),
  );
  const fees = getTransferFeeConfig(state);
  const fee =
    fees === null || epoch === null
      ? null
      : BigInt(epoch) >= fees.newerTransferFee.epoch
        ? fees.newerTransferFee
        : fees.olderTransferFee;
  return {
    supply: state.supply,
    decimals: state.decimals,
    withheld: fees?.withheldAmount ?? 0n,
    transferFee: fee === null ? null : { basisPoints: fee.transferFeeBasisPoints, maximumFee: fee.maximumFee },
    authorities: authoritiesOf(state),
  };
}

/** The roles that an address can have in the mint itself, in the order in which they are shown. */
export const MINT_ROLES = [
  ...(['mint authority', 'freeze authority', 'transfer fee authority', 'withdraw withheld authority'] as const),
  ...(['mint close authority', 'permanent delegate', 'metadata authority'] as const),
] as const;
type MintRole = (typeof MINT_ROLES)[number];

function authoritiesOf(mint: Mint): MintState['authorities'] {
  const fees = getTransferFeeConfig(mint);
  const metadata = getExtensionData(ExtensionType.TokenMetadata, mint.tlvData);
  const held: Readonly<Record<MintRole, PublicKey | null | undefined>> = {
    'mint authority': mint.mintAuthority,
    'freeze authority': mint.freezeAuthority,
    'transfer fee authority': fees?.transferFeeConfigAuthority,
    'withdraw withheld authority': fees?.withdrawWithheldAuthority,
    'mint close authority': getMintCloseAuthority(mint)?.closeAuthority,
    'permanent delegate': getPermanentDelegate(mint)?.delegate,
    'metadata authority': metadata === null ? null : new PublicKey(metadata.subarray(0, 32)),
  };
  return MINT_ROLES.map((role) => [held[role], role] as const).flatMap(([key, role]) =>
    key === null || key === undefined || key.equals(PublicKey.default)
      ? []
      : [{ address: address(key.toBase58()), role }],
  );
}
