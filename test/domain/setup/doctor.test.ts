import { rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { runDoctor } from '../../../commands/setup/runSetup.ts';
import type { Target } from '../../../commands/setup/Target.ts';
import { markOf } from '../../../src/marks/readForm.ts';
import { rpcError } from '../../worker/fakeNodes.ts';
import { neverCalled } from '../neverCalled.ts';
import { wallet } from '../wallets.ts';
import { type Around, fakeSurroundings, keyOf, NOW, setupHere, soundAnswers } from './fakeSurroundings.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const LOOKS_ONLY: Target = {
  name: 'nowhere',
  account: null,
  checkAccess: async () => [],
  provide: neverCalled('provide'),
  migrate: neverCalled('migrate'),
  keep: neverCalled('keep'),
  deploy: neverCalled('deploy'),
};

/** What the doctor finds wrong, and whether it says that all is well. */
async function examine(
  altered: Readonly<Record<string, string>> = {},
  around: Around = {},
  { fetch } = fakeSurroundings(around),
) {
  const { input, lines, folder } = setupHere(LOOKS_ONLY, fetch);
  folders.push(folder);
  input.kept.answer({ ...soundAnswers(folder), ...altered });
  const isWell = await runDoctor(input, false, []);
  const wrong = lines.filter((line) => line.includes('WRONG')).map((line) => line.trim().replace('WRONG  ', ''));
  return { isWell, wrong, lines };
}

/** A machine without a network. */
const neverReached: typeof fetch = async (asked) => {
  throw new TypeError(`fetch failed: getaddrinfo ENOTFOUND ${new URL(String(asked)).host}`);
};

/** The mark of a commitment for a full hour twelve days ago. */
const OLD_MARK = markOf({ base: keyOf(1).address, seed: `commit:${Date.UTC(2026, 10, 10, 9) / 1000}` });

