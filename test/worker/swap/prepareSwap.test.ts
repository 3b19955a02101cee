import { afterEach, describe, expect, it } from 'vitest';
import { address, addressOf } from '../../../src/address/address.ts';
import { createRpc } from '../../../worker/chain/node/rpc.ts';
import { ownAccounts } from '../../../worker/swap/check/effect.ts';
import { inspectSwap } from '../../../worker/swap/inspectSwap.ts';
import { createPrepareSwap } from '../../../worker/swap/prepareSwap.ts';
import { DERIVED_POOL, type DrawnPool, drawPools } from '../drawPools.ts';
import { type FakeNode, fakeNodes, rpcError } from '../fakeNodes.ts';
import { rpcNodes } from '../rpcNodes.ts';
import {
  AMOUNT,
  BUYER,
  close,
  compile,
  GOD_ACCOUNT,
  HONEST,
  MINT,
  ORDER,
  openWrapped,
  routeV2,
  US,
} from '../swapDrafts.ts';
import { mintAnswer } from '../tokenAccounts.ts';

let surprises: unknown[] = [];
afterEach(() => {
  const unexpected = surprises;
  surprises = [];
  expect(unexpected).toEqual([]);
});

const GOD_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const transaction = Buffer.from(compile({ instructions: HONEST['the market-maker'] ?? [] })).toString('base64');
/** The transaction promises 99% of it: 800,000. */
const OFFER = '808080';
const PAIR = { inputMint: MINT.toBase58(), outputMint: 'So11111111111111111111111111111111111111112' };
const TERMS = { otherAmountThreshold: '800000', slippageBps: 100, routePlan: [{}] };

function exchange(url: URL): Response {
  if (url.pathname.startsWith('/compute'))
    return Response.json({
      success: true,
      data: { ...PAIR, ...TERMS, swapType: 'BaseIn', inputAmount: `${AMOUNT}`, outputAmount: OFFER },
    });
  if (url.pathname.endsWith('/quote'))
    return Response.json({ ...PAIR, ...TERMS, swapMode: 'ExactIn', inAmount: `${AMOUNT}`, outAmount: OFFER });
  if (url.pathname === '/swap/v2/build') return new Response('', { status: 404 });
  return Response.json({ success: true, data: [{ transaction }], swapTransaction: transaction });
}

const wallet = (lamports: number) => ({
  ...{ lamports, owner: '11111111111111111111111111111111', data: ['', 'base64'] },
});
function god(amount: bigint) {
  const data = Buffer.alloc(165);
  data.set(MINT.toBytes(), 0);
  data.set(US.toBytes(), 32);
  data.writeBigUInt64LE(amount, 64);
  data[108] = 1;
  return { lamports: 2_039_280, owner: GOD_PROGRAM, data: [data.toString('base64'), 'base64'] };
}

/** One address with several servers behind it: each answer may come from another server. */
function backends({ height, latest }: { height: number; latest: number }): FakeNode {
  return (method, params) => {
    const context = { slot: 5 };
    if (method === 'getMultipleAccounts') {
      expect(params[0]).toEqual([US.toBase58(), GOD_ACCOUNT.toBase58()]);
      return { context, value: [wallet(2_000_000_000), god(AMOUNT)] };
    }
    if (method === 'simulateTransaction')
      return { context, value: { err: null, accounts: [wallet(2_000_800_000), god(0n)] } };
    if (method === 'getEpochInfo') {
      expect(params).toEqual([{ commitment: 'confirmed' }]);
      return { absoluteSlot: 900, blockHeight: height };
    }
    if (method === 'getLatestBlockhash') {
      expect(params).toEqual([{ commitment: 'confirmed' }]);
      return { context, value: { blockhash: US.toBase58(), lastValidBlockHeight: latest } };
    }
    throw new Error(`nobody expected ${method}`);
  };
}

async function prepareAt(view: { height: number; latest: number }) {
  const nodes = fakeNodes({ 'rpc.test': backends(view) });
  surprises = nodes.surprises;
  const fetch = ((input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input));
    return url.host === 'rpc.test' ? nodes.fetch(input, init) : Promise.resolve(exchange(url));
  }) as typeof globalThis.fetch;
  const now = () => 0;
  const prepare = createPrepareSwap({
    rpc: createRpc({ urls: ['https://rpc.test'], fetch, now }),
    settings: {
      ...{ mint: ORDER.mint, taxWallet: { address: address(US.toBase58()) }, swapPrograms: ORDER.programs },
      ...{ raydiumUrl: 'https://ray.test', jupiterUrl: 'https://jup.test', jupiterApiKey: null },
    },
    ...{ fetch, now },
  });
  const prepared = await prepare({ amount: AMOUNT, referenceLamports: null, firstLook: null, attempt: 0 });
  if (!prepared.ok) throw new Error(prepared.detail);
  return prepared.swap.blockhash;
}

