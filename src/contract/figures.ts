import * as z from 'zod';
import { PLACES } from '../protocol/terms/places.ts';

/** An exact amount in base units: a decimal string, since a JSON number could not hold it exactly. */
export const decimal = z.string().regex(/^\d{1,20}$/);
export const isoTime = z.iso.datetime();
export const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
export const roundNumber = z.int().min(1);
export const place = z.literal(PLACES);
