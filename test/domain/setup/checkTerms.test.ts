import { describe, expect, it } from 'vitest';
import { checkTerms } from '../../../commands/setup/checks/checkTerms.ts';
import { markedHours } from '../../../commands/setup/checks/poolMarks.ts';
import { findingLine } from '../../../commands/setup/Finding.ts';
import { shownTerms } from '../../../src/terms/shownTerms.ts';
import { type Terms, termsHash } from '../../../src/terms/Terms.ts';
import { createRpc } from '../../../worker/chain/node/rpc.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';
import { landedTerms } from '../../worker/announcedTerms.ts';
import { COMPLETE, secretKeyOf } from '../../worker/completeSettings.ts';
import { fakeNodes } from '../../worker/fakeNodes.ts';
import { floodOf, markAt, markedNode, type OnChain, transactionsOf } from '../../worker/markedChain.ts';
import { mintAnswer } from '../../worker/tokenAccounts.ts';
import { wallet } from '../wallets.ts';

/** At a beacon's time. */
const GENESIS = 1_692_803_367 + 3 * 2_400_000;
const NOW = (GENESIS + 3.5 * 3_600) * 1000;
const { ONE_NODE: _, ...several } = COMPLETE;
const nodes = 'https://a.test,https://b.test';
const parsed = parseSettings({ ...several, GENESIS_TIME: String(GENESIS), RPC_URLS: nodes });
if (!parsed.ok) throw new Error(parsed.problems.join());
const { settings } = parsed;
const NEW_POOL = { address: transactionsOf(secretKeyOf(4)).address, secretKey: secretKeyOf(4) };

/** The tax authority of the mint that these nodes show. */
const AUTHORITIES = [{ address: wallet(8), role: 'transfer fee authority' }];
const FIRST = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities: AUTHORITIES });
const SECOND = termsOfSettings(
  { ...settings, pool: NEW_POOL, drawTopHolders: 7 },
  { terms: 2, from: 6, previous: termsHash(FIRST), authorities: AUTHORITIES, formerPools: [FIRST.pool] },
);
const secretKeys = [1, 2, 4].map(secretKeyOf);
const ONE = landedTerms({ terms: FIRST, blockTime: GENESIS - 100, secretKeys, poolBefore: null });
const TWO = landedTerms({ terms: SECOND, blockTime: GENESIS + 3_600, secretKeys, poolBefore: FIRST.pool });

interface Around {
  readonly announced?: readonly OnChain[];
  /** The texts that the lottery shows; by default that of each announcement. */
  readonly shown?: readonly Terms[];
  readonly settings?: typeof settings;
  /** Lamports of the tax authority. */
  readonly holds?: number;
  readonly url?: string | null;
  readonly named?: readonly string[];
}

async function linesOf(around: Around = {}): Promise<string> {
  const {
    announced = [ONE, TWO],
    shown = [FIRST, SECOND],
    holds = 1_000_000_000,
    url = 'https://lottery.test',
    named = [],
  } = around;
  const node = markedNode(
    { transactions: announced, newest: NOW / 1000 },
    {
      getAccountInfo: mintAnswer(1_000n),
      getEpochInfo: { epoch: 500 },
      getBalance: { context: { slot: 4_321 }, value: holds },
      getMinimumBalanceForRentExemption: (bytes: number) => 890_880 + 6_960 * bytes,
    },
  );
  const nodes = fakeNodes({ 'a.test': node, 'b.test': node });
  const answer = {
    lottery: termsHash(FIRST),
    announcements: shown.map((terms) => ({
      ...{ k: terms.terms, hash: termsHash(terms), signature: 's', slot: 1, announcedAt: new Date(NOW).toISOString() },
      ...{ from: terms.from, inForce: false, terms: shownTerms(terms, 's').terms },
    })),
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) =>
    String(input) === 'https://lottery.test/api/lottery/terms' ? Response.json(answer) : nodes.fetch(input, init);
  const findings = await checkTerms({
    ...{ settings: around.settings ?? settings, now: () => NOW, url, named },
    fetch: fetch as typeof globalThis.fetch,
  });
  expect(nodes.surprises).toEqual([]);
  return findings.map(findingLine).join('\n');
}

/** Settings with both keys, which match the newest announcement. */
const NEXT = { ...settings, pool: NEW_POOL, oldPools: [settings.pool], drawTopHolders: 7 };

