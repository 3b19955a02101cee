import * as z from 'zod';
import { MAX_U64 } from '../../../src/money/lamports.ts';
import { isTooLarge } from '../../chain/node/isTooLarge.ts';

/** An amount in base units as exchanges write it: only the digits of an unsigned 64-bit number. */
export const units = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
  .refine((amount) => amount <= MAX_U64);

/** The result of `read` for an answer of this shape; null for an answer of another shape. */
export function readOr<T, R>(answer: unknown, shape: z.ZodType<T>, read: (value: T) => R): R | null {
  // A schema walks a list by recursion, so a list that is too long would overflow the stack.
  if (isTooLarge(answer)) return null;
  const parsed = shape.safeParse(answer);
  return parsed.success ? read(parsed.data) : null;
}
