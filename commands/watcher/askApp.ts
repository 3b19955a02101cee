import * as z from 'zod';
import { publicConfig } from '../../src/contract/config.ts';
import { proof, roundDetail } from '../../src/contract/round.ts';
import { terms } from '../../src/contract/terms.ts';

const TIMEOUT_MS = 10_000;

/** The headers of a browser, so that the app cannot recognise a watcher and show it another list. */
const HEADERS = { 'user-agent': 'Mozilla/5.0', accept: '*/*', 'accept-language': 'en' };

// Only the parts of an answer that a watcher reads: the others may change.
const configRead = publicConfig.pick({
  ...{ mint: true, genesisTime: true, roundSeconds: true, entryLockSeconds: true },
});
export type ConfigRead = z.infer<typeof configRead>;
const termsRead = z.object({ announcements: z.array(terms.shape.announcements.element.pick({ terms: true })) });
const roundRead = roundDetail.pick({ commitment: true });
const proofRead = proof.pick({ rules: true, snapshot: true });
export type ProofRead = z.infer<typeof proofRead>;

/** The lottery's public answers. A call throws an `AppError` when no usable answer comes. */
export interface App {
  config(): Promise<ConfigRead>;
  /** Every announcement that the app shows. */
  terms(): Promise<z.infer<typeof termsRead>>;
  round(round: number): Promise<z.infer<typeof roundRead>>;
  proof(round: number): Promise<ProofRead>;
}

/** The app gave no usable answer. */
export class AppError extends Error {
  override readonly name = 'AppError';
}

/** Asks the app at an address without a path. */
export function askApp(url: string, fetch: typeof globalThis.fetch): App {
  async function get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const fail = (why: string) => new AppError(`the app gives no usable answer to ${path}: ${why}`);
    const init = { headers: HEADERS, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const response = await fetch(`${url}${path}`, init).catch(() => null);
    if (response === null) throw fail('it cannot be reached');
    if (!response.ok) {
      await response.body?.cancel();
      throw fail(`status ${response.status}`);
    }
    const parsed = schema.safeParse(await response.json().catch(() => null));
    if (parsed.success) return parsed.data;
    throw fail(`unexpected ${parsed.error.issues[0]?.path.join('.') || 'answer'}`);
  }
  return {
    config: () => get('/api/config', configRead),
    terms: () => get('/api/lottery/terms', termsRead),
    round: (round) => get(`/api/lottery/rounds/${round}`, roundRead),
    proof: (round) => get(`/api/lottery/rounds/${round}/proof`, proofRead),
  };
}
