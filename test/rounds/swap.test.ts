import '../world/quietBindings.ts';
import {
  AuthorityType,
  createApproveInstruction,
  createCloseAccountInstruction,
  createSetAuthorityInstruction,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import {
  AddressLookupTableAccount,
  Keypair,
  type PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import type { PriceLook } from '../../worker/swap/exchanges/weighQuote.ts';
import { createPrepareSwap, type Preparation } from '../../worker/swap/prepareSwap.ts';
import { signSwap } from '../../worker/swap/signSwap.ts';
import { GOD } from '../world/createMint.ts';
import type { RedraftSwap } from '../world/startExchanges.ts';
import type { World } from '../world/startWorld.ts';
import type { SwapDraft } from '../world/swapTransaction.ts';
import {
  AMOUNT,
  createLookupTable,
  FEE,
  finalize,
  STOCK,
  type SwapWorld,
  startSwapWorld,
  THIEF,
  transferGod,
  WORTH,
} from './swapWorld.ts';

let swapWorld: SwapWorld;
let world: World;
let settings: Settings;
let us: PublicKey;
let godAccount: PublicKey;
let thiefAccount: PublicKey;
/** By how many milliseconds our clock is ahead of the real one. */
let ahead = 0;

beforeAll(async () => {
  swapWorld = await startSwapWorld();
  ({ world, settings, us, godAccount, thiefAccount } = swapWorld);
});
afterAll(() => world?.stop());
afterEach(() => {
  world.exchanges.setRedraft(null);
  world.exchanges.setFault(null);
  ahead = 0;
});

/** An instruction that sends our GOD to a thief. */
const theft = () => transferGod(world, { from: godAccount, to: thiefAccount, owner: us, amount: 1n });

function prepare(
  urls: readonly string[] = settings.rpcUrls,
  reference: bigint | null = null,
  firstLook: PriceLook | null = null,
): Promise<Preparation> {
  const now = () => Date.now() + ahead;
  const rpc = createRpc({ urls, fetch, now });
  return createPrepareSwap({ rpc, settings, fetch, now })({
    amount: AMOUNT,
    referenceLamports: reference,
    firstLook,
    attempt: 0,
  });
}

describe('a swap with the local exchanges', () => {
  it('is quoted, prepared, signed, and final; balances agree to the lamport and the token’s fee is withheld', async () => {
    const before = await swapWorld.holdings();
    const { connection } = world.runtime;
    const asked = await connection.getBlockHeight('confirmed');
    const prepared = await prepare();
    if (!prepared.ok) throw new Error(prepared.detail);
    const { swap, refusals } = prepared;
    expect(refusals).toEqual([]);
    expect(swap).toMatchObject({ amount: AMOUNT, lookupTables: [] });
    // What reaches the market-maker, at 0.01 lamports a base unit, with the small random differences of the market.
    expect(Number(swap.outLamports) / (Number(AMOUNT - FEE) * 0.000_01)).toBeCloseTo(1, 2);
    expect(swap.minimumLamports).toBe((swap.outLamports * 9_900n) / 10_000n);
    // A blockhash of a block between the request and now: valid for 150 blocks, and 32 more for nodes that lag.
    const made = swap.blockhash.lastValidBlockHeight - 182;
    expect(made).toBeLessThanOrEqual(await connection.getBlockHeight('processed'));
    expect(made).toBeGreaterThan(asked - 20);

    const { mint, swapPrograms: programs } = settings;
    const facts = { mint, programs, amount: AMOUNT, minimumLamports: swap.minimumLamports };
    await finalize(world, signSwap(world.taxWallet.secretKey, swap, facts));
    const after = await swapWorld.holdings();
    expect(after.lamports - before.lamports).toBe(swap.outLamports - swap.feeLamports);
    expect(before.paid - after.paid).toBe(swap.outLamports);
    expect(before.god.amount - after.god.amount).toBe(AMOUNT);
    expect(after.bought.amount - before.bought.amount).toBe(AMOUNT - FEE);
    expect((after.bought.withheld ?? 0n) - (before.bought.withheld ?? 0n)).toBe(FEE);
  });

  it('goes to the other exchange when one is down, and nowhere when both are', async () => {
    for (const [down, other] of [['raydium', 'jupiter'] as const, ['jupiter', 'raydium'] as const]) {
      world.exchanges.setFault((name) => (name === down ? { reply: 'drop' } : null));
      const answer = await prepare(settings.rpcUrls, WORTH);
      expect(answer).toMatchObject({ ok: true, swap: { exchange: other }, refusals: [] });
      // The remaining exchange alone could ask any price.
      expect(await prepare()).toMatchObject({
        ...{ ok: false, kind: 'unavailable', reason: 'no-swap' },
        detail: expect.stringContaining(`${other}: a sole quote needs a price to compare it with`),
      });
    }
    world.exchanges.setFault(() => ({ reply: 'drop' }));
    expect(await prepare()).toEqual({
      ...{ ok: false, kind: 'unavailable', reason: 'no-swap', refusals: [] },
      detail: 'raydium: could not be reached; jupiter: could not be reached',
    });
  });

  it('is not made with a quote older than 20 s, with a single quote far below the known price, or when no node answers', async () => {
    world.exchanges.setFault((_name, { method }) => ({
      garble: (reply) => {
        if (method === 'GET') ahead += 20_001;
        return reply;
      },
    }));
    const old = await prepare();
    expect(old).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('its quote has become old') });
    world.exchanges.setFault(null);
    expect(await prepare(settings.rpcUrls, WORTH)).toMatchObject({ ok: true });
    // Two equal quotes below half of the known price have to last for a while.
    expect(await prepare(settings.rpcUrls, 3n * WORTH)).toMatchObject({ ok: false, kind: 'unsure' });
    const look = { at: Date.now() - 600_000, amount: AMOUNT, lamports: WORTH };
    expect(await prepare(settings.rpcUrls, 3n * WORTH, look)).toMatchObject({ ok: true });
    const moved = { ...look, lamports: 2n * WORTH };
    expect(await prepare(settings.rpcUrls, 3n * WORTH, moved)).toMatchObject({ kind: 'unsure' });
    world.exchanges.setFault((name) => (name === 'raydium' ? { reply: 'drop' } : null));
    const low = await prepare(settings.rpcUrls, 3n * WORTH);
    expect(low).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('less than half') });
    world.exchanges.setFault(null);
    const deaf = await prepare(['http://127.0.0.1:9/']);
    // Without enough nodes nothing is sold and no exchange is blamed; the swap waits.
    expect(deaf).toMatchObject({ kind: 'disagreement', detail: expect.stringContaining('gives no usable answer') });
  });

  it('that would fail on the chain’s present state is not signed, and no exchange is accused', async () => {
    const broke = Keypair.generate();
    world.exchanges.setRedraft((draft, { lamports }) => ({
      ...draft,
      instructions: [
        ...draft.instructions.slice(0, -1),
        SystemProgram.transfer({ fromPubkey: broke.publicKey, toPubkey: us, lamports }),
      ],
      signers: [broke],
    }));
    const failing = await prepare();
    expect(failing).toMatchObject({ ok: false, kind: 'unavailable', refusals: [] });
    expect(!failing.ok && failing.detail).toContain('it would fail');
  });

  it('that brings less than it costs in fees waits for more tax', async () => {
    const rpc = createRpc({ urls: settings.rpcUrls, fetch, now: Date.now });
    const small = createPrepareSwap({ rpc, settings, fetch, now: Date.now });
    const answer = await small({ amount: 1_000n * GOD, referenceLamports: null, firstLook: null, attempt: 0 });
    expect(answer).toMatchObject({ ok: false, kind: 'unavailable', reason: 'below-fees' });
  });
});

