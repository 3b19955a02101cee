import * as z from 'zod';
import { MAX_U64 } from '../../../src/money/lamports.ts';
import type { SwapParts } from './buildSwap.ts';

export type ExchangeName = 'raydium' | 'jupiter';

/** The slippage that we ask for, and from which we compute our minimum: 1%. */
export const SLIPPAGE_BPS = 100n;
const BPS = 10_000n;

/** A request to an exchange, as `fetchQuote` takes it. */
export interface ExchangeRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The figures of a quote. Amounts are in base units. Only the form of the numbers has been checked. */
export interface QuoteFigures {
  readonly inputMint: string;
  readonly outputMint: string;
  readonly inAmount: bigint;
  readonly outAmount: bigint;
  readonly threshold: bigint;
  readonly slippageBps: number;
  /** The pools that the quote names, unchecked: each may be any text. */
  readonly pools: readonly string[];
}

/** How a quote becomes a transaction. The result is never trusted. */
export type Making =
  | {
      /** The exchange makes the transaction. For that, it wants its own quote back. */
      readonly by: 'exchange';
      readonly request: (quote: unknown) => ExchangeRequest;
      /** The transactions of an answer, base64. Or what is wrong with the answer, as the end of a sentence. */
      readonly read: (answer: unknown) => readonly string[] | string;
    }
  | {
      /** The quote contains the instructions, and the transaction is made here. */
      readonly by: 'us';
      readonly read: (quote: unknown) => SwapParts | string;
    };

/** One version of an exchange's API: how it is asked, and what its answers mean. No answer is trusted. */
export interface Exchange {
  readonly name: ExchangeName;
  quoteRequest(amount: bigint): ExchangeRequest;
  /** The figures of an answer. Or what is wrong with the answer, as the end of a sentence. */
  readQuote(answer: unknown): QuoteFigures | string;
  readonly making: Making;
}

/** What every exchange is told about us. */
export interface ExchangeInput {
  /** GOD's mint, base58. */
  readonly mint: string;
  /** The wallet that sells, and its account of GOD. */
  readonly wallet: string;
  readonly godAccount: string;
}

/**
 * The least that we accept for a quote, rounded down. It is our own figure, whatever the exchange calls its minimum.
 */
export function minimumOf(outLamports: bigint): bigint {
  return (outLamports * (BPS - SLIPPAGE_BPS)) / BPS;
}

/** An amount in base units as exchanges write it: only the digits of an unsigned 64-bit number. */
export const units = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
  .refine((amount) => amount <= MAX_U64);

/** The result of `read` for an answer of this shape; null for an answer of another shape. */
export function readOr<T, R>(answer: unknown, shape: z.ZodType<T>, read: (value: T) => R): R | null {
  const parsed = shape.safeParse(answer);
  return parsed.success ? read(parsed.data) : null;
}
