import * as z from 'zod';
import { RpcError } from './rpcError.ts';
import type { ListQuestion, RpcNode } from './rpcNode.ts';
import { createAnswerSplitter } from './splitAnswer.ts';

const envelope = z.object({
  result: z.object({ context: z.object({ slot: z.int() }), value: z.array(z.never()) }).optional(),
  error: z.object({ code: z.number() }).nullish(),
});

/**
 * Asks for a list that may be too large for memory, and returns the list's slot. The elements go to `take` as they
 * come, and must not be used before this has returned. Throws an RpcError when the list is not complete, and whatever
 * `take` throws.
 */
export async function streamList(
  node: RpcNode,
  question: ListQuestion,
  take: (elements: readonly unknown[]) => void,
): Promise<{ slot: number }> {
  const { method, timeoutMs } = question;
  const fail = (detail: string, code: number | null = null) => new RpcError(node.label, method, detail, code);
  const around = await node.stream(question, async (body) => {
    const splitter = createAnswerSplitter(take);
    try {
      for await (const chunk of chunksOf(body, (isLate) =>
        fail(isLate ? `not read within ${timeoutMs} ms` : 'broke off'),
      ))
        splitter.write(chunk);
      return splitter.end();
    } catch (error) {
      throw error instanceof SyntaxError ? fail('answered no JSON, or not all of it') : error;
    }
  });
  const answer = envelope.safeParse(around);
  if (!answer.success) throw fail('answered something that is no list with its slot');
  const { error, result } = answer.data;
  if (error) throw fail(`error ${error.code}`, error.code);
  if (result === undefined) throw fail('answered neither a result nor an error');
  return result.context;
}

/** The pieces of a body. When the reader stops early, the connection is released. */
async function* chunksOf(body: ReadableStream<Uint8Array>, fail: (isLate: boolean) => RpcError) {
  const reader = body.getReader();
  const read = () =>
    reader.read().catch((error: unknown) => {
      throw fail(error instanceof Error && error.name === 'TimeoutError');
    });
  try {
    for (let piece = await read(); !piece.done; piece = await read()) yield piece.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