describe('a hostile exchange', () => {
  const also = (...extra: TransactionInstruction[]): RedraftSwap => {
    return (draft) => ({ ...draft, instructions: [...draft.instructions, ...extra] });
  };
  const program = TOKEN_2022_PROGRAM_ID;
  const hostile: readonly (readonly [string, string, () => RedraftSwap])[] = [
    [
      'approves a thief',
      'approve',
      () => also(createApproveInstruction(godAccount, THIEF.publicKey, us, STOCK, [], program)),
    ],
    [
      'makes a thief our account’s authority',
      'set-authority',
      () =>
        also(createSetAuthorityInstruction(godAccount, us, AuthorityType.CloseAccount, THIEF.publicKey, [], program)),
    ],
    ['takes some GOD more', 'too-much-god', () => also(theft())],
    [
      'takes some SOL',
      'transfer-out',
      () => also(SystemProgram.transfer({ fromPubkey: us, toPubkey: THIEF.publicKey, lamports: 1 })),
    ],
    ['assigns our wallet', 'assign', () => also(SystemProgram.assign({ accountPubkey: us, programId: program }))],
    [
      'closes our account to a thief',
      'foreign-close',
      () => also(createCloseAccountInstruction(godAccount, THIEF.publicKey, us, [], program)),
    ],
    [
      'calls its own program',
      'foreign-program',
      () =>
        also(
          new TransactionInstruction({
            programId: THIEF.publicKey,
            keys: [{ pubkey: us, isSigner: true, isWritable: true }],
          }),
        ),
    ],
    [
      'uses a nonce',
      'nonce',
      () => (draft) => {
        const nonce = { noncePubkey: THIEF.publicKey, authorizedPubkey: THIEF.publicKey };
        const instructions = [SystemProgram.nonceAdvance(nonce), ...draft.instructions];
        return { ...draft, instructions, signers: [...draft.signers, THIEF] };
      },
    ],
    [
      'pays a lamport less than the minimum',
      'lower-minimum',
      () =>
        (draft, { lamports }) => {
          const less = (lamports * 9_900n) / 10_000n - 1n;
          const payment = SystemProgram.transfer({ fromPubkey: world.marketMaker, toPubkey: us, lamports: less });
          return { ...draft, instructions: [...draft.instructions.slice(0, -1), payment] };
        },
    ],
    ['lets itself pay the fee', 'foreign-fee-payer', () => (draft) => ({ ...draft, feePayer: world.marketMaker })],
    ['does not sign', 'missing-cosignature', () => (draft) => ({ ...draft, signers: [] })],
  ];

  it.each(hostile)('that %s is refused; nothing is signed and all is kept', async (_what, reason, redraft) => {
    const before = await swapWorld.holdings();
    world.exchanges.setRedraft(redraft());
    const answer = await prepare();
    expect(answer).toMatchObject({ ok: false, kind: 'refused', reason });
    expect(answer.refusals.map((refusal) => refusal.reason)).toEqual([reason, reason]);
    expect(await swapWorld.holdings()).toEqual(before);
  });

  it('is passed over for the honest one, and reported', async () => {
    let asked = 0;
    world.exchanges.setRedraft((draft) => {
      asked += 1;
      return asked === 1 ? { ...draft, instructions: [...draft.instructions, theft()] } : draft;
    });
    const answer = await prepare();
    expect(answer).toMatchObject({ ok: true, refusals: [{ reason: 'too-much-god' }] });
    if (answer.ok) expect(answer.swap.exchange).not.toBe(answer.refusals[0]?.exchange);
  });

  it('may use a lookup table, whose entries count as the chain has them', async () => {
    const honest = await createLookupTable(world, [swapWorld.buyerAccount, thiefAccount]);
    const { key: lookupTable } = honest;
    const through =
      (lookup: AddressLookupTableAccount): RedraftSwap =>
      (draft: SwapDraft) => ({
        ...draft,
        lookupTables: [lookup],
      });
    world.exchanges.setRedraft(through(honest));
    const answer = await prepare();
    expect(answer).toMatchObject({ ok: true, swap: { lookupTables: [{ address: lookupTable.toBase58() }] } });

    // The account that the exchange calls our GOD account is really a thief's.
    const lie = { ...honest.state, addresses: [swapWorld.buyerAccount, godAccount] };
    world.exchanges.setRedraft(through(new AddressLookupTableAccount({ key: lookupTable, state: lie })));
    expect(await prepare()).toMatchObject({ ok: false, kind: 'refused', reason: 'transfer-out' });
    const nowhere = new AddressLookupTableAccount({ key: THIEF.publicKey, state: honest.state });
    world.exchanges.setRedraft(through(nowhere));
    expect(await prepare()).toMatchObject({ ok: false, kind: 'refused', reason: 'lookup-table' });
  });

  it.each([
    ['garbage', 'garbage', { transaction: 'AAAA', swapTransaction: 'AAAA' }],
    ['something huge', 'too-large', { transaction: 'AAAA'.repeat(411), swapTransaction: 'AAAA'.repeat(411) }],
  ])('that answers %s is refused', async (_what, reason, { transaction, swapTransaction }) => {
    world.exchanges.setFault((_name, { method }) =>
      method === 'GET'
        ? null
        : { reply: { status: 200, json: { success: true, data: [{ transaction }], swapTransaction } } },
    );
    expect(await prepare()).toMatchObject({ ok: false, kind: 'refused', reason });
  });
});
