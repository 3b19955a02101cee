import { waitUntil } from 'cloudflare:workers';
import { errorText } from '../../src/errorText.ts';
import type { Env } from '../env.ts';
import { ofIsolate } from '../ofIsolate.ts';
import type { Reads } from '../store/rows/reads.ts';
import { createSemaphore } from './createSemaphore.ts';
import { ApiFault } from './fault.ts';
import { networkOf } from './networkOf.ts';

export type ReadKind = 'rows' | 'documents';

/** The request that reads. `client` is the visitor's IP address, as Cloudflare says. */
export interface Visitor {
  readonly env: Env;
  readonly client: string | undefined;
}

/** Reads for one request. A later read never sees an older state than an earlier one. */
export type PublicReader = <T>(kind: ReadKind, read: (db: Reads) => Promise<T>) => Promise<T>;

/** The window in which the bindings of `Env` count requests, seconds: `period` in wrangler.toml. */
const PERIOD_SECONDS = 10;
/**
 * How many permits an isolate has. With 32 permits, a database that answers in 50 ms is asked at most 640 times a
 * second. A read of documents takes several permits, because a proof needs some ten megabytes while it is made.
 */
const PERMITS = { most: 32, holdMs: 30_000 };
const WEIGHT = { rows: 1, documents: 8 } as const satisfies Record<ReadKind, number>;

const permitsOf = ofIsolate(() => createSemaphore(PERMITS));

/**
 * The only way in which public routes read the database. Where there are too many reads, a fault says when to try
 * again. The nearest copy of the database answers and may be a moment old, so nothing may be decided by it.
 */
export function publicReader({ env, client }: Visitor): PublicReader {
  let session: Reads | null = null;
  return (kind, read) => {
    const leave = permitsOf(env).enter(WEIGHT[kind], Date.now());
    if (leave === null) return Promise.reject(busy());
    const reading = countRead({ env, client }, kind)
      .then(() => {
        session ??= env.DB.withSession('first-unconstrained');
        return read(session);
      })
      .finally(leave);
    // A read whose visitor goes away would otherwise end without giving its permits back.
    waitUntil(reading.catch(() => undefined));
    return reading;
  };
}

/** Counts a read that came from the visitor's network. Throws when that network has made too many reads. */
export async function countRead({ env, client }: Visitor, kind: ReadKind): Promise<void> {
  const limit = kind === 'documents' ? env.PUBLIC_PROOFS : env.PUBLIC_READS;
  const counted = await limit?.limit({ key: networkOf(client ?? 'unknown') }).catch(uncounted);
  if (counted?.success !== false) return;
  const sentence = `Too many requests from your network. Please try again in ${PERIOD_SECONDS} seconds.`;
  throw new ApiFault('TOO_MANY_REQUESTS', sentence, { retryAfterSeconds: PERIOD_SECONDS });
}

/** If the binding fails, the read goes on and is not counted. */
function uncounted(error: unknown): undefined {
  console.warn(`rate limit: ${errorText(error)}`);
}

function busy(): ApiFault {
  const sentence = 'Very many visitors are asking at this moment. Please try again in a second.';
  return new ApiFault('BUSY', sentence, { retryAfterSeconds: 1 });
}
