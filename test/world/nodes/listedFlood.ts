import { randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import type { PublicKey } from '@solana/web3.js';
import { callRpc } from '../callRpc.ts';
import type { ProxyRule } from '../startProxy.ts';
import { MEMO_PROGRAM } from '../stranger/memo.ts';

export interface ListedFlood {
  readonly wallet: PublicKey;
  /** One transaction of a stranger each, in version 1, naming the wallet. */
  readonly texts: readonly string[];
}

interface Row {
  readonly signature: string;
  readonly slot: number;
}
interface Range {
  readonly limit?: number;
  readonly before?: string;
  readonly until?: string;
}

const SIGNATURE_BYTES = 64;
const MAX_PAGE = 1_000;

/**
 * A node before a chain on which a stranger has just flooded a wallet's history. The real runtime takes a minute for two thousand
 * transactions: here they are only listed and shown, as Agave would, between what was there before and what comes later. The wallet has
 * to have fewer than 1,000 transactions of its own.
 */
export async function listedFlood(rpcUrl: string, { wallet, texts }: ListedFlood): Promise<ProxyRule> {
  const slot = (await callRpc(rpcUrl, 'getSlot', [{ commitment: 'finalized' }])) as number;
  const blockTime = (await callRpc(rpcUrl, 'getBlockTime', [slot])) as number;
  const stranger = base58.encode(randomBytes(32));
  const flood = new Map(
    texts.map((text) => {
      const signature = base58.encode(randomBytes(SIGNATURE_BYTES));
      const memo = `[${Buffer.byteLength(text)}] ${text}`;
      return [signature, { signature, slot, blockTime, memo, err: null, confirmationStatus: 'finalized' }];
    }),
  );
  const page = async (options: Range & { commitment?: string }): Promise<Row[]> => {
    const { commitment, limit = MAX_PAGE, before, until } = options;
    const real = (await callRpc(rpcUrl, 'getSignaturesForAddress', [
      wallet.toBase58(),
      { commitment, limit: MAX_PAGE },
    ])) as Row[];
    const newer = real.filter((row) => row.slot > slot);
    const all = [...newer, ...flood.values(), ...real.slice(newer.length)];
    const from = before === undefined ? 0 : all.findIndex((row) => row.signature === before) + 1;
    const end = until === undefined ? -1 : all.findIndex((row) => row.signature === until);
    return all.slice(from, end < 0 ? undefined : end).slice(0, limit);
  };
  return async (method, params) => {
    const options = (params[1] ?? {}) as Range & { maxSupportedTransactionVersion?: number };
    if (method === 'getSignaturesForAddress' && params[0] === wallet.toBase58()) return result(await page(options));
    const row = method === 'getTransaction' ? flood.get(String(params[0])) : undefined;
    if (row === undefined) return null;
    if ((options.maxSupportedTransactionVersion ?? 0) < 1) return UNREADABLE;
    return result(shown(row, [stranger, wallet.toBase58()]));
  };
}

const UNREADABLE = {
  status: 200,
  json: {
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32015, message: 'Transaction version (1) is not supported by the requesting client.' },
  },
};

const result = (value: unknown) => ({ status: 200, json: { jsonrpc: '2.0', id: 1, result: value } });

/** In the encoding "json". */
function shown(
  { signature, slot, blockTime, memo }: Row & { readonly blockTime: number; readonly memo: string },
  [stranger, wallet]: readonly [string, string],
): unknown {
  const text = memo.slice(memo.indexOf(' ') + 1);
  return {
    ...{ slot, blockTime, version: 1 },
    meta: {
      ...{ err: null, status: { Ok: null }, fee: 5_000, preBalances: [10_000, 0, 1], postBalances: [5_000, 0, 1] },
      ...{ preTokenBalances: [], postTokenBalances: [], innerInstructions: [], logMessages: [], rewards: [] },
      loadedAddresses: { readonly: [], writable: [] },
    },
    transaction: {
      signatures: [signature],
      message: {
        accountKeys: [stranger, wallet, MEMO_PROGRAM.toBase58()],
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 },
        instructions: [{ programIdIndex: 2, accounts: [], data: base58.encode(Buffer.from(text)), stackHeight: 1 }],
        recentBlockhash: base58.encode(randomBytes(32)),
      },
    },
  };
}
