import * as z from 'zod';

/** One RPC node: `label` is its number in RPC_URLS, "node 1". Its address is never shown: it may contain a key. */
export interface RpcNode {
  readonly label: string;
  call<T>(method: string, params: readonly unknown[], result: z.ZodType<T>): Promise<T>;
  /**
   * What `read` makes of the raw bytes of an answer that may be too large for memory. The time limit includes reading
   * them. Throws an RpcError as `call` does, but not for an error object inside the text: `read` has to find that.
   */
  stream<T>(question: ListQuestion, read: (body: ReadableStream<Uint8Array>) => Promise<T>): Promise<T>;
}

/** A question whose answer may be too large for memory. */
export interface ListQuestion {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly timeoutMs: number;
}

const context = z.object({ slot: z.int() });

/** The schema of an answer with the slot it is about. Call this once for each shape: zod compiles every schema. */
export function withContext<T extends z.ZodType>(value: T) {
  return z.object({ context, value });
}
