import * as z from 'zod';

/** One RPC node. `label` is its place in RPC_URLS, "node 1": any part of the address may carry a key, also the host. */
export interface RpcNode {
  readonly label: string;
  call<T>(method: string, params: readonly unknown[], result: z.ZodType<T>): Promise<T>;
  /**
   * The raw bytes of an answer that may be too large to hold, as JSON-RPC text, under a time limit of its own that
   * also covers reading them. Throws an RpcError as `call` does; an error object inside the text is the reader's to
   * find.
   */
  stream(method: string, params: readonly unknown[], timeoutMs: number): Promise<ReadableStream<Uint8Array>>;
}

/** The envelope of answers that say which slot they speak of. */
export function withContext<T extends z.ZodType>(value: T) {
  return z.object({ context: z.object({ slot: z.int() }), value });
}
