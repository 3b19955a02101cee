import { Keypair } from '@solana/web3.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { Address } from '../../../src/address/address.ts';
import { addressOf } from '../../../src/address/address.ts';
import { CURRENT_PROTOCOL } from '../../../src/protocol/protocolOf.ts';
import { createWatchChain } from '../../../worker/answers/state/watchChain.ts';
import { MAX_LARGE_HOLDERS, TooManyHolders } from '../../../worker/chain/accounts/tooManyHolders.ts';
import { createReadEntries } from '../../../worker/rounds/lists/readEntries.ts';
import { settingsOf } from '../../../worker/settings/parseSettings.ts';
import { termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE } from '../completeSettings.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { accountsAnswer, clientOf, FROZEN, mintAnswer, tokenAccount } from '../tokenAccounts.ts';

const parsed = settingsOf(COMPLETE);
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;

/** A wallet that is not in the settings. */
const keyOf = (seed: number) =>
  Keypair.fromSeed(new Uint8Array(32).fill(100 + seed)).publicKey.toBase58() as string as Address;
const RESERVED = 'Stake11111111111111111111111111111111111111' as string as Address;
/** 32 bytes that are no point of the curve. */
const OFF_CURVE = addressOf(new Uint8Array(32).fill(2));
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as string as Address;
const ENOUGH = CURRENT_PROTOCOL.threshold;

let surprises: unknown[] = [];
afterEach(() => {
  expect(surprises).toEqual([]);
});

/** A key for each number. */
const smallHolder = (number: number) => {
  const seed = new Uint8Array(32).fill(3);
  new DataView(seed.buffer).setUint32(0, number);
  return Keypair.fromSeed(seed).publicKey.toBase58() as string as Address;
};

/** A node on a chain with these accounts and this supply. */
function nodeOn(accounts: readonly Uint8Array[], supply: bigint): FakeNode {
  return answering({
    getEpochInfo: { epoch: 500 },
    getAccountInfo: mintAnswer(supply),
    getProgramAccounts: accountsAnswer(...accounts),
  });
}

function readerOf(...nodes: FakeNode[]) {
  const { rpc, calls, ...client } = clientOf(...nodes);
  surprises = client.surprises;
  const readEntries = createReadEntries({ settings, protocol: CURRENT_PROTOCOL });
  return { rpc, calls, readEntries, read: () => readEntries(client.node, 'finalized') };
}

describe('the entries of a round', () => {
  const HELD = [
    tokenAccount(keyOf(1), ENOUGH),
    tokenAccount(keyOf(2), ENOUGH - 1n),
    tokenAccount(OFF_CURVE, ENOUGH + 5n),
    tokenAccount(keyOf(4), ENOUGH, { state: FROZEN }),
    tokenAccount(RESERVED, ENOUGH),
    tokenAccount(MEMO, ENOUGH),
    tokenAccount(settings.pool.address, ENOUGH),
  ];
  const SUPPLY = 7n * ENOUGH + 4n;

  it('are those who hold enough and can be paid; the others are named with the reason', async () => {
    const { read, calls } = readerOf(nodeOn(HELD, SUPPLY));
    const { entries, excluded, snapshot, reasonAgainst } = await read();
    expect(entries).toEqual([{ owner: keyOf(1), amount: ENOUGH }]);
    expect(new Map(excluded.map(({ owner, reason }) => [owner, reason]))).toEqual(
      new Map([
        [OFF_CURVE, 'off curve'],
        [keyOf(4), 'frozen'],
        [RESERVED, 'reserved key'],
        [MEMO, 'reserved key'],
        [settings.pool.address, 'excluded'],
      ]),
    );
    expect(snapshot).toMatchObject({ isComplete: true, accounts: 7, slot: 4_321 });
    expect(reasonAgainst(settings.pool.address)).toBe('lottery pool');
    // One request for the accounts, a few looks at the mint, and no request about an owner.
    expect(calls.length).toBeLessThanOrEqual(11);
  });

  it('never include the mint’s address, which anybody can make the owner of an account: the terms exclude it', async () => {
    // The mint's address is a point of the curve, as it comes from a key pair.
    const own = { ...settings, mint: keyOf(7) };
    const terms = termsOfSettings(own, { terms: 1, from: 1, previous: null, authorities: [] });
    const rules = { mint: own.mint, threshold: ENOUGH, top: 0, excluded: new Map(terms.excluded) };
    const { node } = clientOf(nodeOn([tokenAccount(keyOf(1), ENOUGH), tokenAccount(own.mint, ENOUGH)], 2n * ENOUGH));
    const readEntries = createReadEntries({ settings: own, protocol: CURRENT_PROTOCOL });
    expect(await readEntries(node, 'finalized', { rules })).toMatchObject({
      entries: [{ owner: keyOf(1), amount: ENOUGH }],
      excluded: [{ owner: own.mint, reason: 'excluded' }],
    });
  });

  it('are not made from an incomplete list', async () => {
    const { read } = readerOf(nodeOn(HELD, SUPPLY + 1n));
    expect(await read()).toMatchObject({ entries: [], excluded: [], snapshot: { isComplete: false } });
  });

  it('are at most as many as a round can have: a longer list is refused', async () => {
    const many = Array.from({ length: MAX_LARGE_HOLDERS + 1 }, (_, i) => {
      const bytes = new Uint8Array(32).fill(9);
      new DataView(bytes.buffer).setUint32(0, i);
      return tokenAccount(addressOf(bytes), ENOUGH);
    });
    const { read } = readerOf(nodeOn(many, BigInt(many.length) * ENOUGH));
    const error = await read().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(TooManyHolders);
    expect((error as TooManyHolders).summary).toBe(
      'More than 10,000 wallets hold enough for the draw: a round has no room for more',
    );
  });
});

