import { expect, it } from 'vitest';
import { termsOfRound } from '../../commands/pay/termsOfRound.ts';
import { parseSettings } from '../../worker/settings/parseSettings.ts';
import { termsOfSettings } from '../../worker/terms/termsOfSettings.ts';
import { landedTerms } from '../worker/announcedTerms.ts';
import { COMPLETE, secretKeyOf } from '../worker/completeSettings.ts';
import { floodOf, markedNode } from '../worker/markedChain.ts';
import { rpcNodes } from '../worker/rpcNodes.ts';

/** At a beacon's time. */
const GENESIS = 1_692_803_367 + 3 * 2_400_000;
const parsed = parseSettings({ ...COMPLETE, GENESIS_TIME: String(GENESIS) });
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const FIRST = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities: [] });
const ONE = landedTerms({
  terms: FIRST,
  blockTime: GENESIS - 100,
  secretKeys: [1, 2].map(secretKeyOf),
  poolBefore: null,
});

it('the terms of a round that is paid by hand are found by a signature when a stranger has flooded their mark', async () => {
  const [mark = FIRST.authority] = ONE.marks;
  const after = floodOf(mark, 50, GENESIS).map((one) => ({
    ...one,
    ...{ signature: `${one.signature} after`, slot: one.slot + 20_000_000 },
  }));
  const node = markedNode({
    ...{ transactions: [...floodOf(mark, 50, GENESIS - 200), ONE, ...after], newest: GENESIS + 9_000 },
  });
  const { rpc, surprises } = rpcNodes([node, node]);
  // A proof from which a stranger has removed the terms.
  const proof = {
    ...{ roundNumber: 2, rules: null, terms: [], endsAt: new Date((GENESIS + 7_200) * 1000).toISOString() },
  };
  await expect(termsOfRound(proof, { rpc, settings })).rejects.toThrow('too many to look for');
  expect(await termsOfRound(proof, { rpc, settings, named: [ONE.signature] })).toEqual({
    ...{ key: settings.pool, lockSeconds: FIRST.lock },
  });
  expect(surprises).toEqual([]);
});
