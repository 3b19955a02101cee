import { describe, expect, it } from 'vitest';
import { address, addressOf } from '../../../src/address/address.ts';
import { checkSwap } from '../../../worker/swap/check/checkSwap.ts';
import { buildSwap, type SwapParts } from '../../../worker/swap/exchanges/buildSwap.ts';
import { fetchSwap } from '../../../worker/swap/exchanges/fetchSwap.ts';
import { jupiter } from '../../../worker/swap/exchanges/jupiter.ts';
import { jupiterBuild } from '../../../worker/swap/exchanges/jupiterBuild.ts';
import { createQuoteSwap } from '../../../worker/swap/exchanges/quoteSwap.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import {
  AMOUNT,
  close,
  GOD_ACCOUNT,
  MINIMUM,
  MINT,
  ORDER,
  openWrapped,
  payment,
  routeV2,
  sale,
  THIEF,
  THIEF_ACCOUNT,
  tableOf,
  US,
} from '../swapDrafts.ts';

type Written = ReturnType<typeof write>;
const write = ({ programId, keys, data }: ReturnType<typeof sale>) => ({
  programId: programId.toBase58(),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({ pubkey: pubkey.toBase58(), isSigner, isWritable })),
  data: Buffer.from(data).toString('base64'),
});
const INPUT = { mint: MINT.toBase58(), wallet: US.toBase58(), godAccount: GOD_ACCOUNT.toBase58() };
const exchange = jupiterBuild('https://jup.test', 'canary', INPUT);
const old = jupiter('https://jup.test', 'canary', INPUT);

/** An answer of the documented shape. */
const answer = (changed: object = {}) => ({
  ...{ inputMint: INPUT.mint, outputMint: 'So11111111111111111111111111111111111111112' },
  ...{
    inAmount: `${AMOUNT}`,
    outAmount: '808080',
    otherAmountThreshold: '800000',
    swapMode: 'ExactIn',
    slippageBps: 100,
  },
  routePlan: [{ percent: 100, bps: 10_000, swapInfo: { ammKey: THIEF.toBase58(), label: 'Raydium CP' } }],
  // SetComputeUnitPrice of a whole lamport a unit, which we must not pay.
  computeBudgetInstructions: [
    { programId: 'ComputeBudget111111111111111111111111111111', accounts: [], data: 'A0BCDwAAAAAA' },
  ],
  setupInstructions: [write(openWrapped())],
  swapInstruction: write(routeV2()),
  cleanupInstruction: write(close()) as Written | null,
  otherInstructions: [] as Written[],
  addressesByLookupTableAddress: null,
  blockhashWithMetadata: { blockhash: Array(32).fill(7), lastValidBlockHeight: 1 },
  ...changed,
});

async function partsOf(given: unknown): Promise<SwapParts> {
  const fetched = await fetchSwap(neverCalled('fetch') as unknown as typeof fetch, exchange, given);
  if (!fetched.ok || !('parts' in fetched)) throw new Error(JSON.stringify(fetched));
  return fetched.parts;
}
const BLOCKHASH = US.toBase58();
async function judge(given: unknown, tables: Parameters<typeof buildSwap>[1]['tables'] = []) {
  const made = buildSwap(await partsOf(given), { wallet: ORDER.wallet, blockhash: BLOCKHASH, tables });
  return made === null ? null : checkSwap(made, ORDER, tables);
}

