import * as z from 'zod';
import type { Address } from '../../src/token/address.ts';
import { type RecentBlockhash, readBlockhash } from '../chain/readChain.ts';
import type { Rpc } from '../chain/rpc.ts';
import { RpcError } from '../chain/rpcError.ts';
import type { RpcNode } from '../chain/rpcNode.ts';
import { checkSwap, type SwapOrder } from './checkSwap.ts';
import type { Exchange, ExchangeName } from './exchange.ts';
import { fetchSwap } from './fetchSwap.ts';
import { jupiter } from './jupiter.ts';
import type { LookupTable } from './lookupTable.ts';
import { ownAccounts } from './ownAccounts.ts';
import { parseTransaction } from './parseTransaction.ts';
import { createQuoteSwap, isStale, type QuoteProblem, type SwapQuote } from './quoteSwap.ts';
import { raydium } from './raydium.ts';
import { readTables } from './readTables.ts';
import type { SwapReason, SwapRefusal } from './refusal.ts';
import { simulateSwap } from './simulateSwap.ts';

/** A checked transaction that waits for our signature alone. */
export interface PreparedSwap {
  readonly exchange: ExchangeName;
  /** Base64; the place of our signature is empty. */
  readonly bytes: string;
  /** GOD base units that leave at most. */
  readonly amount: bigint;
  /** What the exchange has offered, and what it must bring at least. */
  readonly outLamports: bigint;
  readonly minimumLamports: bigint;
  /** The network fee, which we pay. */
  readonly feeLamports: bigint;
  /** As read from the chain, for the signer's own check. */
  readonly lookupTables: readonly LookupTable[];
  /** The transaction's own blockhash; its last block height by our own count. */
  readonly blockhash: RecentBlockhash;
}

/** An exchange's transaction that was refused: worth an alert. */
export interface Refusal {
  readonly exchange: ExchangeName;
  readonly reason: SwapReason;
  readonly detail: string;
}

/** What came of looking for a swap. `refusals` are reported also when another exchange's transaction is good. */
export type Preparation =
  | { readonly ok: true; readonly swap: PreparedSwap; readonly refusals: readonly Refusal[] }
  | {
      readonly ok: false;
      /** `refused`: an exchange wanted us to sign what must not be signed. `unavailable`: nothing to sell to now, try later. */
      readonly kind: 'unavailable' | 'refused';
      readonly reason: SwapReason | 'no-swap' | 'below-fees';
      readonly detail: string;
      readonly refusals: readonly Refusal[];
    };

