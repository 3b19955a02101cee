import * as z from 'zod';
import { ROUND_STATES } from '../../round/state.ts';

/** Parameters that several routes take: numbers are digits without leading zeros. */
export const limit = z.int().min(1).max(100).default(20).describe('How many are wanted.');
export const address = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  .describe('A Solana address, base58.');
export const round = z.int().min(1).max(1e12).describe('Number of a round.');
export const state = z.enum(ROUND_STATES).describe('Rounds in this state.');
export const date = z.iso.date().describe('A UTC day, such as 2026-11-20.');
export const cursor = z.string().describe('Where to go on: `nextCursor` of the page before.');
