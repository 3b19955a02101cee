import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { health } from '../../../src/contract/health.ts';
import { operationsAnswer } from '../../../src/contract/operations.ts';
import { QUICKNET_CHAIN_HASH } from '../../../src/protocol/terms/beaconNetwork.ts';
import { warningsOf } from '../../../worker/settings/findWarnings.ts';
import { nearestName } from '../../../worker/settings/nearestName.ts';
import { parseSettings, SETTING_NAMES } from '../../../worker/settings/parseSettings.ts';
import { adminClient } from '../adminClient.ts';
import { ask, READY } from '../apiClient.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';

type Given = Readonly<Record<string, string>>;

/** Settings that nobody has to be warned of. */
const SOUND = { ...COMPLETE, GENESIS_TIME: '2026-12-01T00:00:00Z' };
const GENESIS = Date.parse(SOUND.GENESIS_TIME) / 1000;
const addressOf = (name: 'pool' | 'taxWallet') => {
  const parsed = parseSettings(COMPLETE);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  return parsed.settings[name].address as string;
};

const TWICE = 'RPC_URLS must name each host once: two addresses of one server count as one voice';

function problemsOf(altered: Given): readonly string[] {
  const parsed = parseSettings({ ...SOUND, ...altered });
  return parsed.ok ? [] : parsed.problems;
}

/** At the moment of the first round. */
function warningsWith(altered: Given, unix = GENESIS): readonly string[] {
  const parsed = parseSettings({ ...SOUND, ...altered });
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return warningsOf(parsed, unix);
}

describe('settings with which no round could be played rightly', () => {
  it('are not found in complete settings', () => {
    expect(problemsOf({})).toEqual([]);
    expect(warningsWith({})).toEqual([]);
  });

  it.each<[string, Given, string]>([
    [
      'a mint that is the pool',
      { GOD_MINT: addressOf('pool') },
      'GOD_MINT must not be the wallet of POOL_SECRET_KEY: a mint is a token, not a wallet',
    ],
    [
      'a mint that is the administrator',
      { ADMIN_WALLET: COMPLETE.GOD_MINT },
      'GOD_MINT must not be the wallet of ADMIN_WALLET: a mint is a token, not a wallet',
    ],
    [
      'a genesis in milliseconds',
      { GENESIS_TIME: '1796083200000' },
      'GENESIS_TIME must be in seconds, and this is in milliseconds: leave out the last three digits',
    ],
    [
      'one node and real money',
      { ONE_NODE: '' },
      'RPC_URLS must name three nodes of different providers: whoever runs the only one could take the pool (if you trust it: ONE_NODE=trusted)',
    ],
    ['a node that is named twice', { RPC_URLS: 'https://canary.test/,https://canary.test' }, TWICE],
    ['two nodes of one host', { RPC_URLS: 'https://canary.test/a,https://canary.test:8899/b' }, TWICE],
    ['two of three nodes of one host', { RPC_URLS: 'https://a.test,https://b.test,https://a.test/' }, TWICE],
    [
      'a node of devnet for mainnet',
      { RPC_URLS: 'https://good.test,https://api.devnet.solana.com' },
      'RPC_URLS must name nodes of CLUSTER, which is mainnet-beta: the host of node 2 says devnet',
    ],
    [
      'a node of mainnet for devnet',
      { CLUSTER: 'devnet', RPC_URLS: 'https://mainnet.canary.test/?key=canary', PUBLIC_RPC_URL: 'https://p.test' },
      'RPC_URLS must name nodes of CLUSTER, which is devnet: the host of node 1 says mainnet-beta',
    ],
    [
      'a relay without the hash of its chain',
      { DRAND_URLS: 'https://api.drand.sh' },
      `DRAND_URLS must be addresses that end with the hash of their chain, such as https://api.drand.sh/${QUICKNET_CHAIN_HASH}`,
    ],
    [
      'a relay of another chain than the key',
      { DRAND_URLS: `https://api.drand.sh/${'a'.repeat(64)}` },
      `DRAND_URLS must end with the chain hash of quicknet, whose DRAND_PUBLIC_KEY is set: ${QUICKNET_CHAIN_HASH}`,
    ],
    [
      'no administrator',
      { ADMIN_KEYS: '{}' },
      'ADMIN_KEYS must name at least one administrator: else nobody could pause',
    ],
    [
      'an administrator whose key is empty',
      { ADMIN_KEYS: '{"ops":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}' },
      'ADMIN_KEYS must be digests of keys, and one is the digest of an empty text: set the key before it is hashed',
    ],
    [
      'one wallet as the pool and as the tax wallet',
      { TAX_SECRET_KEY: COMPLETE.POOL_SECRET_KEY },
      'POOL_SECRET_KEY and TAX_SECRET_KEY must be two wallets: with one wallet, what the tax pays out would be missing from the pool, and no round is locked while something is missing',
    ],
    [
      'an administrator whose key is the end of a line',
      { ADMIN_KEYS: '{"ops":"01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b"}' },
      'ADMIN_KEYS must be digests of keys, and one is the digest of an empty text: set the key before it is hashed',
    ],
  ])('are refused with %s', (_what, altered, sentence) => {
    expect(problemsOf(altered)).toEqual([sentence]);
  });
});