describe('the page’s view of the holders', () => {
  const watched = async (accounts: readonly Uint8Array[], supply: bigint) => {
    const { rpc, readEntries } = readerOf(nodeOn(accounts, supply));
    const watch = createWatchChain({
      rpc,
      pool: () => settings.pool.address,
      load: async () => undefined,
      play: () => undefined,
      coming: () => undefined,
      readEntries,
      now: () => 5,
      known: null,
    });
    await watch.readHolders();
    return watch;
  };

  it('lists the ten largest also while fewer hold enough for the draw, without those who can never win', async () => {
    const small = Array.from({ length: 300 }, (_, i) => ({ owner: smallHolder(i), amount: BigInt(i + 1) }));
    const accounts = [
      ...small.map(({ owner, amount }) => tokenAccount(owner, amount)),
      tokenAccount(keyOf(1), ENOUGH),
      tokenAccount(keyOf(2), 1_000n, { state: FROZEN }),
      tokenAccount(RESERVED, 5_000n),
      tokenAccount(OFF_CURVE, 400n),
      tokenAccount(settings.pool.address, ENOUGH),
    ];
    const watch = await watched(accounts, 2n * ENOUGH + 6_400n + (300n * 301n) / 2n);
    const largest = small.slice(-9).reverse();
    expect(watch.view().holders?.topHolders).toEqual([
      { address: keyOf(1), amount: ENOUGH.toString(), isEligible: true },
      ...largest.map(({ owner, amount }) => ({ address: owner, amount: amount.toString(), isEligible: false })),
    ]);
    expect(watch.standing(keyOf(1))).toMatchObject({ rank: 1, eligible: 1, isEligible: true });
    // Neither the reserved key, the pool nor the wallet off the curve has a rank, and none of them takes one.
    expect(watch.standing(small[299]?.owner ?? wallet(1))).toMatchObject({ rank: 2 });
    expect(watch.standing(small[0]?.owner ?? wallet(1))).toMatchObject({ rank: 2 });
    expect(watch.standing(OFF_CURVE)).toMatchObject({ rank: null, excluded: 'off curve' });
    expect(watch.standing(RESERVED)).toMatchObject({ rank: null, amount: '5000', excluded: 'reserved key' });
    expect(watch.standing(keyOf(2))).toMatchObject({ rank: null, amount: '0', frozen: '1000' });
  });

  it('lists all there are while these are fewer than ten', async () => {
    const watch = await watched([tokenAccount(keyOf(1), 2n), tokenAccount(keyOf(2), 3n)], 5n);
    expect(watch.view().holders?.topHolders.map(({ address }) => address)).toEqual([keyOf(2), keyOf(1)]);
    expect((await watched([], 0n)).view().holders?.topHolders).toEqual([]);
  });
});