describe('a prepared swap', () => {
  it('keeps its own blockhash, and expires 32 blocks after the last block at which it can be valid', async () => {
    const blockhash = await prepareAt({ height: 1_000, latest: 1_150 });
    expect(blockhash).toEqual({
      ...{ blockhash: expect.not.stringContaining(US.toBase58()), lastValidBlockHeight: 1_182, slot: 900 },
    });
  });

  it('expires by the later view, whichever server of a node lags, because an expiry that is too early would let the GOD be sold twice', async () => {
    expect(await prepareAt({ height: 900, latest: 1_150 })).toMatchObject({ lastValidBlockHeight: 1_182 });
    expect(await prepareAt({ height: 1_000, latest: 1_050 })).toMatchObject({ lastValidBlockHeight: 1_182 });
  });
});

describe('a swap that we make of an exchange’s instructions', () => {
  it('has a blockhash that a second node knows, so that a first node that invents one cannot prevent a sale', async () => {
    const [invented, known] = [BUYER, US].map((key) => key.toBase58());
    const honest = backends({ height: 1_000, latest: 1_150 });
    const nodeWith =
      (blockhash: string | undefined): FakeNode =>
      (method, params) => {
        const context = { slot: 900 };
        if (method === 'getLatestBlockhash') return { context, value: { blockhash, lastValidBlockHeight: 1_150 } };
        return method === 'isBlockhashValid' ? { context, value: params[0] === known } : honest(method, params);
      };
    const nodes = rpcNodes([invented, known, known].map(nodeWith));
    surprises = nodes.surprises;
    const instructions = [openWrapped(), routeV2(), close()].map(({ programId, keys, data }) => ({
      programId: programId.toBase58(),
      accounts: keys.map(({ pubkey, ...rest }) => ({ pubkey: pubkey.toBase58(), ...rest })),
      data: Buffer.from(data).toString('base64'),
    }));
    const inspected = await inspectSwap({
      ...{ rpc: nodes.rpc, order: ORDER, own: ownAccounts(ORDER.wallet, ORDER.mint) },
      fetched: { ok: true, parts: { instructions, tables: [] } },
    });
    expect(inspected).toMatchObject({ blockhash: { blockhash: known } });
  });
});

describe('two exchanges, of which one names more accounts than a node looks up at once', () => {
  it('do not stop each other: the honest one’s swap is taken', async () => {
    const honest = backends({ height: 1_000, latest: 1_150 });
    const nodes = fakeNodes({
      'rpc.test': (method, params) => {
        const [addresses] = params as [readonly unknown[]];
        return method === 'getMultipleAccounts' && addresses.length !== 2
          ? rpcError(-32_602, 'Too many inputs provided; max 100')
          : honest(method, params);
      },
    });
    surprises = nodes.surprises;
    const instruction = { programId: US.toBase58(), accounts: [], data: '' };
    const tables = Array.from({ length: 101 }, (_, i) => [addressOf(new Uint8Array(32).fill(i + 1)), []]);
    const fetch = ((input: RequestInfo | URL, init?: RequestInit) => {
      const url = new URL(String(input));
      if (url.host === 'rpc.test') return nodes.fetch(input, init);
      if (url.pathname !== '/swap/v2/build') return Promise.resolve(exchange(url));
      return Promise.resolve(
        Response.json({
          ...{ ...PAIR, ...TERMS, swapMode: 'ExactIn', inAmount: `${AMOUNT}`, outAmount: '808081' },
          ...{ setupInstructions: [], swapInstruction: instruction },
          addressesByLookupTableAddress: Object.fromEntries(tables),
        }),
      );
    }) as typeof globalThis.fetch;
    const now = () => 0;
    const prepare = createPrepareSwap({
      rpc: createRpc({ urls: ['https://rpc.test'], fetch, now }),
      settings: {
        ...{ mint: ORDER.mint, taxWallet: { address: address(US.toBase58()) }, swapPrograms: ORDER.programs },
        ...{ raydiumUrl: 'https://ray.test', jupiterUrl: 'https://jup.test', jupiterApiKey: null },
      },
      ...{ fetch, now },
    });
    const prepared = await prepare({ amount: AMOUNT, referenceLamports: null, firstLook: null, attempt: 0 });
    expect(prepared).toMatchObject({ ok: true, swap: { exchange: 'raydium' } });
  });
});

