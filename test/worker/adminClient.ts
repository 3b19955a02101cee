import * as z from 'zod';
import { ADMIN_KEY } from './completeSettings.ts';
import { freshWorker } from './freshWorker.ts';

export interface AdminRequest {
  readonly method?: string;
  /** Sent as JSON; text and bytes as they are. */
  readonly body?: unknown;
  /** Null: no header. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the admin API of a worker that has just started, and parses each answer by its schema. */
export function adminClient(given: object = {}) {
  const worker = freshWorker(given);
  const ask = async (path: string, { method = 'GET', body, key = ADMIN_KEY, headers = {} }: AdminRequest = {}) => {
    const { response, text, status, cache } = await worker.ask(`/api/admin${path}`, {
      method,
      headers: { ...(key === null ? {} : { 'x-admin-key': key }), ...headers },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const json: unknown = JSON.parse(text);
    return { response, text, status, cache, json };
  };
  return {
    ask,
    /** The answer by its schema: the status and the cache header are expected with it. */
    async read<T extends z.ZodType>(schema: T, path: string, request: AdminRequest = {}): Promise<z.infer<T>> {
      const { status, cache, json } = await ask(path, request);
      const expected = z.strictObject({ status: z.literal(200), cache: z.literal('no-store'), json: schema });
      return (expected.parse({ status, cache, json }) as { json: z.infer<T> }).json;
    },
  };
}

const isRaw = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array;
