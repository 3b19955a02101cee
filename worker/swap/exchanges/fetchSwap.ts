import * as z from 'zod';
import { errorText } from '../../../src/errorText.ts';
import { fetchQuote } from '../../feeds/fetchQuote.ts';
import { MAX_TRANSACTION_BYTES } from '../check/parseTransaction.ts';
import { refuse, type SwapRefusal } from '../check/refusal.ts';
import type { SwapParts } from './buildSwap.ts';
import type { Exchange } from './exchange.ts';

/**
 * What an exchange gave: a transaction, or the parts of one. Or what is wrong: it made none (`problem`), or it sent
 * what no honest exchange sends (a refusal).
 */
export type FetchedSwap =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: true; readonly parts: SwapParts }
  | { readonly ok: false; readonly problem: string }
  | SwapRefusal;

/**
 * The parts of a transaction, if the exchange's quote contains them. Otherwise, asks the exchange for the quote's
 * transaction, which must be exactly one and must fit the network. Its content is not judged here.
 */
export async function fetchSwap(
  fetch: typeof globalThis.fetch,
  exchange: Exchange,
  quote: unknown,
): Promise<FetchedSwap> {
  const { making } = exchange;
  if (making.by === 'us') {
    const parts = making.read(quote);
    return typeof parts === 'string' ? { ok: false, problem: parts } : { ok: true, parts };
  }
  let answer: unknown;
  try {
    answer = await fetchQuote(fetch, { ...making.request(quote), schema: z.unknown() });
  } catch (error) {
    return { ok: false, problem: errorText(error) };
  }
  const transactions = making.read(answer);
  if (typeof transactions === 'string') return { ok: false, problem: transactions };
  const [transaction, ...others] = transactions;
  if (transaction === undefined) return { ok: false, problem: 'made no transaction' };
  if (others.length > 0) return refuse('several-transactions', `${transactions.length} transactions instead of one`);
  const parsed = z.base64().safeParse(transaction);
  if (!parsed.success || transaction === '') return refuse('garbage', 'the transaction is no base64');
  const bytes = new Uint8Array(Buffer.from(transaction, 'base64'));
  if (bytes.length > MAX_TRANSACTION_BYTES) return refuse('too-large', `the transaction has ${bytes.length} bytes`);
  return { ok: true, bytes };
}
