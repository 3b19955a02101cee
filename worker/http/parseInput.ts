import type { Context } from 'hono';
import * as z from 'zod';
import { parseAddress } from '../../src/address/address.ts';
import { ApiFault } from './fault.ts';

/** Parses a request's query; a 400 names the field. */
export function parseQuery<T extends z.ZodObject>(c: Context, schema: T): z.infer<T> {
  requireNames(c, Object.keys(schema.shape));
  return parse(schema, c.req.query());
}

/**
 * Refuses parameters that a route does not read, and those given twice. One answer has one address: otherwise every
 * spelling of a question is a new one for the caches, and a flood of them reaches the database.
 */
export function requireNames(c: Context, names: readonly string[]): void {
  for (const [name, values] of Object.entries(c.req.queries())) {
    // What somebody else made up is shown only when it is harmless.
    const shown = /^[\w-]{1,40}$/.test(name) ? name : 'query';
    if (!names.includes(name)) throw new ApiFault('BAD_REQUEST', `${shown}: is no parameter of this route.`);
    if (values.length > 1) throw new ApiFault('BAD_REQUEST', `${shown}: must be given once.`);
  }
}

/** No body of ours comes near it: 200 wallets are 60 KB. */
const MAX_BODY_BYTES = 256 * 1024;
/** Of a body with many wrong fields, this many are named. */
const MOST_NAMED = 20;

/**
 * Parses a request's JSON body; a 400 names the field. Whatever its Content-Type says: no form of a foreign page can
 * send our `x-admin-key`, and what is not JSON is refused all the same. `whenEmpty` stands in for no body at all.
 */
export async function parseBody<T extends z.ZodType>(c: Context, schema: T, whenEmpty = ''): Promise<z.infer<T>> {
  const bytes = await readBody(c.req.raw);
  return parse(schema, parseJson(bytes.length === 0 ? new TextEncoder().encode(whenEmpty) : bytes));
}

/** The body's bytes. The limit is checked while reading: a length that was announced is only a claim. */
async function readBody(request: Request): Promise<Uint8Array> {
  const body: ReadableStream<Uint8Array> | null = request.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES)
      throw new ApiFault('BODY_TOO_LARGE', `The body must have at most ${MAX_BODY_BYTES / 1024} KB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw new ApiFault('BAD_REQUEST', 'The body must be JSON.');
  }
}

/** Parses path parameters; a 400 names the field. */
export function parseParams<T extends z.ZodObject>(c: Context, schema: T): z.infer<T> {
  const parsed = parse(schema, c.req.param());
  // `/rounds/%37` would be a second address of `/rounds/7`.
  if (new URL(c.req.url).pathname.includes('%'))
    throw new ApiFault('BAD_REQUEST', `${Object.keys(schema.shape).join()}: must be written without % escapes.`);
  return parsed;
}

function parse<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues
    .slice(0, MOST_NAMED)
    .map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  throw new ApiFault('BAD_REQUEST', errors[0] ?? 'The request is not valid.', { errors });
}

/** Without leading zeros: `7` has no second spelling. */
const digits = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .describe(name);

/** `limit` of a paged list. */
export const limitParam = digits('limit', 1, 100).default(20);
/** Where a list that is paged by number goes on. */
export const cursorParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a cursor that this route returned')
  .transform(Number);
/** A round number in a path or a cursor. */
export const roundParam = digits('round number', 1, 1e12);
/** A wallet's or a mint's address. */
export const addressParam = z.string().transform((text, ctx) => {
  const parsed = parseAddress(text);
  if (parsed !== null) return parsed;
  ctx.addIssue("That isn't a valid Solana address. Check for a missing or extra character.");
  return z.NEVER;
});
