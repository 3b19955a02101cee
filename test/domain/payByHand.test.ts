import { describe, expect, it, vi } from 'vitest';
import { payByHand } from '../../commands/pay/payByHand.ts';
import type { Proof } from '../../src/contract/round.ts';
import { protocolOf } from '../../src/protocol/protocolOf.ts';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import { COMPLETE, secretKeyOf } from '../worker/completeSettings.ts';
import { fakeNodes } from '../worker/fakeNodes.ts';
import { BEACON_1000, DOCUMENTS, ENDS_AT, lockOf, WINNERS_1000 } from '../worker/honestRound.ts';
import { floodOf, type MarkedView, markAt, markedNode, transactionsOf } from '../worker/markedChain.ts';
import { firstSignature } from '../world/firstSignature.ts';
import { wallet } from './wallets.ts';

const parsed = parseSettings({ ...COMPLETE, RPC_URLS: 'https://one.test,https://two.test' });
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const OURS = transactionsOf(secretKeyOf(1));
const LOCK = { ...lockOf(), wallet: OURS.address };
const ENTRIES = protocolOf(1).entriesFromList(DOCUMENTS.list);
const COMMITTED = OURS.commitment(LOCK);
const NOW = ENDS_AT + 36_000;
const iso = (unix: number) => new Date(unix * 1000).toISOString();

/** As the lottery publishes the held round. */
const PROOF = {
  ...{ roundNumber: LOCK.round, endsAt: iso(ENDS_AT), state: 'held', rules: DOCUMENTS.rules },
  snapshot: {
    ...{ slot: LOCK.slot, takenAt: iso(ENDS_AT - 60), root: LOCK.root },
    entries: ENTRIES.map(({ owner }) => owner),
    amounts: ENTRIES.map(({ amount }) => `${amount}`),
  },
  commitment: { wallet: OURS.address, memo: LOCK.memo, signature: COMMITTED.signature },
  prize: { poolLamports: `${LOCK.pool}` },
} as unknown as Proof;

/** Pays it by hand on a chain where a stranger has sent a number of transactions that name the pool and both marks. */
async function payAmong(flood: number, more: Readonly<Record<string, () => unknown>> = {}) {
  const [commitment, payment] = [`commit:${ENDS_AT}`, `payout:${ENDS_AT}`].map((seed) => markAt(OURS.address, seed));
  if (commitment === undefined || payment === undefined) throw new Error('an hour has two marks');
  const named = [OURS.address, commitment, payment].flatMap((of) => floodOf(of, flood, ENDS_AT));
  const view: MarkedView = { transactions: [...named, COMMITTED], newest: NOW };
  const node = markedNode(view, {
    ...{ getEpochInfo: { blockHeight: 5, absoluteSlot: 9 }, getRecentPrioritizationFees: [] },
    getLatestBlockhash: { context: { slot: 9 }, value: { blockhash: wallet(10), lastValidBlockHeight: 200 } },
    ...{ isBlockhashValid: { context: { slot: 9 }, value: true }, getMinimumBalanceForRentExemption: 897_840 },
    sendTransaction(bytes: string) {
      const signature = firstSignature(Buffer.from(bytes, 'base64'));
      const landed = { bytes, signature, slot: 390_000_000, blockTime: NOW, names: [payment], marks: [payment] };
      view.transactions = [...view.transactions, { ...landed, err: null, isFinal: true }];
      return signature;
    },
    ...more,
  });
  const nodes = fakeNodes({ 'one.test': node, 'two.test': node });
  const signature = await payByHand({
    under: async () => ({ key: settings.pool, lockSeconds: LOCK.lockSeconds }),
    ...{ proof: PROOF, settings, now: () => NOW * 1000, wait: async () => undefined, say: () => undefined },
    fetch: ((url, init) =>
      init?.method === 'POST'
        ? nodes.fetch(url, init)
        : Response.json({ round: 1_000, signature: BEACON_1000.signature })) as typeof fetch,
    confirm: async (winners) => JSON.stringify(winners, text) === JSON.stringify(WINNERS_1000, text),
  });
  expect(nodes.surprises).toEqual([]);
  return { signature, calls: nodes.calls.map(({ method }) => method), landed: view.transactions.at(-1)?.signature };
}
const text = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('a held round that is paid by hand', () => {
  it('needs as many calls after 5,000 transactions of a stranger as after none, and reads no history', async () => {
    const [calm, flooded] = [await payAmong(0), await payAmong(5_000)];
    expect(flooded.landed).toBe(flooded.signature);
    expect(flooded.calls.toSorted()).toEqual(calm.calls.toSorted());
    expect(flooded.calls).not.toContain('getSignaturesForAddress');
  });

  it('is followed to its end even while no node says whether its transaction can still land', async () => {
    const epoch = vi.fn(() => new Response('', { status: 503 }));
    const { signature, landed } = await payAmong(0, { getEpochInfo: epoch });
    expect(landed).toBe(signature);
    expect(epoch).toHaveBeenCalled();
  });

  it('leaves no lock file behind for which a later command would wait', async () => {
    const before = timers();
    await payAmong(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(timers()).toBeLessThanOrEqual(before + 1);
  });
});
