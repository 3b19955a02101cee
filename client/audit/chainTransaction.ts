import { callRpc } from '../api.ts';

/** What a check wants to know of a transaction. */
export interface ChainTransaction {
  /** Unix seconds. */
  readonly blockTime: number | null;
  readonly failed: boolean;
  readonly signers: readonly string[];
  readonly memos: readonly string[];
  readonly transfers: readonly { readonly from: string; readonly to: string; readonly lamports: string }[];
}

interface Instruction {
  readonly program?: string;
  readonly parsed?: string | { readonly type?: string; readonly info?: Record<string, unknown> };
}

interface Answer {
  readonly blockTime?: number | null;
  readonly meta?: { readonly err?: unknown } | null;
  readonly transaction?: {
    readonly message?: {
      readonly accountKeys?: readonly { readonly pubkey: string; readonly signer: boolean }[];
      readonly instructions?: readonly Instruction[];
    };
  };
}

/** Reads a transaction from a public RPC server; null when it does not know it. */
export async function readTransaction(rpcUrl: string, signature: string): Promise<ChainTransaction | null> {
  const options = { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
  const answer = (await callRpc(rpcUrl, 'getTransaction', [signature, options])) as Answer | null;
  if (!answer) return null;
  const { accountKeys = [], instructions = [] } = answer.transaction?.message ?? {};
  return {
    blockTime: answer.blockTime ?? null,
    failed: Boolean(answer.meta?.err),
    signers: accountKeys.filter((key) => key.signer).map((key) => key.pubkey),
    memos: instructions.flatMap(({ program, parsed }) =>
      program === 'spl-memo' && typeof parsed === 'string' ? [parsed] : [],
    ),
    transfers: instructions.flatMap(({ program, parsed }) => {
      if (program !== 'system' || typeof parsed !== 'object' || parsed.type !== 'transfer') return [];
      const { source, destination, lamports } = parsed.info ?? {};
      return [{ from: String(source), to: String(destination), lamports: String(lamports) }];
    }),
  };
}

/** The memos of a wallet's last transactions up to one of them, newest first, without the length that RPC servers put before. */
export async function readMemosBefore(rpcUrl: string, wallet: string, signature: string): Promise<readonly string[]> {
  const options = { before: signature, limit: 200 };
  const answer = (await callRpc(rpcUrl, 'getSignaturesForAddress', [wallet, options])) as
    | readonly { readonly memo?: string | null; readonly err?: unknown }[]
    | null;
  return (answer ?? []).flatMap(({ memo, err }) => (memo && !err ? [memo.replace(/^\[\d+\] /, '')] : []));
}