describe('Jupiter’s second API', () => {
  it('is asked once, with our wallet as the taker', () => {
    const { url, headers } = exchange.quoteRequest(AMOUNT);
    expect([new URL(url).pathname, headers]).toEqual(['/swap/v2/build', { 'x-api-key': 'canary' }]);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      ...{ inputMint: INPUT.mint, outputMint: 'So11111111111111111111111111111111111111112', amount: `${AMOUNT}` },
      ...{ taker: INPUT.wallet, slippageBps: '100', wrapAndUnwrapSol: 'true', dexes: 'Raydium CLMM,Raydium CP' },
    });
  });

  it('answers instructions, from which we make the transaction: our blockhash, our price, the same check', async () => {
    const check = await judge(answer());
    expect(check).toMatchObject({ ok: true, sold: AMOUNT, guaranteedLamports: MINIMUM, feeLamports: 11_000n });
    expect(check?.ok && check.parsed.blockhash).toBe(BLOCKHASH);
  });

  it('uses lookup tables as the chain has them', async () => {
    const table = tableOf(THIEF, [GOD_ACCOUNT, MINT]);
    const given = answer({
      addressesByLookupTableAddress: { [table.address]: [THIEF_ACCOUNT.toBase58()], nonsense: [] },
    });
    expect((await partsOf(given)).tables).toEqual([table.address]);
    const check = await judge(given, [table]);
    expect(check?.ok && check.parsed.tables).toEqual([table.address]);
  });

  it('makes nothing when it names more lookup tables than fit, because no node answers a request for so many', async () => {
    const named = (count: number) =>
      answer({ addressesByLookupTableAddress: Object.fromEntries(listed.slice(0, count)) });
    const listed = Array.from({ length: 37 }, (_, i) => [addressOf(new Uint8Array(32).fill(i + 1)), []]);
    expect((await partsOf(named(36))).tables).toHaveLength(36);
    const fetched = await fetchSwap(neverCalled('fetch') as unknown as typeof fetch, exchange, named(37));
    expect(fetched).toEqual({ ok: false, problem: 'names more lookup tables than fit into a transaction' });
  });

  it.each<[string, object, string]>([
    ['takes GOD besides', { otherInstructions: [write(sale(1n, THIEF_ACCOUNT))] }, 'too-much-god'],
    ['wants a tip', { tipInstruction: write(payment(1n)) }, 'missing-cosignature'],
    ['leaves the SOL wrapped', { cleanupInstruction: null }, 'not-unwrapped'],
    ['goes elsewhere', { swapInstruction: write(sale(AMOUNT, THIEF_ACCOUNT)) }, 'lower-minimum'],
  ])('is refused when it %s', async (_what, changed, reason) => {
    expect(await judge(answer(changed))).toMatchObject({ ok: false, reason });
  });

  it('makes nothing from instructions that give no valid transaction', async () => {
    const many = Array.from({ length: 40 }, () => write(routeV2()));
    expect(await judge(answer({ otherInstructions: many }))).toBeNull();
    const nobodys = { ...write(routeV2()), programId: 'nobody' };
    for (const swapInstruction of [undefined, nobodys]) {
      const fetched = await fetchSwap(fetch, exchange, answer({ swapInstruction }));
      expect(fetched).toEqual({ ok: false, problem: 'makes no instructions of the documented shape' });
    }
  });

  it.each<[string, object, string]>([
    ['several pools', { routePlan: [{}, {}] }, 'routes over several pools'],
    ['a fee', { platformFee: { amount: '0', feeBps: 1 } }, 'answered in an unknown shape'],
    ['an amount out', { swapMode: 'ExactOut' }, 'answered in an unknown shape'],
  ])('gives no quote with %s', (_what, changed, problem) => {
    expect(exchange.readQuote(answer(changed))).toBe(problem);
  });
});

describe('a fee of zero', () => {
  it.each([null, undefined, { amount: '0', feeBps: 0 }, { feeBps: 0 }])(
    'written as %j counts as no fee, in both versions',
    (fee) => {
      for (const version of [exchange, old])
        expect(version.readQuote(answer({ platformFee: fee }))).toMatchObject({ outAmount: 808_080n });
    },
  );
  it.each([
    { amount: '1', feeBps: 0 },
    { amount: '0', feeBps: 1 },
  ])('is not %j', (fee) => {
    for (const version of [exchange, old])
      expect(version.readQuote(answer({ platformFee: fee }))).toBe('answered in an unknown shape');
  });
});

describe('an exchange with two versions', () => {
  const quotes = (second: Response, first: Response) => {
    const paths: string[] = [];
    const fake = (async (input: RequestInfo | URL) => {
      const { pathname } = new URL(String(input));
      paths.push(pathname);
      return pathname === '/swap/v2/build' ? second : first;
    }) as typeof fetch;
    const quote = createQuoteSwap({
      ...{ exchanges: [[exchange, old]], mint: address(MINT.toBase58()), fetch: fake, now: () => 0 },
      askPools: async () => null,
    });
    return { paths, quote: () => quote(AMOUNT, 808_080n) };
  };

  it('is asked by the newer one alone while that gives a quote', async () => {
    const { paths, quote } = quotes(Response.json(answer()), Response.error());
    const found = await quote();
    expect([paths, found.quotes.map(({ source, pools }) => [source, pools])]).toEqual([
      ['/swap/v2/build'],
      [[exchange, [THIEF.toBase58()]]],
    ]);
  });

  it('is asked by the older one when the newer one is not there', async () => {
    const { paths, quote } = quotes(new Response('', { status: 404 }), Response.json(answer()));
    expect((await quote()).quotes.map(({ source }) => source)).toEqual([old]);
    expect(paths).toEqual(['/swap/v2/build', '/swap/v1/quote']);
  });

  it('has one problem when neither gives a quote', async () => {
    const none = () => new Response('', { status: 400 });
    expect((await quotes(none(), none()).quote()).problems).toEqual([{ exchange: 'jupiter', problem: 'answered 400' }]);
  });
});