describe('two exchanges, of which one lies about what it would pay, while GOD is worth less than half of its last price', () => {
  /** Raydium offers so much but makes no transaction. Jupiter is honest. There may be a pool of this pair. */
  function market(offered: number, ...pools: readonly DrawnPool[]) {
    const accounts = drawPools(pools.map((pool) => [DERIVED_POOL, pool]));
    const honest = backends({ height: 1_000, latest: 1_150 });
    const nodes = fakeNodes({
      'rpc.test': (method, params) => {
        const [addresses] = params as [readonly unknown[]];
        return method === 'getMultipleAccounts' && addresses.length !== 2
          ? { context: { slot: 5 }, value: addresses.map((each) => accounts.get(`${each}`) ?? null) }
          : method === 'getAccountInfo'
            ? mintAnswer(10n ** 15n)
            : method === 'getEpochInfo'
              ? { epoch: 1, absoluteSlot: 900, blockHeight: 1_000 }
              : honest(method, params);
      },
    });
    surprises = nodes.surprises;
    const lie = { ...PAIR, ...TERMS, swapType: 'BaseIn', inputAmount: `${AMOUNT}`, outputAmount: `${offered}` };
    const fetch = ((input: RequestInfo | URL, init?: RequestInit) => {
      const url = new URL(String(input));
      if (url.host === 'rpc.test') return nodes.fetch(input, init);
      if (url.host !== 'ray.test') return Promise.resolve(exchange(url));
      const isQuote = url.pathname.startsWith('/compute');
      const threshold = { otherAmountThreshold: `${offered}` };
      return Promise.resolve(
        Response.json({ success: true, data: isQuote ? { ...lie, ...threshold } : [{ transaction: 'AA==' }] }),
      );
    }) as typeof globalThis.fetch;
    const now = () => 700_000;
    return createPrepareSwap({
      rpc: createRpc({ urls: ['https://rpc.test'], fetch, now }),
      settings: {
        ...{ mint: ORDER.mint, taxWallet: { address: address(US.toBase58()) }, swapPrograms: ORDER.programs },
        ...{ raydiumUrl: 'https://ray.test', jupiterUrl: 'https://jup.test', jupiterApiKey: null },
      },
      ...{ fetch, now },
    });
  }
  const wish = { amount: AMOUNT, referenceLamports: 2_000_000n };
  const honestLook = { at: 0, amount: AMOUNT, lamports: BigInt(OFFER) };

  it('starts the waiting time for the honest price, however high the other offer is', async () => {
    const prepared = await market(1_100_000)({ ...wish, firstLook: null, attempt: 0 });
    expect(prepared).toMatchObject({ ok: false, kind: 'unsure', offer: { lamports: BigInt(OFFER) } });
    expect(prepared.refusals).toMatchObject([{ exchange: 'raydium', reason: 'garbage' }]);
    expect(await market(1_100_000)({ ...wish, firstLook: honestLook, attempt: 0 })).toMatchObject({
      ...{ ok: true, swap: { exchange: 'jupiter' } },
    });
  });

  it('notes the lowest offered price: the liar cannot move it, and every higher price has waited as well', async () => {
    expect(await market(950_000)({ ...wish, firstLook: null, attempt: 0 })).toMatchObject({
      offer: { lamports: BigInt(OFFER) },
    });
  });

  it('notes what the pool pays when there is one: the liar cannot move it up or down', async () => {
    // 90,000 GOD less the fees of the trade, out of 90 million GOD and 0.5 SOL: some 500,000 lamports.
    const pool = { god: 90_000_000_000_000n, sol: 500_000_000n };
    const noted = await Promise.all(
      [500_000, 700_000, 1_100_000].map((offered) => market(offered, pool)({ ...wish, firstLook: null, attempt: 0 })),
    );
    const offers = noted.map((each) => !each.ok && each.kind === 'unsure' && Number(each.offer.lamports));
    expect(offers).toEqual(Array(3).fill(offers[0]));
    expect(offers[0]).toBeCloseTo(498_000, -4);
  });
});
