import * as z from 'zod';

/** Every outside call ends after this long. */
const RPC_TIMEOUT_MS = 5_000;
/** A node that failed is asked last for this long. */
const COOL_DOWN_MS = 30_000;

/** One RPC node did not give a usable answer: unreachable, slow, rate-limited, an error, or garbage. Never means "absent". */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  /** For the public health page: without the node's own words, which could repeat a key. */
  readonly summary: string;
  constructor(node: string, method: string, detail: string) {
    super(`RPC ${node} ${method}: ${detail}`);
    this.summary = `RPC ${node} gives no usable answer to ${method}`;
  }
}

/** One RPC node. `label` is its place in RPC_URLS, "node 1": any part of the address may carry a key, also the host. */
export interface RpcNode {
  readonly label: string;
  call<T>(method: string, params: readonly unknown[], result: z.ZodType<T>): Promise<T>;
}

export interface Rpc {
  readonly nodes: readonly RpcNode[];
  /** Asks one node after the other until one answers every question of `read`; a read never mixes two nodes' views. */
  read<T>(read: (node: RpcNode) => Promise<T>): Promise<T>;
}

export interface RpcInput {
  readonly urls: readonly string[];
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

/** The Solana JSON-RPC client: several nodes with failover, a time limit and a schema for every answer. */
export function createRpc({ urls, fetch, now }: RpcInput): Rpc {
  const nodes = urls.map((url, i) => createNode(url, `node ${i + 1}`, fetch));
  const failedAt = new Map<RpcNode, number>();
  const isCooling = (node: RpcNode) => now() - (failedAt.get(node) ?? Number.NEGATIVE_INFINITY) < COOL_DOWN_MS;
  return {
    nodes,
    async read(read) {
      const order = [...nodes.filter((node) => !isCooling(node)), ...nodes.filter(isCooling)];
      let last: unknown;
      for (const node of order) {
        try {
          const answer = await read(node);
          failedAt.delete(node);
          return answer;
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
          failedAt.set(node, now());
          last = error;
        }
      }
      throw last;
    },
  };
}

const errorObject = z.object({ code: z.number(), message: z.string() });

function createNode(url: string, label: string, fetch: RpcInput['fetch']): RpcNode {
  return {
    label,
    async call(method, params, result) {
      const fail = (detail: string) => new RpcError(label, method, detail);
      let body: unknown;
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
          signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
        });
        if (!response.ok) {
          await response.body?.cancel();
          throw fail(`answered ${response.status}`);
        }
        body = await response.json();
      } catch (error) {
        if (error instanceof RpcError) throw error;
        throw fail(
          error instanceof Error && error.name === 'TimeoutError'
            ? `no answer within ${RPC_TIMEOUT_MS} ms`
            : 'unreachable or no JSON',
        );
      }
      const answer = z.object({ result: z.unknown(), error: errorObject.optional() }).safeParse(body);
      if (!answer.success) throw fail('answered something that is not JSON-RPC');
      if (answer.data.error) throw fail(`error ${answer.data.error.code}: ${answer.data.error.message.slice(0, 200)}`);
      const parsed = result.safeParse(answer.data.result);
      if (!parsed.success)
        throw fail(`unexpected answer: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`);
      return parsed.data;
    },
  };
}

/** The envelope of answers that say which slot they speak of. */
export function withContext<T extends z.ZodType>(value: T) {
  return z.object({ context: z.object({ slot: z.int() }), value });
}
