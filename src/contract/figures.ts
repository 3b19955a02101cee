import * as z from 'zod';

/** An exact amount in base units, as a decimal string: JSON numbers are too small for it. */
export const decimal = z.string().regex(/^\d{1,20}$/);
export const isoTime = z.iso.datetime();
export const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
export const roundNumber = z.int().min(1);
export const place = z.union([z.literal(1), z.literal(2), z.literal(3)]);
