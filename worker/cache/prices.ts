import * as z from 'zod';
import { errorText } from '../../src/errorText.ts';
import type { PriceReading } from '../../src/price/reading.ts';
import { isAcceptable, type PriceRules } from '../../src/price/rules.ts';

/** Where the prices' cron leaves the prices for all isolates. No call throws, and `read` takes a second at most. */
export interface PriceCache {
  /** The stored price, however old; null when there is none, or when it cannot be used. */
  read(): Promise<PriceReading | null>;
  write(reading: PriceReading): Promise<void>;
}

export interface PriceCacheInput {
  readonly kv: KVNamespace;
  readonly key: 'price:sol-usd' | 'price:god-sol';
  readonly rules: PriceRules;
  readonly log: (message: string) => void;
}

/** Only for cleaning up: the value itself says how old the price is. */
const TTL_SECONDS = 3_600;
/** The shortest that KV allows: the GOD price is fresh for only 30 s. */
const CACHE_TTL_SECONDS = 30;
/** The longest that a page waits for this read. */
const READ_TIMEOUT_MS = 1_000;

const KEYS: readonly PriceCacheInput['key'][] = ['price:sol-usd', 'price:god-sol'];
const stamped = z.object({ time: z.int() });

/** When the sources of the newest stored price were asked, unix ms; null without a stored price or an answer of KV. */
export async function pricesLeftAt(kv: KVNamespace): Promise<number | null> {
  const found = await Promise.all(
    KEYS.map((key) => kv.get(key, { type: 'json', cacheTtl: CACHE_TTL_SECONDS }).catch(() => null)),
  );
  const times = found.flatMap((entry) => stamped.safeParse(entry).data?.time ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

/** The price in KV under `key`. */
export function createPriceCache({ kv, key, rules, log }: PriceCacheInput): PriceCache {
  const schema = entrySchema(rules);
  const failed = (what: string) => (error: unknown) => {
    log(`${key} was not ${what}: ${errorText(error)}`);
    return null;
  };
  return {
    async read() {
      const late = scheduler.wait(READ_TIMEOUT_MS).then(() => Promise.reject(new Error('KV did not answer in time')));
      const found = kv.get(key, { type: 'json', cacheTtl: CACHE_TTL_SECONDS });
      const entry = schema.safeParse(await Promise.race([found, late]).catch(failed('read')));
      if (!entry.success) return null;
      const { value, time } = entry.data;
      return { ...value, readAt: time, pricedAt: time };
    },
    async write({ price, confidence, sources, readAt }) {
      const entry: z.input<typeof schema> = { value: { price, confidence, sources: [...sources] }, time: readAt };
      await kv.put(key, JSON.stringify(entry), { expirationTtl: TTL_SECONDS }).catch(failed('written'));
    },
  };
}

/** `{ value, time }`; a value of another version or outside of the price's range is no value. */
function entrySchema(rules: PriceRules) {
  return z.object({
    value: z.object({
      price: z.number().refine((price) => isAcceptable(rules, price)),
      confidence: z.enum(['high', 'medium', 'low']),
      sources: z.array(
        z.object({ name: z.string(), price: z.number().nonnegative(), time: z.int(), success: z.boolean() }),
      ),
    }),
    /** Unix milliseconds. */
    time: z.int(),
  });
}
