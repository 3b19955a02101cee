import type { Context } from 'hono';
import * as z from 'zod';
import { parseAddress } from '../../src/address/address.ts';
import { bytesUpTo } from '../bytesUpTo.ts';
import { ofIsolate } from '../ofIsolate.ts';
import { ApiFault } from './fault.ts';

/** Parses a request's query; a 400 names the wrong field. The result may be shared, so callers must not change it. */
export function parseQuery<T extends z.ZodObject>(c: Context, schema: T): Readonly<z.infer<T>> {
  if (!c.req.url.includes('?')) return ofNoQuery(schema) as z.infer<T>;
  requireNames(c, Object.keys(schema.shape));
  return parse(schema, c.req.query());
}

/** What a schema makes of an empty query. It is kept, since parsing takes as long as the rest of a short answer. */
const ofNoQuery = ofIsolate((schema: z.ZodObject) => Object.freeze(parse(schema, {})));

/**
 * Refuses parameters that a route does not read, or that are given twice: otherwise a flood of other spellings would go
 * past the caches.
 */
export function requireNames(c: Context, names: readonly string[]): void {
  for (const [name, values] of Object.entries(c.req.queries())) {
    // A name from a stranger is repeated only when it is harmless.
    const shown = /^[\w-]{1,40}$/.test(name) ? name : 'query';
    if (!names.includes(name)) throw new ApiFault('BAD_REQUEST', `${shown}: is no parameter of this route.`);
    if (values.length > 1) throw new ApiFault('BAD_REQUEST', `${shown}: must be given once.`);
  }
}

/** A body with 200 wallets has 60 KB. The route for the copy of a round's list has a larger limit of its own. */
const MAX_BODY_BYTES = 256 * 1024;
const MOST_NAMED = 20;
/**
 * The most values that a body may have. With 200,000, zod passes so many faults as arguments that the stack overflows.
 */
const MAX_VALUES = 10_000;

interface BodyLimits {
  readonly whenEmpty?: string;
  readonly mostBytes?: number;
}

/**
 * Parses a request's JSON body; a 400 names the wrong field. Its Content-Type does not matter: a form on another site
 * cannot send our `x-admin-key`, and we have no cookies.
 */
export async function parseBody<T extends z.ZodType>(
  c: Context,
  schema: T,
  { whenEmpty = '', mostBytes = MAX_BODY_BYTES }: BodyLimits = {},
): Promise<z.infer<T>> {
  const bytes = await readBody(c.req.raw, mostBytes);
  const json = parseJson(bytes.length === 0 ? new TextEncoder().encode(whenEmpty) : bytes);
  if (hasMoreValues(json, MAX_VALUES))
    throw new ApiFault('BAD_REQUEST', `The body must have at most ${MAX_VALUES.toLocaleString('en')} values.`);
  return parse(schema, json);
}

/** Whether JSON has more values than `most`, at any depth. Objects and lists count as values too. */
function hasMoreValues(json: unknown, most: number): boolean {
  const found = [json];
  // A list that grows while it is walked replaces recursion: JSON may be deeper than any stack.
  for (const value of found) {
    if (found.length > most) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) found.push(inner);
  }
  return false;
}

async function readBody(request: Request, mostBytes: number): Promise<Uint8Array> {
  const bytes = await bytesUpTo(request.body, mostBytes);
  if (bytes === null) throw new ApiFault('BODY_TOO_LARGE', `The body must have at most ${mostBytes / 1024} KB.`);
  return bytes;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    throw new ApiFault('BAD_REQUEST', 'The body must be JSON.');
  }
}

/** Parses path parameters; a 400 names the wrong field. */
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

/** A whole number without leading zeros, so that `7` has no second spelling. */
const digits = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .describe(name);

const limit = digits('limit', 1, 100);
/** `limit` of a paged list. */
export const limitParam = limit.default(20);
/** As `limitParam`, for a list that is answered whole when no limit is given. */
export const optionalLimitParam = limit.optional();
/** Where the next page of a list begins, for lists that are paged by number. */
export const cursorParam = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a cursor that this route returned')
  .transform(Number);
/** A UTC day, `2026-11-20`, as the unix second it begins with. */
export const dayParam = z.iso
  .date('must be a day such as 2026-11-20')
  .transform((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
export const roundParam = digits('round number', 1, 1e12);
export const addressParam = z.string().transform((text, ctx) => {
  const parsed = parseAddress(text);
  if (parsed !== null) return parsed;
  ctx.addIssue("That isn't a valid Solana address. Check for a missing or extra character.");
  return z.NEVER;
});

/** The version in If-Match, as `"3"`, `W/"3"` or `3`. Null when the request allows any version: no header, or `*`. */
export function versionAsked(c: Context): number | null {
  const header = c.req.header('If-Match')?.trim();
  if (header === undefined || header === '*') return null;
  const [, quoted, bare] = /^(?:(?:W\/)?"([1-9]\d{0,8})"|([1-9]\d{0,8}))$/.exec(header) ?? [];
  const version = quoted ?? bare;
  if (version === undefined)
    throw new ApiFault('BAD_REQUEST', 'If-Match: must be the version you have seen, such as "3", or *');
  return Number(version);
}
