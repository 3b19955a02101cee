import { beforeEach, describe, expect, it, vi } from 'vitest';
import { announce } from '../../../commands/setup/terms/announce.ts';
import { planTerms } from '../../../commands/setup/terms/planTerms.ts';
import { announcedOf, announceMemo } from '../../../src/terms/announceMemo.ts';
import { announcers } from '../../../src/terms/announcement.ts';
import type { MadeRow } from '../../../src/terms/countTerms.ts';
import { canonicalTerms, type Terms, termsHash } from '../../../src/terms/Terms.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { countMade, lotteryOf } from '../../../worker/terms/countMade.ts';
import { differsFrom } from '../../../worker/terms/differsFrom.ts';
import { announcedKey, termsKey } from '../../../worker/terms/termsKey.ts';
import { termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';
import { COMPLETE, secretKeyOf } from '../../worker/completeSettings.ts';
import type { FakeNode } from '../../worker/fakeNodes.ts';
import { type MarkedView, markedNode, transactionsOf } from '../../worker/markedChain.ts';
import { rpcNodes } from '../../worker/rpcNodes.ts';
import { mintAnswer } from '../../worker/tokenAccounts.ts';
import { wallet } from '../wallets.ts';

const GENESIS = 1_692_803_367 + 3 * 2_400_000;
const parsed = parseSettings({ ...COMPLETE, GENESIS_TIME: String(GENESIS) });
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const NOW = GENESIS - 7_200;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** An announcement as the chain shows it. */
function madeRow(
  terms: Terms,
  { slot, blockTime, poolBefore = null }: { slot: number; blockTime: number; poolBefore?: Terms['pool'] | null },
): MadeRow {
  const memo = announceMemo(announcedOf(terms));
  return {
    ...{ k: terms.terms, signature: `s${slot}`, slot, blockTime, memo },
    signers: announcers(terms.authority, terms.pool, poolBefore),
  };
}

/** A chain on which nothing was announced. What is sent is passed to `sent` and never lands. */
function nodeOf(view: MarkedView, sent: () => void, mint: unknown = mintAnswer(1_000n)): FakeNode {
  return markedNode(view, {
    ...{ getAccountInfo: mint, getEpochInfo: { epoch: 5 }, isBlockhashValid: { context: { slot: 9 }, value: true } },
    getLatestBlockhash: { context: { slot: 9 }, value: { blockhash: wallet(10), lastValidBlockHeight: 200 } },
    ...{ getMinimumBalanceForRentExemption: 897_840, getRecentPrioritizationFees: [] },
    sendTransaction: () => {
      sent();
      return 'sent';
    },
  });
}

/** Announces with these nodes, until the time to wait for finality is over. */
async function announceOn(nodes: (view: MarkedView, sent: () => void) => readonly FakeNode[]) {
  const said: string[] = [];
  const view: MarkedView = { transactions: [], newest: NOW };
  const chain = rpcNodes(
    nodes(view, () => said.push('sent')),
    NOW * 1000,
  );
  let planned: Terms | null = null;
  const result = announce(
    {
      ...{ settings, rpc: chain.rpc, from: null, now: chain.now },
      keep: async (key) => void said.push(`kept ${key}`),
      wait: async (ms) => chain.later(ms),
    },
    async ({ terms }) => {
      planned = terms;
      return true;
    },
  );
  return { result: await result.catch((error: Error) => error), said, planned: planned as Terms | null };
}

describe('the next terms', () => {
  const authorities: readonly never[] = [];
  const first = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities });
  const moved = { ...settings, pool: { address: transactionsOf(secretKeyOf(4)).address, secretKey: secretKeyOf(4) } };
  const made = [madeRow(first, { slot: 1, blockTime: NOW })];

  it('keep every former pool wallet out of the draws, whose money is the lottery’s', () => {
    const plan = planTerms({ settings: moved, made, authorities, from: null, now: NOW });
    if (plan.kind !== 'announce') throw new Error(plan.kind);
    expect(plan.terms.excluded).toContainEqual([settings.pool.address, 'former lottery pool']);
    expect(plan.terms.excluded).toContainEqual([moved.pool.address, 'lottery pool']);
    const rows = [...made, madeRow(plan.terms, { slot: 2, blockTime: NOW, poolBefore: first.pool })];
    expect(planTerms({ settings: moved, made: rows, authorities, from: null, now: NOW })).toMatchObject({
      kind: 'same',
    });
    const { counted } = countMade(
      rows,
      new Map([plan.terms].map((terms) => [termsHash(terms), canonicalTerms(terms)])),
      lotteryOf(settings),
    );
    expect(differsFrom(moved, { counted }, authorities).differences).toEqual([]);
  });
});

describe('an announcement', () => {
  it('is sent only once its text and its signature are stored where the lottery finds them', async () => {
    const { said, result } = await announceOn((view, sent) => [nodeOf(view, sent)]);
    expect(result).toMatchObject({ kind: 'refused', why: expect.stringContaining('has not become final') });
    const [text, name, sent] = said;
    expect([name, sent]).toEqual([`kept ${announcedKey(1)}`, 'sent']);
    expect(text).toMatch(new RegExp(`^kept ${termsKey('')}[0-9a-f]{64}$`));
  });

  it('excludes nobody from the draws because of what one node of two says about the mint', async () => {
    const victim = transactionsOf(secretKeyOf(5)).address;
    const lie = mintAnswer(1_000n, 0n, { feeAuthority: victim });
    const { result, planned } = await announceOn((view, sent) => [nodeOf(view, sent, lie), nodeOf(view, sent)]);
    expect(result).toMatchObject({ name: 'NodesDisagree' });
    expect(planned).toBeNull();
    const three = await announceOn((view, sent) => [nodeOf(view, sent, lie), nodeOf(view, sent), nodeOf(view, sent)]);
    expect(three.planned?.excluded.map(([address]) => address)).not.toContain(victim);
  });
});
