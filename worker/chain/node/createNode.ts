import * as z from 'zod';
import { inTime } from '../../inTime.ts';
import { jsonUpTo } from '../../jsonUpTo.ts';
import { BeforeSlot, MIN_CONTEXT_SLOT_NOT_REACHED, RpcError, TooLong, Unreachable } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

const RPC_TIMEOUT_MS = 5_000;

/**
 * How many bytes of an answer are read; lists of holders are streamed instead. Several nodes are read at once, and an
 * isolate has 128 MB. Two answers can be longer than some tens of kilobytes:
 *
 * - A stranger's transaction: 64 calls with 10 KB of data each are 875 KB in base58, and its accounts, balances and
 *   logs add some 200 KB.
 * - A page of a history: each row has a memo of up to nearly 4 KB, and JSON may need six letters for each of its bytes.
 *   A page that is too long is asked for again with fewer rows (`readHistoryPage`).
 */
const MOST_BYTES = 1_048_576;
const MOST_BYTES_OF: Readonly<Record<string, number>> = {
  getTransaction: 4_194_304,
  getSignaturesForAddress: 4_194_304,
};

/** Either `result` or `error` is there: JSON-RPC 2.0, "Response object". */
const envelope = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), data: z.unknown().optional() }).nullish(),
});

/** The data of the error `MIN_CONTEXT_SLOT_NOT_REACHED` (Agave, `rpc-client-api/src/custom_error.rs`). */
const reached = z.object({ contextSlot: z.int() });

/** One node behind an address. Only numbers from its answers are repeated in errors: its words could contain a key. */
export function createNode(url: string, label: string, fetch: typeof globalThis.fetch): RpcNode {
  async function post(method: string, params: readonly unknown[], signal: AbortSignal): Promise<Response> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal,
    });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new Unreachable(label, method, `answered ${response.status}`);
  }

  const asRpcError = (error: unknown, method: string, timeoutMs: number): RpcError => {
    if (error instanceof RpcError) return error;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return new Unreachable(label, method, isLate ? `no answer within ${timeoutMs} ms` : 'unreachable or no JSON');
  };

  return {
    label,
    async call(method, params, result) {
      const fail = (detail: string, code: number | null = null) => new RpcError(label, method, detail, code);
      let body: unknown;
      try {
        const most = MOST_BYTES_OF[method] ?? MOST_BYTES;
        const read = await inTime(RPC_TIMEOUT_MS, async (signal) =>
          jsonUpTo((await post(method, params, signal)).body, most),
        );
        if (read === 'too-long') throw new TooLong(label, method, `answered more than ${most} bytes`);
        if (read === 'too-many') throw fail('an answer too deep or too long to read');
        body = read.json;
      } catch (error) {
        throw asRpcError(error, method, RPC_TIMEOUT_MS);
      }
      const answer = envelope.safeParse(body);
      if (!answer.success) throw fail('answered something that is not JSON-RPC');
      const { error } = answer.data;
      if (error?.code === MIN_CONTEXT_SLOT_NOT_REACHED)
        throw new BeforeSlot(label, method, reached.safeParse(error.data).data?.contextSlot ?? null);
      if (error) throw fail(`error ${error.code}`, error.code);
      if (answer.data.result === undefined) throw fail('answered neither a result nor an error');
      const parsed = result.safeParse(answer.data.result);
      if (!parsed.success)
        throw fail(`unexpected answer: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.code}`);
      return parsed.data;
    },
    stream: ({ method, params, timeoutMs }, read) =>
      inTime(timeoutMs, async (signal) => {
        const { body } = await post(method, params, signal).catch((error: unknown) => {
          throw asRpcError(error, method, timeoutMs);
        });
        if (body === null) throw new RpcError(label, method, 'answered nothing');
        return read(body);
      }),
  };
}