describe('settings that a lottery can live with', () => {
  beforeEach(async () => {
    await emptyDatabase();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each<[string, Given, string]>([
    [
      'one key for the whole tax',
      { TAX_AUTHORITY_SECRET_KEY: COMPLETE.TAX_SECRET_KEY },
      'TAX_AUTHORITY_SECRET_KEY and TAX_SECRET_KEY are one wallet: whoever gets its key has all of these roles, and nobody can tell which role a payment belongs to',
    ],
    [
      'the pool as the administrator',
      { ADMIN_WALLET: addressOf('pool') },
      'POOL_SECRET_KEY and ADMIN_WALLET are one wallet: whoever gets its key has all of these roles, and nobody can tell which role a payment belongs to',
    ],
    [
      'a genesis off the hour',
      { GENESIS_TIME: '2026-12-01T00:13:00Z' },
      'GENESIS_TIME is not on the hour: the draws would not be at the top of each hour',
    ],
    [
      'a genesis of 2023',
      { GENESIS_TIME: '2023-12-01T00:00:00Z' },
      'GENESIS_TIME is before 2026: the next round would have the number 26305',
    ],
    [
      'a genesis of 2099',
      { GENESIS_TIME: '2099-12-01T00:00:00Z' },
      'GENESIS_TIME is 26663 days ahead: no round is played until then',
    ],
    [
      'a node over plain http',
      { RPC_URLS: 'http://canary.test' },
      'RPC_URLS asks node 1 over plain http: others on the way can read its key and change its answers',
    ],
    [
      'a public node of another chain',
      { CLUSTER: 'devnet' },
      'PUBLIC_RPC_URL is a node of mainnet and CLUSTER is devnet: browsers would check rounds on another chain',
    ],
    [
      'a node whose key every visitor can read',
      { PUBLIC_RPC_URL: COMPLETE.RPC_URLS },
      'PUBLIC_RPC_URL is one of RPC_URLS: every visitor can read it, and use up its limit of requests',
    ],
    [
      'two administrators with one key',
      { ADMIN_KEYS: JSON.stringify({ ada: 'a'.repeat(64), bob: 'a'.repeat(64) }) },
      'ADMIN_KEYS gives two names one key: nobody can tell who of them did what',
    ],
    [
      'a mistyped name',
      { MAX_DAILY_PAYOUT: '25' },
      'MAX_DAILY_PAYOUT is not a setting. Did you mean MAX_DAILY_PAYOUT_SOL?',
    ],
  ])('are warned of with %s', (_what, altered, sentence) => {
    expect(warningsWith(altered)).toEqual([sentence.endsWith('?') ? sentence : `${sentence}.`]);
  });

  it.each([
    ['one node that is trusted', { ONE_NODE: 'trusted' }],
    ['two nodes', { ONE_NODE: '', RPC_URLS: 'https://a.test,https://b.test' }],
    ['three nodes', { ONE_NODE: '', RPC_URLS: 'https://a.test,https://b.test,https://c.test' }],
    ['one node without real money', { ONE_NODE: '', CLUSTER: 'devnet', PUBLIC_RPC_URL: 'https://p.test' }],
  ])('may name %s', (_what, altered) => {
    expect(warningsWith(altered)).toEqual([]);
  });

  it('may name several nodes of a machine that asks itself, which are told apart by their ports', () => {
    const nodes = { RPC_URLS: 'http://127.0.0.1:1001,http://127.0.0.1:1002', CLUSTER: 'custom' };
    expect(warningsWith({ ...nodes, PUBLIC_RPC_URL: 'http://127.0.0.1:1003' })).toEqual([]);
    expect(problemsOf({ ...nodes, RPC_URLS: 'http://127.0.0.1:1001/a,http://127.0.0.1:1001/b' })).toEqual([TWICE]);
  });

  it('may be plain http to the same machine: nobody is in between', () => {
    const url = 'http://127.0.0.1:8899';
    expect(warningsWith({ RPC_URLS: url, PUBLIC_RPC_URL: url, CLUSTER: 'custom' })).toEqual([]);
  });

  it('may be of a world of one’s own, with short rounds and without an exchange', () => {
    const own = { CLUSTER: 'custom', PUBLIC_RPC_URL: 'https://p.test', SWAP_PROGRAMS: 'none' };
    expect(warningsWith({ ...own, ENTRY_LOCK_SECONDS: '3000' })).toEqual([]);
  });

  it('may begin within a week, and may have begun long ago', () => {
    expect(warningsWith({}, GENESIS - 7 * 86_400 + 1)).toEqual([]);
    expect(warningsWith({}, GENESIS + 365 * 86_400)).toEqual([]);
  });

  it('are warned of in health, which is degraded and no worse, and in the console', async () => {
    // The next full hour: no round can end, or be locked, before the answers are there.
    const recent = { GENESIS_TIME: `${Math.ceil((Date.now() + 1) / 3_600_000) * 3_600}` };
    const sentence = 'MAX_DAILY_PAYOUT is not a setting. Did you mean MAX_DAILY_PAYOUT_SOL?';
    const { status, json } = await ask('/api/health', {}, { ...READY, ...recent, MAX_DAILY_PAYOUT: '25' });
    expect(status).toBe(200);
    const answer = health.parse(json);
    expect(answer.status).toBe('degraded');
    expect(answer.parts.find(({ name }) => name === 'settings')).toMatchObject({
      status: 'degraded',
      detail: sentence,
    });
    vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
    const admin = adminClient({ ...recent, MAX_DAILY_PAYOUT: '25' });
    expect((await admin.read(operationsAnswer, '/operations')).data.warnings).toEqual([
      sentence,
      'Without terms no round is played: announce them with "npm run setup".',
    ]);
  });
});

describe('the name that was probably meant', () => {
  it.each([
    ['MAX_DAILY_PAYOUT', 'MAX_DAILY_PAYOUT_SOL'],
    ['POOL_SECRET', 'POOL_SECRET_KEY'],
    ['RPC_URL', 'RPC_URLS'],
    ['ENTRY_LOCK_SECOND', 'ENTRY_LOCK_SECONDS'],
    ['WITNESES', 'WITNESSES'],
    ['exclude_wallets', 'EXCLUDED_WALLETS'],
    ['GENESIS', 'GENESIS_TIME'],
  ])('of %s is %s', (typed, meant) => {
    expect(nearestName(typed, SETTING_NAMES)).toBe(meant);
  });

  it.each(['NODE_VERSION', 'PATH', 'CF_PAGES', 'SENTRY_DSN', 'A'])('of %s is none', (typed) => {
    expect(nearestName(typed, SETTING_NAMES)).toBeNull();
  });
});

describe('mistakes in settings that once went unnoticed', () => {
  const DIGEST = '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2';
  const MAIN = { RPC_URLS: 'https://one.test/a,https://two.test/b,https://three.test/c' };

  it.each<[string, Given, RegExp]>([
    ['a name twice', { ADMIN_KEYS: `{"ops":"${DIGEST}","ops":"${DIGEST}"}` }, /^ADMIN_KEYS must give each name once/],
    [
      'a name twice, once before a space',
      { ADMIN_KEYS: `{"ops":"${DIGEST}","ops" :"${DIGEST}"}` },
      /^ADMIN_KEYS must give each name once/,
    ],
    [
      'a name twice, once in another spelling',
      { ADMIN_KEYS: `{"ops":"${DIGEST}","\\u006fps":"${DIGEST}"}` },
      /^ADMIN_KEYS must give each name once/,
    ],
    [
      'the digest of "admin"',
      { ADMIN_KEYS: '{"ops":"8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918"}' },
      /^ADMIN_KEYS must be digests of keys that nobody guesses/,
    ],
    [
      'a role that does not exist',
      { ADMIN_KEYS: `{"ops":{"sha256":"${DIGEST}","roles":["boss"]}}` },
      /^ADMIN_KEYS must be/,
    ],
    ['nobody who may pause', { ADMIN_KEYS: `{"ops":{"sha256":"${DIGEST}","roles":["read"]}}` }, /role operate/],
    ['an activation by two keys, of which only one is set', { ACTIVATION: 'two-keys' }, /^ACTIVATION is two-keys/],
    ['a share of more than all', { MIN_POOL_SHARE: '101' }, /^MIN_POOL_SHARE must be a percentage/],
    ['nodes between semicolons', { RPC_URLS: 'https://one.test;https://two.test' }, /^RPC_URLS must have commas/],
  ])('%s is refused', (_, altered, sentence) => {
    expect(problemsOf(altered).join()).toMatch(sentence);
  });

  it.each<[string, Given, RegExp]>([
    ['a cap of nothing', { MAX_DAILY_PAYOUT_SOL: '0' }, /nobody is ever paid/],
    ['the system program as the admin', { ADMIN_WALLET: '11111111111111111111111111111111' }, /system program/],
    ['an empty list of swap programs', { SWAP_PROGRAMS: 'none' }, /no swap can ever be signed/],
    [
      'a limit of swaps below the least that is collected',
      { MIN_TAX_GOD: '1000', MAX_SWAP_GOD: '1' },
      /leaves GOD unsold/,
    ],
    ['one wallet in the draw', { DRAW_TOP_HOLDERS: '1' }, /fewer wallets than places/],
    ['a lock of nearly the whole round', { ENTRY_LOCK_SECONDS: '3599' }, /more than half of ROUND_SECONDS/],
    ['a round of 3603 seconds', { ROUND_SECONDS: '3603' }, /does not divide a day/],
    [
      'the own pool as a watcher',
      { WITNESSES: JSON.stringify([{ name: 'me', address: addressOf('pool') }]) },
      /WITNESSES/,
    ],
    ['a heartbeat alone', { HEARTBEAT_URL: 'https://beat.test' }, /nobody is told/],
    ['an alert without a link', { ALERT_WEBHOOK_URL: 'https://hook.test' }, /RUNBOOK_URL is not set/],
    ['a plain webhook', { ALERT_WEBHOOK_URL: 'http://hook.test' }, /plain http/],
    ['Slack for Discord', { ALERT_DISCORD_URL: 'https://hooks.slack.com/x' }, /no address of Discord/],
    ['a staging of real money', { ENVIRONMENT: 'staging' }, /about real money say that it is staging/],
    ['a plain node for browsers', { PUBLIC_RPC_URL: 'http://node.test' }, /PUBLIC_RPC_URL is plain http/],
    ['a password for everybody', { PUBLIC_RPC_URL: 'https://me:secret@node.test' }, /carries a password/],
    ['a key for everybody', { PUBLIC_RPC_URL: 'https://node.test/?api-key=canary' }, /carries a key/],
    ['a plain exchange', { JUPITER_URL: 'http://jup.test' }, /can change the offer/],
    ['a node at home', { RPC_URLS: 'https://one.test,https://192.168.1.4' }, /private network/],
  ])('%s is warned of, without its value', (_, altered, sentence) => {
    const said = warningsWith({ ...MAIN, ...altered }).join(' ');
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/canary|secret@/);
  });

  it('an empty list of swap programs is no doubt where both exchanges run on this machine', () => {
    const own = { SWAP_PROGRAMS: 'none', JUPITER_URL: 'http://127.0.0.1:8901', RAYDIUM_URL: 'http://localhost:8902' };
    expect(warningsWith({ ...MAIN, ...own }).join()).not.toMatch(/SWAP_PROGRAMS/);
    expect(warningsWith({ ...MAIN, ...own, RAYDIUM_URL: 'https://ray.test' }).join()).toMatch(/SWAP_PROGRAMS/);
  });
});
