import * as z from 'zod';
import { ROUND_STATES } from '../../round/state.ts';

/** One route of the API, as the public description has it. */
export interface ApiRoute {
  readonly method: 'get' | 'post' | 'put';
  /** With its parameters in braces: `/api/lottery/rounds/{round}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  /** The parameters in the path, by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** The parameters of the query. All may be left out, except those in `required`. */
  readonly query?: Readonly<Record<string, z.ZodType>>;
  readonly required?: readonly string[];
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** The type of an answer that is not JSON. */
  readonly answerType?: 'text/plain';
  /** Another type that the same address can answer with. */
  readonly alsoAs?: 'text/csv';
  /** How an admin key is sent, where it is not `x-admin-key`. */
  readonly security?: 'bearerKey';
  /** Statuses besides 200 with an answer of the same shape, and when they are answered. */
  readonly alike?: Readonly<Record<number, string>>;
  /** Statuses of failures, and when they are answered. */
  readonly failures?: Readonly<Record<number, string>>;
}

/** Parameters that several routes take. Numbers are written in digits, without leading zeros. */
export const limit = z.int().min(1).max(100).default(20).describe('How many are wanted.');
export const address = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  .describe('A Solana address, base58.');
export const round = z.int().min(1).max(1e12).describe('Number of a round.');
export const state = z.enum(ROUND_STATES).describe('Rounds in this state.');
export const date = z.iso.date().describe('A UTC day, such as 2026-11-20.');
export const cursor = z.string().describe('Where to go on: `nextCursor` of the page before.');