describe('the doctor, of terms', () => {
  it('says which are in force by the chain, that the lottery shows their text, and that the settings say the newest', async () => {
    const lines = await linesOf({ settings: NEXT });
    expect(lines).toContain(`number 1 holds for round 4: hash ${termsHash(FIRST)}, pool wallet ${FIRST.pool}`);
    expect(lines).toContain('https://lottery.test shows the text of each announcement, with the announced hash');
    expect(lines).toContain('the settings say what was announced last');
    expect(lines).toContain('enough for the next announcement');
    expect(lines).not.toContain('WRONG');
  });

  it('names each setting that differs from the newest, and the pool wallet whose key is not here', async () => {
    const lines = await linesOf();
    expect(lines).toContain(`The address of POOL_SECRET_KEY is ${FIRST.pool}, and terms 2 say ${NEW_POOL.address}.`);
    expect(lines).toContain('DRAW_TOP_HOLDERS is 0, and terms 2 say 7.');
    expect(lines).toContain(`Number 2 names the pool wallet ${NEW_POOL.address}, and neither POOL_SECRET_KEY nor`);
  });

  it('names an old pool wallet that was never announced, and no other one', async () => {
    const never = { address: transactionsOf(secretKeyOf(5)).address, secretKey: secretKeyOf(5) };
    const lines = await linesOf({ settings: { ...NEXT, oldPools: [settings.pool, never] } });
    expect(lines.match(/the old pool wallet (\S+) was never announced/g)).toEqual([
      `the old pool wallet ${never.address} was never announced`,
    ]);
    expect(lines).toContain(`put ${NEW_POOL.address} in its place in the console`);
  });

  it.each<[string, Around, string]>([
    ['a text that the lottery does not show', { shown: [FIRST] }, 'no usable text of announcement 2, hash'],
    ['a text with another hash', { shown: [FIRST, { ...SECOND, top: 8 }] }, 'no usable text of announcement 2, hash'],
    ['an authority that cannot pay', { holds: 890_881 }, 'and the next announcement needs 0.0'],
    ['nothing announced', { announced: [], shown: [] }, 'None are announced, so that no round is played.'],
    [
      'an announcement that nobody shows',
      { announced: [ONE, { ...TWO, names: [] }] },
      'An announcement cannot be read: the mark of terms 2 is made',
    ],
  ])('finds %s', async (_what, around, sentence) => {
    const lines = await linesOf({ settings: NEXT, ...around });
    expect(lines).toContain(sentence);
    expect(lines).toContain('WRONG');
  });

  it('reads an announcement by its signature when a stranger has flooded the history of its mark', async () => {
    const [mark = FIRST.authority] = TWO.marks;
    const after = floodOf(mark, 50, GENESIS + 3_700).map((one) => ({
      ...one,
      signature: `${one.signature}b`,
      slot: one.slot + 20_000_000,
    }));
    const announced = [ONE, ...floodOf(mark, 50, GENESIS), TWO, ...after];
    expect(await linesOf({ settings: NEXT, announced })).toContain('too many to look for');
    expect(await linesOf({ settings: NEXT, announced, named: [TWO.signature] })).not.toContain('WRONG');
  });

  it('notes that none are announced before the first deployment', async () => {
    expect(await linesOf({ announced: [], url: null })).toContain('none are announced yet');
  });
});

describe('the marks of a pool wallet', () => {
  const { address } = settings.pool;
  const ask = (ends: readonly number[], genesisTime = GENESIS, roundSeconds = 3_600) => {
    const made = transactionsOf(secretKeyOf(1));
    const transactions = ends.map((end) => made.bare(`commit:${end}`, { blockTime: end - 30 }));
    const node = markedNode({ transactions, newest: NOW / 1000 });
    const nodes = fakeNodes({ 'a.test': node, 'b.test': node });
    const rpc = createRpc({ urls: settings.rpcUrls, fetch: nodes.fetch as typeof fetch, now: () => NOW });
    const clock = { genesisTime, roundSeconds, entryLockSeconds: 60 };
    return { nodes, hours: markedHours(rpc, { wallet: address, clock, now: NOW / 1000 }) };
  };

  it('are looked for by address: every hour from one month back to one hour ahead, by this timetable and by full hours; earlier, one hour a day', async () => {
    const full = Math.floor(NOW / 3_600_000) * 3_600;
    const ends = [GENESIS + 5 * 3_600, full - 700 * 3_600, GENESIS + (5 - 720 - 24 * 400) * 3_600];
    const { hours, nodes } = ask(ends);
    expect(await hours).toEqual(ends);
    // A hundred accounts in each request, to each of two nodes.
    expect(nodes.calls.filter(({ method }) => method === 'getMultipleAccounts').length).toBeLessThanOrEqual(2 * 30);
  });

  it('are not found when none is made, whatever a stranger has sent to the wallet or the mark', async () => {
    const { hours } = ask([]);
    expect(await hours).toEqual([]);
    expect(markAt(address, 'commit:1')).not.toBe(address);
  });
});