export interface PrepareSwapInput {
  readonly rpc: Rpc;
  readonly settings: SwapSettings;
  readonly fetch: typeof fetch;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The part of the worker's settings that a swap needs. */
export interface SwapSettings {
  readonly mint: Address;
  readonly taxWallet: { readonly address: Address };
  readonly raydiumUrl: string;
  readonly jupiterUrl: string;
  readonly jupiterApiKey: string | null;
  readonly swapPrograms: readonly Address[];
}

export interface SwapWish {
  /** GOD base units. */
  readonly amount: bigint;
  /**
   * What the amount would fetch by a price that no quote of today can have made: the larger of what the last finalized cycle really got
   * and a price of several sources. Null when none is known.
   */
  readonly referenceLamports: bigint | null;
}

/** A blockhash is valid for this many blocks. */
const BLOCKHASH_BLOCKS = 150;
/** Blocks that one backend behind a node's address may be behind another: 32 are about 13 s. */
const LAG_BLOCKS = 32;

/**
 * Finds the best honest swap: quotes, the best offer's transaction, its check, a trial on the chain. When the best exchange fails in any
 * of these the other one is tried, and a refusal is reported all the same. Signs and sends nothing.
 */
export function createPrepareSwap({ rpc, settings, fetch, now }: PrepareSwapInput) {
  const wallet = settings.taxWallet.address;
  const { mint } = settings;
  const own = ownAccounts(wallet, mint);
  const input = { mint, wallet, godAccount: own.god };
  const exchanges: readonly Exchange[] = [
    raydium(settings.raydiumUrl, input),
    jupiter(settings.jupiterUrl, settings.jupiterApiKey, input),
  ];
  const quoteSwap = createQuoteSwap({ exchanges, mint, fetch, now });

  /** The transaction of one quote, ready; or why not. */
  async function prepare(quote: SwapQuote): Promise<PreparedSwap | Failure | SwapRefusal> {
    const exchange = exchanges.find((each) => each.name === quote.exchange);
    if (exchange === undefined || isStale(quote, now())) return { ok: false, problem: 'its quote has become old' };
    const fetched = await fetchSwap(fetch, exchange, quote.raw);
    if (!fetched.ok) return fetched;
    const order = {
      ...{ wallet, mint, amount: quote.inAmount, minimumLamports: quote.minimumLamports },
      programs: settings.swapPrograms,
    };
    return rpc.read((node) => inspect(node, { quote, order, bytes: fetched.bytes }));
  }

  async function inspect(node: RpcNode, { quote, order, bytes }: Inspection) {
    const parsed = parseTransaction(bytes);
    if (!parsed.ok) return parsed;
    const lookupTables = await readTables(node, parsed.tables);
    const check = checkSwap(bytes, order, lookupTables);
    if (!check.ok) return check;
    const { feeLamports } = check;
    if (check.guaranteedLamports <= feeLamports)
      return { ok: false, problem: `it would cost ${feeLamports} lamports in fees`, isBelowFees: true } as const;
    const unsigned = withoutOurSignature(bytes);
    const simulated = await simulateSwap(node, { bytes: unsigned, order, own, check });
    if (!simulated.ok) return simulated;
    return {
      ...{ exchange: quote.exchange, bytes: unsigned, amount: order.amount, outLamports: quote.outLamports },
      ...{ minimumLamports: order.minimumLamports, feeLamports, lookupTables },
      blockhash: { blockhash: parsed.blockhash, ...(await readExpiry(node)) },
    };
  }

  return async ({ amount, referenceLamports }: SwapWish): Promise<Preparation> => {
    const { quotes, problems } = await quoteSwap(amount, referenceLamports);
    const failures: (QuoteProblem & { readonly isBelowFees?: boolean })[] = [...problems];
    const refusals: Refusal[] = [];
    for (const quote of quotes) {
      const { exchange } = quote;
      const result = await prepare(quote).catch(outOfReach);
      if (!('ok' in result)) return { ok: true, swap: result, refusals };
      if ('problem' in result) failures.push({ exchange, ...result });
      else refusals.push({ exchange, reason: result.reason, detail: result.detail });
    }
    const [refusal] = refusals;
    if (refusal !== undefined) {
      const { exchange, reason, detail } = refusal;
      return { ok: false, kind: 'refused', reason, detail: `${exchange}: ${detail}`, refusals };
    }
    const reason = failures.some((failure) => failure.isBelowFees) ? 'below-fees' : 'no-swap';
    const detail = failures.map(({ exchange, problem }) => `${exchange}: ${problem}`).join('; ');
    return { ok: false, kind: 'unavailable', reason, detail, refusals };
  };
}
export type PrepareSwap = ReturnType<typeof createPrepareSwap>;

interface Failure {
  readonly ok: false;
  readonly problem: string;
  readonly isBelowFees?: boolean;
}

interface Inspection {
  readonly quote: SwapQuote;
  readonly order: SwapOrder;
  readonly bytes: Uint8Array;
}

const epochInfo = z.object({ absoluteSlot: z.int(), blockHeight: z.int() });

/**
 * The last block height at which an exchange's blockhash, of unknown age, can be valid; to be asked after the trial, which needs the
 * blockhash to be known. One address may have several backends, and the one that answers now may be behind the one that knew the
 * blockhash. So the later of two answers counts, and a margin: too late a height only delays the next attempt, but too early a one would
 * "prove" a transaction dead that can still land, and the GOD could be sold twice.
 */
async function readExpiry(node: RpcNode): Promise<Omit<RecentBlockhash, 'blockhash'>> {
  const { blockHeight, absoluteSlot } = await node.call('getEpochInfo', [{ commitment: 'confirmed' }], epochInfo);
  const latest = await readBlockhash(node);
  const last = Math.max(blockHeight + BLOCKHASH_BLOCKS, latest.lastValidBlockHeight);
  return { lastValidBlockHeight: last + LAG_BLOCKS, slot: absoluteSlot };
}

/** No node could be asked: the exchange has done nothing wrong. */
function outOfReach(error: unknown): Failure {
  if (error instanceof RpcError) return { ok: false, problem: error.summary };
  throw error;
}

const SIGNATURE_BYTES = 64;

/** The first signature is the fee payer's, ours; it stands behind the count, one byte for the few that fit. */
function withoutOurSignature(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .fill(0, 1, 1 + SIGNATURE_BYTES)
    .toString('base64');
}
