import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { shownBySite } from '../../client/audit/check/checkLottery.ts';
import { verifyRound } from '../../client/audit/check/verifyRound.ts';
import { type Audit, auditSummary } from '../../client/audit/thread/auditTexts.ts';
import { createAudit, type RoundsListed } from '../../client/audit/thread/createAudit.ts';
import { readSiteList } from '../../client/audit/thread/siteList.ts';
import { auditAll } from '../../commands/verifier/auditAll.ts';
import type { Options } from '../../commands/verifier/readOptions.ts';
import type { Source } from '../../commands/verifier/readSource.ts';
import { address } from '../../src/address/address.ts';
import type { Proof } from '../../src/contract/round.ts';
import type { ChainTable } from './hostileChains.ts';
import { hostileNode } from './hostileNode.ts';

interface FiftyRounds extends ChainTable {
  readonly mint: string;
  readonly lottery: string;
  readonly network: { readonly publicKey: string; readonly genesis: number; readonly period: number };
  readonly terms: Proof['terms'];
  readonly 'left out': number;
  readonly expect: { readonly hours: string; readonly alone: string; readonly site: string };
  readonly proofs: readonly Omit<Proof, 'terms' | 'notes'>[];
}

/** The lottery that the verifier in Python audits as well. */
const TABLE = JSON.parse(
  readFileSync(new URL('../independent/fiftyRounds.json', import.meta.url), 'utf8'),
) as FiftyRounds;
const { mint, network, proofs, terms } = TABLE;

const OPTIONS: Options = {
  lottery: { mint: address(mint), pinned: null },
  rpcUrls: [],
  network: {
    by: 'pinned',
    network: {
      ...{ name: 'of the table', publicKey: network.publicKey },
      ...{ genesisTime: network.genesis, periodSeconds: network.period },
    },
  },
  relays: null,
};

function view() {
  const node = () => hostileNode({ name: 'fifty rounds', verdict: 'proven' }, {}, TABLE);
  return createChainView(node(), node());
}

/** The site's rounds, newest first, 20 a page whatever it is asked for; one of them is left out. */
async function siteList(path: string): Promise<string> {
  const cursor = Number(path.split('cursor=')[1]);
  const winners = [{ prize: 13.999965, prizeLamports: '13999965000' }];
  const rows = proofs.map(({ roundNumber, state }) => ({ roundNumber, state, winners })).toReversed();
  return JSON.stringify({
    rounds: rows.filter(({ roundNumber }) => roundNumber <= cursor && roundNumber !== TABLE['left out']).slice(0, 20),
  });
}

const proofOf = (round: number) => JSON.stringify({ ...proofs[round - 1], terms });
const NOBODY: Source = { list: null, proof: async () => null, shown: async () => [] };
const SITE: Source = {
  list: siteList,
  proof: async (round) => proofOf(round),
  shown: async () => shownBySite({ announcements: terms }),
};

describe('the audit of a lottery of 50 rounds under three terms', () => {
  it('says from the mint alone what was promised, paid, owed, spent and called off', async () => {
    const { lines, code } = await auditAll({ view: view(), options: OPTIONS, source: NOBODY });
    const { hours, alone } = TABLE.expect;
    expect(lines[0]).toContain(`rounds 1 to 50: ${hours}; verdicts: ${alone}; lottery ${TABLE.lottery} of`);
    expect(lines[1 + 2 * 11]).toMatch(/^called off round 12: no commitment made the mark of this hour/);
    expect(lines[1 + 2 * 22]).toMatch(/^called off round 23: .* spent the mark .* \(block time: /);
    expect(lines[1 + 2 * 40]).toMatch(/^OWED round 41: promised by /);
    expect(code).toBe(3);
  });

  it('proves the others with the site’s proofs, and finds the round that its list leaves out', async () => {
    const { lines, code } = await auditAll({ view: view(), options: OPTIONS, source: SITE });
    const { hours, site } = TABLE.expect;
    expect(lines[0], lines.join('\n')).toContain(`rounds 1 to 50: ${hours}; verdicts: ${site}; lottery`);
    expect(lines[1]).toBe('the site leaves out round 31, which the chain shows as promised');
    expect(code).toBe(3);
  });

  it('says the same on the page', async () => {
    const told: Audit[] = [];
    const chain = view();
    const { lottery, network: trusted } = OPTIONS;
    const links = { transaction: () => null, wallet: () => null, beacon: () => null, proof: () => null };
    const listRounds = async (): Promise<RoundsListed> => {
      const rounds = proofs.map(({ roundNumber }) => roundNumber).toReversed();
      return { rounds, site: await readSiteList(rounds, siteList) };
    };
    const audit = createAudit({
      ...{ stored: null, store: () => undefined, onChange: (one: Audit) => void told.push(one), listRounds },
      asked: () => OPTIONS.rpcUrls.join(),
      verify: (round) =>
        verifyRound({ lottery, round, proof: null, shown: [], network: trusted, view: chain, relays: null, links }),
    });
    await audit.start(null);
    const done = told.at(-1);
    expect(done && auditSummary(done)).toContain(`By the chain: ${TABLE.expect.hours}.`);
    expect(done?.kind === 'done' && done.site).toEqual({
      isWhole: false,
      text: 'the site leaves out round 31, which the chain shows as promised',
    });
  });
});
