import type * as z from 'zod';
import { publicConfig } from '../src/contract/config.ts';
import { proof, roundDetail } from '../src/contract/round.ts';

const TIMEOUT_MS = 10_000;

// What a watcher reads of an answer. Whatever else is in it may change without one.
const configRead = publicConfig.pick({
  ...{ mint: true, exclusions: true },
  ...{ genesisTime: true, roundSeconds: true, entryLockSeconds: true },
});
export type ConfigRead = z.infer<typeof configRead>;
const roundRead = roundDetail.pick({ state: true, reason: true, root: true });
const proofRead = proof.pick({ rules: true, snapshot: true, terms: true });
export type ProofRead = z.infer<typeof proofRead>;

/** The lottery's public answers, as a watcher reads them. Each call throws an `AppError` when there is none. */
export interface App {
  config(): Promise<ConfigRead>;
  round(round: number): Promise<z.infer<typeof roundRead>>;
  proof(round: number): Promise<ProofRead>;
}

/** The app gave no usable answer. */
export class AppError extends Error {
  override readonly name = 'AppError';
}

/** `url` is the app's address, without a path. */
export function askApp(url: string, fetch: typeof globalThis.fetch): App {
  async function get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const fail = (why: string) => new AppError(`the app gives no usable answer to ${path}: ${why}`);
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
    if (response === null) throw fail('it cannot be reached');
    if (!response.ok) {
      await response.body?.cancel();
      throw fail(`status ${response.status}`);
    }
    const parsed = schema.safeParse(await response.json().catch(() => null));
    if (parsed.success) return parsed.data;
    throw fail(`unexpected ${parsed.error.issues[0]?.path.join('.') ?? 'answer'}`);
  }
  return {
    config: () => get('/api/config', configRead),
    round: (round) => get(`/api/lottery/rounds/${round}`, roundRead),
    proof: (round) => get(`/api/lottery/rounds/${round}/proof`, proofRead),
  };
}
