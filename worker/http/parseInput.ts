import type { Context } from 'hono';
import * as z from 'zod';
import { parseAddress } from '../../src/token/address.ts';
import { ApiFault } from './fault.ts';

/** Parses a request's query; a 400 names the field. */
export function parseQuery<T extends z.ZodType>(c: Context, schema: T): z.infer<T> {
  return parse(schema, c.req.query());
}

/** Parses a request's JSON body; a 400 names the field. */
export async function parseBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> {
  const body: unknown = await c.req.json().catch(() => {
    throw new ApiFault('BAD_REQUEST', 'The body must be JSON.');
  });
  return parse(schema, body);
}

/** Parses path parameters; a 400 names the field. */
export function parseParams<T extends z.ZodType>(c: Context, schema: T): z.infer<T> {
  return parse(schema, c.req.param());
}

function parse<T extends z.ZodType>(schema: T, input: unknown): z.infer<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') || 'body';
  throw new ApiFault('BAD_REQUEST', `${field}: ${issue?.message ?? 'is not valid'}`);
}

const digits = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .describe(name);

/** `limit` of a paged list. */
export const limitParam = digits('limit', 1, 100).default(20);
/** A round number in a path or a cursor. */
export const roundParam = digits('round number', 1, 1e12);
/** A wallet's or a mint's address. */
export const addressParam = z.string().transform((text, ctx) => {
  const parsed = parseAddress(text);
  if (parsed !== null) return parsed;
  ctx.addIssue('must be a Solana address (base58 of 32 bytes)');
  return z.NEVER;
});
