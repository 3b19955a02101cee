import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { createFindOutflows } from '../../../worker/rounds/watch/findOutflows.ts';
import { saveMade } from '../../../worker/store/rounds/saveAnnounced.ts';
import { emptyDatabase } from '../database.ts';
import { rpcError } from '../fakeNodes.ts';
import { chainOf, ours, POOL_KEY, signatureOf, strangers, type TestRow } from '../historyChain.ts';
import { down, rpcNodes } from '../rpcNodes.ts';
import { keyOf } from '../signedTransactions.ts';

let db: D1Database;
const used: ReturnType<typeof rpcNodes>[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
});
afterEach(() => {
  expect(used.splice(0).flatMap((each) => each.surprises)).toEqual([]);
});

/** Outflows after slot 100, by nodes with these histories, newest first. */
function finder(...histories: readonly (readonly TestRow[] | 'down')[]) {
  const chains = histories.map((rows) => (rows === 'down' ? null : chainOf(...rows)));
  const world = rpcNodes(chains.map((chain) => chain?.node ?? down));
  used.push(world);
  const find = createFindOutflows({ db, rpc: world.rpc, wallet: POOL_KEY.address, authority: AUTHORITY });
  return {
    find: async () => (await find(100)).signatures,
    isWhole: async () => (await find(100)).isWhole,
    chains,
    calls: world.calls,
  };
}

const AUTHORITY = keyOf(3).address;
const THEFT = ours('theft', { slot: 200 });
const GIFT = strangers('gift', { slot: 201 });
const OLD = ours('old', { slot: 99 });

describe('outflows of the pool', () => {
  it('are what it signed after the checkpoint and nobody journaled', async () => {
    expect(await finder([GIFT, THEFT, OLD]).find()).toEqual([signatureOf(THEFT)]);
    expect(await finder([GIFT, OLD]).find()).toEqual([]);
  });

  it('are no announcements of this lottery that it signed too, unless they are of another form', async () => {
    const announced = ours('announced', { slot: 203 });
    const odd = ours('of another form', { slot: 204 });
    const foreign = ours('of another lottery', { slot: 205 });
    const made = { k: 1, slot: 203, blockTime: 1, signers: [AUTHORITY] };
    await saveMade(db, AUTHORITY, { ...made, signature: signatureOf(announced), memo: 'what it says' });
    await saveMade(db, AUTHORITY, { ...made, k: 2, signature: signatureOf(odd), memo: null, signers: null });
    await saveMade(db, POOL_KEY.address, { ...made, signature: signatureOf(foreign), memo: 'what it says' });
    expect(await finder([foreign, odd, announced, THEFT]).find()).toEqual([
      signatureOf(foreign),
      signatureOf(odd),
      signatureOf(THEFT),
    ]);
    expect(await finder([announced]).find()).toEqual([]);
  });

  it('are found where one node hides what another shows', async () => {
    expect(await finder([GIFT], [GIFT, THEFT]).find()).toEqual([signatureOf(THEFT)]);
    expect(await finder('down', [THEFT]).find()).toEqual([signatureOf(THEFT)]);
  });

  it('do not hide behind a stranger’s transaction that no node can read', async () => {
    const odd = strangers('odd', { slot: 202, answer: rpcError(-32_015, 'version (9)') });
    expect(await finder([odd, THEFT]).find()).toEqual([signatureOf(THEFT)]);
    expect(await finder([odd, GIFT]).find()).toEqual([]);
  });

  it('are not said to be none while one was not looked up; what was learnt is kept', async () => {
    const limited = ours('limited', { slot: 202, answer: new Response('', { status: 429 }) });
    const { find, chains, calls } = finder([limited, GIFT]);
    await expect(find()).rejects.toThrow(RpcError);
    calls.length = 0;
    Object.assign(chains[0]?.said ?? {}, { rows: [GIFT] });
    expect(await find()).toEqual([]);
    expect(calls.filter(({ method }) => method === 'getTransaction')).toEqual([]);
  });

  it('are not all of them while one that is listed was not looked up, or one of two nodes is silent', async () => {
    const limited = ours('limited', { slot: 202, answer: new Response('', { status: 429 }) });
    expect(await finder([THEFT]).isWhole()).toBe(true);
    expect(await finder([limited, THEFT]).isWhole()).toBe(false);
    expect(await finder('down', [THEFT]).isWhole()).toBe(false);
  });

  it('of a wallet that announces by itself are its announcements as well', async () => {
    const announced = ours('announced', { slot: 203 });
    const made = { k: 1, slot: 203, blockTime: 1, signers: [POOL_KEY.address] };
    await saveMade(db, POOL_KEY.address, { ...made, signature: signatureOf(announced), memo: 'what it says' });
    const world = rpcNodes([chainOf(announced).node]);
    used.push(world);
    const find = createFindOutflows({
      ...{ db, rpc: world.rpc, wallet: POOL_KEY.address },
      authority: POOL_KEY.address,
    });
    expect((await find(100)).signatures).toEqual([signatureOf(announced)]);
  });

  it('under a flood are looked up in several walks, three hundred at a time', async () => {
    const flood = Array.from({ length: 400 }, (_, i) => strangers(`flood ${i}`, { slot: 300 }));
    const { find, calls } = finder([...flood, THEFT]);
    await expect(find()).rejects.toThrow(RpcError);
    expect(calls.filter(({ method }) => method === 'getTransaction')).toHaveLength(300);
    expect(await find()).toEqual([signatureOf(THEFT)]);
  });
});
