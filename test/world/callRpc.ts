import * as z from 'zod';

const answer = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** Generous, because on a busy machine the node may be slow. */
const RPC_TIMEOUT_MS = 60_000;

/** One JSON-RPC call. Throws when the node cannot be reached within a minute, or answers an error. */
export async function callRpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
  });
  const { result, error } = answer.parse(await response.json());
  if (error !== undefined) throw new Error(`${method} failed: ${error.message} (${error.code})`);
  return result;
}
