import * as z from 'zod';
import type { Address } from '../../src/address/address.ts';
import type { RecentBlockhash } from '../chain/accounts/readChain.ts';
import type { Rpc } from '../chain/node/rpc.ts';
import { type RpcNode, withContext } from '../chain/node/rpcNode.ts';
import { agreeOnBlockhash } from '../chain/signing/readSigning.ts';
import { checkSwap, type SwapOrder } from './check/checkSwap.ts';
import type { OwnAccounts } from './check/effect.ts';
import { type LookupTable, TABLE_SLICE } from './check/lookupTable.ts';
import { parseTransaction } from './check/parseTransaction.ts';
import { refuse, type SwapRefusal } from './check/refusal.ts';
import { buildSwap } from './exchanges/buildSwap.ts';
import type { FetchedSwap } from './exchanges/fetchSwap.ts';
import { readExpiry } from './readExpiry.ts';
import { trySwap } from './simulateSwap.ts';

/** A transaction that may be signed, and what is known of it. */
export interface InspectedSwap {
  /** Base64; the place of our signature is empty. */
  readonly bytes: string;
  readonly feeLamports: bigint;
  /** The lookup tables as enough nodes read them from the chain, for the signer's own check. */
  readonly lookupTables: readonly LookupTable[];
  /** The transaction's own blockhash, and the last block height at which it can be valid, as `readExpiry` says. */
  readonly blockhash: RecentBlockhash;
}

/** There is nothing to sign, by no fault of the exchange. */
export interface Failure {
  readonly ok: false;
  readonly problem: string;
  readonly isBelowFees?: boolean;
}

export interface Inspection {
  readonly rpc: Rpc;
  readonly own: OwnAccounts;
  readonly order: SwapOrder;
  readonly fetched: Extract<FetchedSwap, { readonly ok: true }>;
}

/**
 * Judges a transaction: first its instructions one by one, then by a simulation on the nodes. Last, it is read how long
 * the transaction can be valid.
 */
export async function inspectSwap({
  rpc,
  own,
  order,
  fetched,
}: Inspection): Promise<InspectedSwap | Failure | SwapRefusal> {
  const made = 'bytes' in fetched ? await given(rpc, fetched.bytes) : await built(rpc, order.wallet, fetched.parts);
  if ('ok' in made) return made;
  const { bytes, lookupTables } = made;
  const check = checkSwap(bytes, order, lookupTables);
  if (!check.ok) return check;
  const { feeLamports } = check;
  if (check.guaranteedLamports <= feeLamports)
    return {
      ok: false,
      problem: `the swap costs ${feeLamports} lamports in fees, and is sure to bring only ${check.guaranteedLamports}`,
      isBelowFees: true,
    };
  const unsigned = withoutOurSignature(bytes);
  const simulated = await trySwap(rpc, { bytes: unsigned, order, own, check });
  if (!simulated.ok) return simulated;
  const blockhash = { blockhash: check.parsed.blockhash, ...(await readExpiry(rpc)) };
  return { bytes: unsigned, feeLamports, lookupTables, blockhash };
}

interface Made {
  readonly bytes: Uint8Array;
  readonly lookupTables: readonly LookupTable[];
}

async function given(rpc: Rpc, bytes: Uint8Array): Promise<Made | SwapRefusal> {
  const parsed = parseTransaction(bytes);
  return parsed.ok ? { bytes, lookupTables: await tablesOf(rpc, parsed.tables) } : parsed;
}

async function built(
  rpc: Rpc,
  wallet: Address,
  parts: Extract<Inspection['fetched'], { readonly parts: unknown }>['parts'],
): Promise<Made | SwapRefusal> {
  const lookupTables = await tablesOf(rpc, parts.tables);
  const { blockhash } = await agreeOnBlockhash(rpc, 0);
  const bytes = buildSwap(parts, { wallet, blockhash, tables: lookupTables });
  return bytes === null ? refuse('garbage', 'the instructions make no transaction') : { bytes, lookupTables };
}

/**
 * The lookup tables, as enough nodes say. With a lying node's table, we would check other accounts than we sign.
 */
function tablesOf(rpc: Rpc, addresses: readonly Address[]): Promise<readonly LookupTable[]> {
  if (addresses.length === 0) return Promise.resolve([]);
  return rpc.agree({ about: 'the lookup tables of a swap', ask: (node) => readTables(node, addresses) });
}

const SIGNATURE_BYTES = 64;

/** The bytes in base64, with the place of our signature emptied. It is the first one, after one byte for the count. */
function withoutOurSignature(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .fill(0, 1, 1 + SIGNATURE_BYTES)
    .toString('base64');
}

const accounts = withContext(
  z.array(z.object({ owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }).nullable()),
);

/**
 * The lookup tables that exist at these addresses, as one node has them; missing ones are left out. Only finalized
 * tables are read. On a fork that is given up a table could contain other addresses, and then other accounts would be
 * signed than were checked.
 */
export async function readTables(node: RpcNode, addresses: readonly Address[]): Promise<LookupTable[]> {
  if (addresses.length === 0) return [];
  const { value } = await node.call(
    'getMultipleAccounts',
    [addresses, { commitment: 'finalized', encoding: 'base64', dataSlice: TABLE_SLICE }],
    accounts,
  );
  return addresses.flatMap((address, i) => {
    const account = value[i];
    return account ? [{ address, owner: account.owner, data: account.data[0] }] : [];
  });
}
