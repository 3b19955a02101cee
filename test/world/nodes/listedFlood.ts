import { Keypair, type PublicKey } from '@solana/web3.js';
import { callRpc } from '../callRpc.ts';
import type { ProxyRule } from '../startProxy.ts';
import { memo } from '../stranger/memo.ts';
import { signTransaction } from '../stranger/signTransaction.ts';
import { showTransaction } from './showTransaction.ts';

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

const MAX_PAGE = 1_000;

/**
 * A node in front of a chain on which a stranger has just flooded a wallet's history. The real runtime takes a minute
 * for two thousand transactions. So they are never executed here: they are only listed and shown as Agave would,
 * between the wallet's earlier and later transactions. The wallet must have fewer than 1,000 transactions of its own.
 */
export async function listedFlood(rpcUrl: string, { wallet, texts }: ListedFlood): Promise<ProxyRule> {
  const slot = (await callRpc(rpcUrl, 'getSlot', [{ commitment: 'finalized' }])) as number;
  const blockTime = (await callRpc(rpcUrl, 'getBlockTime', [slot])) as number;
  const payer = Keypair.generate();
  const { blockhash } = ((await callRpc(rpcUrl, 'getLatestBlockhash', [])) as { value: { blockhash: string } }).value;
  const flood = new Map(
    texts.map((text) => {
      const naming = memo(text);
      naming.keys.push({ pubkey: wallet, isSigner: false, isWritable: false });
      const signed = signTransaction({ payer, blockhash, instructions: [naming] }, 1);
      const listed = `[${Buffer.byteLength(text)}] ${text}`;
      const row = { ...signed, slot, blockTime, memo: listed, err: null, confirmationStatus: 'finalized' };
      return [signed.signature, row];
    }),
  );
  const page = async (options: Range & { commitment?: string }): Promise<Row[]> => {
    const { commitment, limit = MAX_PAGE, before, until } = options;
    const real = (await callRpc(rpcUrl, 'getSignaturesForAddress', [
      wallet.toBase58(),
      { commitment, limit: MAX_PAGE },
    ])) as Row[];
    const newer = real.filter((row) => row.slot > slot);
    const listed = [...flood.values()].map(({ bytes: _, ...row }) => row);
    const all = [...newer, ...listed, ...real.slice(newer.length)];
    const from = before === undefined ? 0 : all.findIndex((row) => row.signature === before) + 1;
    const end = until === undefined ? -1 : all.findIndex((row) => row.signature === until);
    return all.slice(from, end < 0 ? undefined : end).slice(0, limit);
  };
  return async (method, params) => {
    const options = (params[1] ?? {}) as Range & {
      encoding?: string;
      maxSupportedTransactionVersion?: number;
    };
    if (method === 'getSignaturesForAddress' && params[0] === wallet.toBase58()) return result(await page(options));
    const row = method === 'getTransaction' ? flood.get(String(params[0])) : undefined;
    if (row === undefined) return null;
    if ((options.maxSupportedTransactionVersion ?? 0) < 1) return UNREADABLE;
    return result(showTransaction(row, options.encoding));
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