describe('the doctor', () => {
  it('finds nothing wrong when all is well, and shows no secret', async () => {
    const { isWell, wrong, lines } = await examine();
    expect(wrong).toEqual([]);
    expect(isWell).toBe(true);
    expect(lines.join('\n')).not.toMatch(/canary|\[1,1,1/);
    expect(lines.join('\n')).toContain(keyOf(1).address);
  });

  it('finds nothing wrong with a node of a chain that has just begun, and has no finalized block yet', async () => {
    const getBlocks = (from: number, to: number, { commitment }: { commitment: string }) =>
      commitment === 'confirmed' ? [from, to] : [];
    const { isWell, wrong } = await examine({}, { nodes: { getBlocks } });
    expect(wrong).toEqual([]);
    expect(isWell).toBe(true);
  });

  it('sends a test alert each time that it is asked to, also after a setup whose test alert was taken', async () => {
    const { fetch, asked } = fakeSurroundings();
    const { input, lines, folder } = setupHere(LOOKS_ONLY, fetch);
    folders.push(folder);
    input.kept.answer(soundAnswers(folder));
    for (const isAlertMeant of [true, true, false])
      expect(await runDoctor(input, isAlertMeant, []), lines.join('\n')).toBe(true);
    expect(asked.filter((url) => url.startsWith('https://hook.test'))).toHaveLength(2);
  });

  it('ends without a network, with a sentence for everything that it could not reach, and shows no secret', async () => {
    const dead = { ...fakeSurroundings(), fetch: neverReached };
    const { isWell, wrong, lines } = await examine({}, {}, dead);
    expect(isWell).toBe(false);
    for (const sentence of ['node 1: It does not answer', 'node 2: It does not answer', 'No relay', 'No source'])
      expect(wrong.join('\n')).toContain(sentence);
    expect(lines.join('\n')).not.toMatch(/canary|\[1,1,1/);
  });

  it.each([
    ['https://a.test', 'One RPC node is configured: whoever runs it is believed, and could take the pool. Name three'],
    [
      'https://a.test,https://b.test',
      '2 RPC nodes are configured: either can stop a round, and neither can steal. Name',
    ],
  ])('says what %s means, and asks for three', async (urls, sentence) => {
    const { isWell, lines } = await examine({ RPC_URLS: urls });
    expect(isWell).toBe(true);
    expect(lines.join('\n')).toContain(`note   nodes: ${sentence}`);
  });

  const PATH = (byte: number) => keyOf(byte).text;
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['one key for pool and tax wallet', { TAX_SECRET_KEY: PATH(1) }, 'must be two wallets'],
    ['one key for the whole tax', { TAX_AUTHORITY_SECRET_KEY: PATH(3) }, 'are one wallet'],
    [
      'an administrator that is the pool',
      { ADMIN_WALLET: keyOf(1).address },
      'POOL_SECRET_KEY and ADMIN_WALLET are one',
    ],
    ['a mint that is the pool', { GOD_MINT: keyOf(1).address }, 'GOD_MINT must not be the wallet of POOL_SECRET_KEY'],
    ['a genesis off the hour', { GENESIS_TIME: '2026-11-22T13:13:00Z' }, 'GENESIS_TIME is not on the hour'],
    ['a genesis in milliseconds', { GENESIS_TIME: '1795352400000' }, 'GENESIS_TIME must be in seconds'],
    ['a genesis in 2023', { GENESIS_TIME: '2023-11-22T13:00:00Z' }, 'GENESIS_TIME is before 2026'],
    ['a genesis in 2099', { GENESIS_TIME: '2099-11-22T13:00:00Z' }, 'days ahead: no round is played until then'],
    ['a genesis of this morning', { GENESIS_TIME: '2026-11-22T08:00:00Z' }, 'which is over'],
    ['one plain-http node', { RPC_URLS: 'http://a.test' }, 'asks node 1 over plain http'],
    ['duplicate nodes', { RPC_URLS: 'https://a.test,https://a.test/' }, 'RPC_URLS must name each host once'],
    ['one node of mainnet', { CLUSTER: 'mainnet-beta', RPC_URLS: 'https://a.test' }, 'ONE_NODE=trusted'],
    ['a devnet node with mainnet', { CLUSTER: 'mainnet-beta', RPC_URLS: 'https://devnet.a.test' }, 'says devnet'],
    ['drand without the chain hash', { DRAND_URLS: 'https://drand.test' }, 'must be addresses that end with the hash'],
    ['no administrator', { ADMIN_KEYS: '{}' }, 'ADMIN_KEYS must name at least one'],
    [
      'the digest of nothing',
      { ADMIN_KEYS: '{"ops":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}' },
      'the digest of an empty text',
    ],
    ['a mistyped name', { MAX_DAILY_PAYOUT: '25' }, 'Did you mean MAX_DAILY_PAYOUT_SOL?'],
    ['a name that is nothing', { SENTRY_DSN: 'https://x.test' }, 'SENTRY_DSN is not a setting: take it out'],
    ['a key file that is not there', { POOL_SECRET_KEY: '/nowhere/pool.json' }, 'POOL_SECRET_KEY must be a 64-byte'],
  ])('catches %s', async (_what, altered, sentence) => {
    const { isWell, wrong } = await examine(altered);
    expect(isWell).toBe(false);
    expect(wrong.join('\n')).toContain(sentence);
  });

  const fails = (status: number) => () => new Response(null, { status });
  it('catches a node of mainnet behind a chain that is called custom', async () => {
    const getGenesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
    const { isWell, wrong } = await examine({ CLUSTER: 'custom' }, { nodes: { getGenesisHash } });
    expect(isWell).toBe(false);
    expect(wrong.join()).toContain('node 1: CLUSTER is custom and this node is of mainnet-beta');
  });

  it.each<[string, Around, string]>([
    [
      'a node of another chain than the others',
      { nodeA: { getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' } },
      'node 1: CLUSTER is devnet and this node is of mainnet-beta',
    ],
    [
      'two addresses of one server',
      { nodeB: { getIdentity: { identity: 'server A' } } },
      'node 1 and node 2 are one server (getIdentity): their word counts more than once. Name another provider.',
    ],
    [
      'a pool wallet that has played in another lottery',
      {
        nodes: {
          getMultipleAccounts: (accounts: readonly string[]) => ({
            context: { slot: 4_321 },
            value: accounts.map((one) => (one === OLD_MARK ? { data: ['AA==', 'base64'] } : null)),
          }),
        },
      },
      'has made marks of hours of an earlier lottery: at least 1, the newest for 2026-11-10T09:00:00.000Z',
    ],
    ['a node that is down', { nodeA: { getGenesisHash: fails(401) } }, 'node 1: It does not answer'],
    ['a node that lags', { nodeA: { getBlockTime: 1_795_000_000 } }, 's old: it lags'],
    [
      'a node that keeps the end of its ledger and does not say where that begins',
      { nodeA: { getFirstAvailableBlock: 900, getBlockTime: (slot: number) => (slot === 900 ? null : NOW / 1000) } },
      'node 1: It does not say when the first block of its ledger was made (getBlockTime).',
    ],
    [
      'a node that leaves accounts out',
      { nodeA: { getProgramAccounts: { context: { slot: 4_321 }, value: [] } } },
      'node 1: 0 token accounts in 0.0 s (0.0 MB) do not add up to the supply',
    ],
    [
      'a node whose plan lists no holders',
      { nodeA: { getProgramAccounts: fails(403) } },
      'Its plan must allow getProgramAccounts',
    ],
    [
      'a node that takes no transactions',
      { nodeA: { sendTransaction: () => rpcError(-32_601, 'no such method') } },
      'node 1: It takes no transactions',
    ],
    [
      'a node that lists no blocks',
      { nodeA: { getBlocks: () => rpcError(-32_601, 'no such method') } },
      'node 1: It lists no blocks (RPC node 1 getBlocks: error -32601). Its plan must allow getBlock, and getBlocks of 900',
    ],
    [
      'a node that lists a few slots at once only',
      { nodeA: { getBlocks: (from: number, to: number) => (to - from > 5 ? rpcError(-32_602, 'range') : [from]) } },
      'node 1: It lists no blocks',
    ],
    ['a node that keeps no blocks', { nodeA: { getBlock: fails(403) } }, 'node 1: It lists no blocks'],
    ['a mint with 9 decimals', { decimals: 9 }, 'GOD_MINT has 9 decimals and 6 are needed'],
    [
      'a withdraw authority that is somebody else',
      { withdraws: wallet(4) },
      `The withheld fees of GOD_MINT can be withdrawn by ${wallet(4)} alone`,
    ],
    ['a mint that is none', { nodes: { getAccountInfo: { context: { slot: 1 }, value: null } } }, 'no Token-2022 mint'],
    [
      'wallets without SOL',
      { nodes: { getBalance: { context: { slot: 1 }, value: 5_000 } } },
      'holds 0.000005 SOL, and needs 0.1 and a little more for fees. Send it some.',
    ],
    [
      'a withdraw authority without SOL',
      {
        nodes: {
          getBalance: (address: string) => ({
            context: { slot: 4_321 },
            value: address === keyOf(2).address ? 0 : 5_000_000_000,
          }),
        },
      },
      `the tax authority ${keyOf(2).address} holds 0 SOL, and needs 0.005`,
    ],
    ['relays that are silent', { web: { 'https://drand.test/': fails(404) } }, 'No relay of DRAND_URLS gave a beacon'],
    [
      'no price',
      { web: { 'https://coinbase.test/v2/prices/SOL-USD/spot': fails(500) } },
      'No source of SOL_PRICE_URLS gave a price',
    ],
  ])('catches %s', async (_what, around, sentence) => {
    const { isWell, wrong } = await examine({}, around);
    expect(isWell).toBe(false);
    expect(wrong.join('\n')).toContain(sentence);
  });
});
