import { base58 } from '@scure/base';
import * as z from 'zod';
import { canChangeTokens } from '../src/address/canChangeTokens.ts';
import { decimal } from '../src/contract/figures.ts';
import { askTransaction } from '../worker/chain/askTransaction.ts';
import { SYSTEM_PROGRAM } from '../worker/chain/programs.ts';
import type { RpcNode } from '../worker/chain/rpcNode.ts';

/** What a token account held before or after a transaction. */
export interface Balance {
  readonly key: string;
  readonly mint: string;
  /** Null when the node does not say. */
  readonly owner: string | null;
  /** Base units. */
  readonly amount: bigint;
}

/** All token accounts of a transaction, before and after it, and which accounts it may have handed to a program. */
export interface Balances {
  readonly slot: number;
  /** Accounts that an instruction of the System program may have given another owner; null when the node does not say. */
  readonly handedOver: readonly string[] | null;
  /** Whether it may have changed any; of one that cannot, nodes note none. */
  readonly canChange: boolean;
  readonly before: readonly Balance[];
  readonly after: readonly Balance[];
}

const balances = z.array(
  z.object({
    accountIndex: z.int(),
    mint: z.string(),
    owner: z.string().nullish(),
    uiTokenAmount: z.object({ amount: decimal }),
  }),
);
const addresses = z.array(z.string());
const base58Text = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]*$/);
const instructions = z.array(z.object({ programIdIndex: z.int(), accounts: z.array(z.int()), data: base58Text }));
const transaction = z
  .object({
    slot: z.int(),
    meta: z.object({
      preTokenBalances: balances.nullish(),
      postTokenBalances: balances.nullish(),
      loadedAddresses: z.object({ writable: addresses, readonly: addresses }).nullish(),
      innerInstructions: z.array(z.object({ instructions })).nullish(),
    }),
    transaction: z.object({ message: z.object({ accountKeys: addresses, instructions }) }),
  })
  .nullable();
type Transaction = z.infer<typeof transaction>;

/** Reads a transaction that a node has listed; why it could not be read is a sentence. Throws an RpcError. */
export type ReadBalances = (signature: string) => Promise<Balances | string>;

/** Each transaction is asked for once, however many wallets it names. */
export function createReadBalances(node: RpcNode): ReadBalances {
  const asked = new Map<string, Promise<Balances | string>>();
  return (signature) => {
    const known = asked.get(signature);
    if (known) return known;
    const asking = readOne(node, signature);
    asked.set(signature, asking);
    // A server that failed once is asked again for the next wallet.
    asking.catch(() => asked.delete(signature));
    return asking;
  };
}

async function readOne(node: RpcNode, signature: string): Promise<Balances | string> {
  const query = { signature, commitment: 'confirmed', encoding: 'json', result: transaction } as const;
  const read = await askTransaction(node, query);
  if (read === null) return `${signature} is listed and not known`;
  const { preTokenBalances, postTokenBalances, loadedAddresses } = read.meta;
  // A node that keeps no balances says nothing of the wallet's: that is no zero.
  if (!preTokenBalances || !postTokenBalances) return `${signature} is told without its balances`;
  const { writable = [], readonly = [] } = loadedAddresses ?? {};
  const keys = [...read.transaction.message.accountKeys, ...writable, ...readonly];
  if ([...preTokenBalances, ...postTokenBalances].some(({ accountIndex }) => keys[accountIndex] === undefined))
    return `${signature} is told without all of its accounts`;
  const named = (list: z.infer<typeof balances>): Balance[] =>
    list.map(({ accountIndex, mint, owner = null, uiTokenAmount }) => ({
      ...{ key: keys[accountIndex] ?? '', mint, owner, amount: BigInt(uiTokenAmount.amount) },
    }));
  return {
    slot: read.slot,
    handedOver: handedOver(read, keys),
    canChange: canChangeTokens(keys),
    before: named(preTokenBalances),
    after: named(postTokenBalances),
  };
}

/**
 * Which of its accounts an instruction of the System program may give another owner, by the instruction's number. None
 * are those of transfers (2, 11) and of nonces (4 to 7, 12); of one that is not known here it may be any. Source:
 * `solana-system-interface`, `SystemInstruction`.
 */
const GIVES_AWAY: Readonly<Record<number, readonly number[]>> = {
  ...{ 0: [1], 1: [0], 3: [1], 8: [0], 9: [0], 10: [0] },
  ...{ 2: [], 4: [], 5: [], 6: [], 7: [], 11: [], 12: [] },
};

function handedOver({ meta, transaction }: NonNullable<Transaction>, keys: readonly string[]): string[] | null {
  if (!meta.innerInstructions) return null;
  const inner = meta.innerInstructions.flatMap(({ instructions }) => instructions);
  return [...transaction.message.instructions, ...inner].flatMap(({ programIdIndex, accounts, data }) => {
    if (keys[programIdIndex] !== SYSTEM_PROGRAM) return [];
    const given = GIVES_AWAY[numberOf(data)]?.map((place) => accounts[place] ?? -1) ?? accounts;
    return given.map((index) => keys[index] ?? '');
  });
}

/** The number of a System instruction: its first four bytes, little endian; -1 for fewer. */
function numberOf(data: string): number {
  const bytes = base58.decode(data);
  return bytes.length < 4 ? -1 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}
