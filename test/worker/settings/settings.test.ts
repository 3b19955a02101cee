import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { QUICKNET_CHAIN_HASH } from '../../../src/protocol/terms/beaconNetwork.ts';
import { parseSettings, settingsOf } from '../../../worker/settings/parseSettings.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import { wallet } from '../../domain/wallets.ts';
import { COMPLETE, secretKeyOf } from '../completeSettings.ts';

type Given = Record<string, unknown>;
const REQUIRED = Object.keys(COMPLETE).filter((name) => name !== 'ONE_NODE');

function problemsOf(given: Given): readonly string[] {
  const parsed = parseSettings(given);
  return parsed.ok ? [] : parsed.problems;
}

function settingsFrom(altered: Given): Settings {
  const parsed = parseSettings({ ...COMPLETE, ...altered });
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return parsed.settings;
}

/** SHA-256 of the test settings' key. */
const OPS = '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2';

describe('the settings', () => {
  it('need eight variables, and have a default for every other', () => {
    expect(settingsFrom({})).toEqual({
      mint: wallet(77),
      // The public keys of secret keys made of ones, twos and threes, as RFC 8032 derives them.
      pool: { address: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', secretKey: secretKeyOf(1) },
      oldPools: [],
      taxAuthority: { address: '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu', secretKey: secretKeyOf(2) },
      taxWallet: { address: 'GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse', secretKey: secretKeyOf(3) },
      adminWallet: wallet(9),
      adminKeys: new Map([['ops', { sha256: OPS, roles: ['read', 'operate', 'distribute'] }]]),
      isSecondKeyNeeded: false,
      activationDelayHours: 0,
      minPoolShare: null,
      alertLeast: { webhook: 'info', discord: 'info', telegram: 'info' },
      alertUnpaidRounds: 2,
      rpcUrls: ['https://rpc.test/canary-key'],
      isOneNodeTrusted: true,
      publicRpcUrl: 'https://api.mainnet-beta.solana.com',
      explorerUrl: 'https://explorer.solana.com',
      cluster: 'mainnet-beta',
      beacon: {
        name: 'quicknet',
        publicKey:
          '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
          '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
        genesisTime: 1_692_803_367,
        periodSeconds: 3,
      },
      drandUrls: ['api.drand.sh', 'api2.drand.sh', 'api3.drand.sh', 'drand.cloudflare.com'].map(
        (host) => `https://${host}/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971`,
      ),
      clock: { genesisTime: 1_700_000_001, roundSeconds: 3_600, entryLockSeconds: 60 },
      drawTopHolders: 0,
      payouts: 'live',
      excludedWallets: [],
      ...{ maxDailyPayout: null, witnesses: [] },
      ...{ alertWebhookUrl: null, alertWebhookSecret: null, alertDiscordUrl: null, alertTelegram: null },
      ...{ heartbeatUrl: null, environment: 'production', runbookUrl: 'docs/runbook.md' },
      ...{ channelDiscordUrl: null, channelTelegram: null, siteUrl: null, vapid: null },
      recentWinnersMax: 20,
      buyLinks: [
        { name: 'Raydium', url: `https://raydium.io/swap/?inputMint=sol&outputMint=${wallet(77)}` },
        { name: 'Jupiter', url: `https://jup.ag/swap/SOL-${wallet(77)}` },
      ],
      ...{ communityLinks: [], supportUrl: null },
      solPriceUrls: [
        'https://api.coingecko.com/api/v3/simple/price?ids=solana&vs_currencies=usd',
        'https://data-api.binance.vision/api/v3/ticker/price?symbol=SOLUSDT',
        'https://api.coinbase.com/v2/prices/SOL-USD/spot',
      ],
      ...{ raydiumUrl: 'https://transaction-v1.raydium.io', jupiterUrl: 'https://api.jup.ag', jupiterApiKey: null },
      ...{ autoSwap: true, minTax: 1_000_000_000n, maxSwap: 5_000_000_000_000n },
      // As Raydium's and Jupiter's documentation give them: CPMM, CLMM, version 6.
      swapPrograms: [
        'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
        'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
        'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
      ],
      objectLocation: null,
    });
  });

  it.each(REQUIRED)('without %s are incomplete, and say so in one sentence', (name) => {
    for (const missing of [undefined, '', '  ']) {
      expect(problemsOf({ ...COMPLETE, [name]: missing })).toEqual([`${name} is not set`]);
    }
  });

  const badKeys = [
    'canary',
    'canary 0OIl',
    wallet(1),
    base58.encode(new Uint8Array(63).fill(5)),
    base58.encode(new Uint8Array(65).fill(5)),
    JSON.stringify([...new Uint8Array(32).fill(5)]),
    JSON.stringify([...new Uint8Array(63).fill(5), 256]),
    JSON.stringify([...new Uint8Array(63).fill(5), 1.5]),
    JSON.stringify([...new Uint8Array(63).fill(5), 'canary']),
    '[1,2,canary',
    '{"canary":1}',
  ];
  const excluded = (address: string, reason: string) => JSON.stringify([{ address, reason }]);
  const link = (name: string, url: string) => JSON.stringify([{ name, url }]);
  const seers = (...list: readonly (readonly [string, string])[]) =>
    JSON.stringify(list.map(([name, address]) => ({ name, address })));
  it.each([
    ['GOD_MINT', ['canary', 'canary0OIl', `${wallet(77)}1`]],
    ['POOL_SECRET_KEY', badKeys],
    ['TAX_AUTHORITY_SECRET_KEY', badKeys],
    ['TAX_SECRET_KEY', badKeys],
    ['ADMIN_WALLET', ['canary']],
    ['ADMIN_KEYS', ['canary', '[]', 'null', '"canary"', '{"canary":"canary"}', `{"":"${'a'.repeat(64)}"}`]],
    ['ADMIN_KEYS', [`{"canary":"${'A'.repeat(64)}"}`, `{"canary":"${'a'.repeat(63)}"}`, '{"canary":5}']],
    ['RPC_URLS', ['canary', 'ftp://canary.test', ' , ', 'https://ok.test,canary']],
    ['ONE_NODE', ['canary', 'true', 'Trusted']],
    ['PUBLIC_RPC_URL', ['canary', 'javascript:canary', 'wss://canary.test']],
    ['EXPLORER_URL', ['canary', 'javascript:canary']],
    ['CLUSTER', ['canary', 'mainnet']],
    ['DRAND_URLS', ['canary', 'ftp://canary.test', 'https://canary.test']],
    ['OBJECT_LOCATION', ['canary', 'WEUR', 'afr']],
    ['DRAND_PUBLIC_KEY', ['canary', 'a'.repeat(191), 'A'.repeat(192)]],
    ['DRAND_GENESIS', ['canary', '1.5', '-1', '0']],
    ['DRAND_PERIOD', ['canary', '0', '3601', '3s']],
    ['GENESIS_TIME', ['canary', '1700000000.5', '-1700000000', '2026-12-01', '2026-12-01T00:00:00.500Z']],
    ['ROUND_SECONDS', ['canary', '19', '604801', '1e4', '3600.0', '0x20']],
    ['ENTRY_LOCK_SECONDS', ['canary', '9', '86401']],
    ['DRAW_TOP_HOLDERS', ['canary', '-1', '1000001']],
    ['PAYOUTS', ['canary', 'Live', 'true', 'dry-run']],
    ['EXCLUDED_WALLETS', ['canary', '{}', '["canary"]', excluded('canary', 'x'), excluded(wallet(1), '')]],
    ['EXCLUDED_WALLETS', [excluded(wallet(1), 'canary'.repeat(14))]],
    ['MAX_DAILY_PAYOUT_SOL', ['canary', '-1', '1.0000000001']],
    ['ALERT_WEBHOOK_URL', ['canary', 'javascript:canary']],
    ['RECENT_WINNERS_MAX', ['canary', '0', '21']],
    [
      'BUY_LINKS',
      ['canary', '{}', '["https://canary.test"]', link('canary', 'http://canary.test'), link('', 'https://c.test')],
    ],
    ['BUY_LINKS', [JSON.stringify(Array(9).fill({ name: 'canary', url: 'https://canary.test' }))]],
    [
      'COMMUNITY_LINKS',
      [link('canary', 'javascript:canary'), link('canary', 'java\nscript:canary'), link('canary', '/c')],
    ],
    ['COMMUNITY_LINKS', [link('canary', 'data:text/html,canary'), link('canary'.repeat(7), 'https://canary.test')]],
    ['WITNESSES', ['canary', '{}', seers(['canary', 'x']), seers(['', wallet(1)]), seers(['x'.repeat(41), wallet(1)])]],
    [
      'WITNESSES',
      [seers(['a', wallet(1)], ['canary', wallet(1)]), seers(['canary', wallet(1)], ['canary', wallet(2)])],
    ],
    ['WITNESSES', [seers(...Array.from({ length: 9 }, (): [string, string] => ['canary', wallet(1)]))]],
    ['SUPPORT_URL', ['canary', 'javascript:canary', 'http://canary.test', 'tel:canary']],
    [
      'SOL_PRICE_URLS',
      [
        'canary',
        ' , ',
        'https://canary.test/price',
        'ftp://canary.test/v2/prices/SOL-USD/spot',
        'https://ok.test/v2/prices/BTC-USD/spot',
      ],
    ],
    ['RAYDIUM_URL', ['canary', 'ftp://canary.test']],
    ['JUPITER_URL', ['canary', 'javascript:canary']],
    ['AUTO_SWAP', ['canary', 'TRUE', '1', 'yes']],
    ['MIN_TAX_GOD', ['canary', '0', '-1', '1.5', '1e3', '1234567890123']],
    ['MAX_SWAP_GOD', ['canary', '0', '1,000']],
    // The token program itself is never an exchange.
    ['SWAP_PROGRAMS', ['canary', ',', 'none,none', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']],
    ['SWAP_PROGRAMS', ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4,canary']],
  ])('with a malformed %s name it and never repeat the value', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ ...COMPLETE, [name]: value });
      expect(problems, value).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name} must (be|name) \\w.{8,}$`));
      expect(problems[0]).not.toContain('canary');
      if (value.length > 10) expect(problems[0]).not.toContain(value);
    }
  });

  it('refuse a secret key whose public half belongs to another key', () => {
    const patched = new Uint8Array([...secretKeyOf(1).subarray(0, 32), ...secretKeyOf(2).subarray(32)]);
    for (const text of [base58.encode(patched), JSON.stringify([...patched])]) {
      const problems = problemsOf({ ...COMPLETE, POOL_SECRET_KEY: text });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^POOL_SECRET_KEY /);
    }
  });

  it('report everything that is wrong at once', () => {
    expect([...problemsOf({})].sort()).toEqual(REQUIRED.map((name) => `${name} is not set`).sort());
    const { GOD_MINT, RPC_URLS, ...rest } = COMPLETE;
    const problems = problemsOf({ ...rest, POOL_SECRET_KEY: 'canary', ROUND_SECONDS: '1', CLUSTER: 'canary' });
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([
      ...['CLUSTER', 'GOD_MINT', 'POOL_SECRET_KEY', 'ROUND_SECONDS', 'RPC_URLS'],
    ]);
    expect(problems.join()).not.toContain('canary');
  });

  it('never contradict themselves', () => {
    const short = { ROUND_SECONDS: '60', ENTRY_LOCK_SECONDS: '60' };
    const early = { GENESIS_TIME: '1692803364' };
    const tooShort = 'ENTRY_LOCK_SECONDS must be shorter than ROUND_SECONDS';
    const tooEarly = 'GENESIS_TIME must not be before DRAND_GENESIS: no beacon exists before that time';
    expect(problemsOf({ ...COMPLETE, ...short })).toEqual([tooShort]);
    expect(problemsOf({ ...COMPLETE, ...early })).toEqual([tooEarly]);
    expect(problemsOf({ ...COMPLETE, ...short, ...early })).toEqual([tooShort, tooEarly]);
    expect(problemsOf({ ...COMPLETE, ...short, ENTRY_LOCK_SECONDS: '59' })).toEqual([]);
    expect(problemsOf({ ...COMPLETE, GENESIS_TIME: '1692803367' })).toEqual([]);
  });

  it('refuse rounds that end between two beacons, because no terms with such a timetable count', () => {
    const offBeacon =
      'GENESIS_TIME and ROUND_SECONDS must make every round end at a beacon time of DRAND_GENESIS and DRAND_PERIOD';
    const beaconAt = (genesis: number) => ({ DRAND_GENESIS: '1700000000', GENESIS_TIME: `${genesis}` });
    const problems = (period: number, genesis: number, roundSeconds: number) =>
      problemsOf({
        ...{ ...COMPLETE, ...beaconAt(genesis), ROUND_SECONDS: `${roundSeconds}`, DRAND_PERIOD: `${period}` },
        ENTRY_LOCK_SECONDS: '10',
      });
    expect(problems(30, 1_700_000_030, 60)).toEqual([]);
    expect(problems(30, 1_700_000_031, 60)).toEqual([offBeacon]);
    expect(problems(30, 1_700_000_030, 61)).toEqual([offBeacon]);
    expect(problems(3, 1_700_000_001, 60)).toEqual([offBeacon]);
    expect(problems(2, 1_700_000_001, 61)).toEqual([offBeacon]);
    expect(problems(1, 1_700_000_001, 61)).toEqual([]);
  });

  it('read a secret key as base58 or as a JSON array, with white space around it', () => {
    const pool = settingsFrom({}).pool;
    for (const text of [
      JSON.stringify([...secretKeyOf(1)]),
      ` ${JSON.stringify([...secretKeyOf(1)], null, 1)}\n`,
      `\n${COMPLETE.POOL_SECRET_KEY} `,
    ]) {
      expect(settingsFrom({ POOL_SECRET_KEY: text }).pool).toEqual(pool);
    }
  });

  it('read lists of addresses with spaces, empty parts and closing slashes', () => {
    const { rpcUrls, drandUrls } = settingsFrom({
      RPC_URLS: ' https://a.test/x/ , ,http://b.test:8899,',
      DRAND_URLS: `https://c.test/${QUICKNET_CHAIN_HASH}/`,
    });
    expect(rpcUrls).toEqual(['https://a.test/x', 'http://b.test:8899']);
    expect(drandUrls).toEqual([`https://c.test/${QUICKNET_CHAIN_HASH}`]);
  });

  it('take a genesis in unix seconds or as an ISO time', () => {
    expect(settingsFrom({ GENESIS_TIME: '2026-12-01T00:00:00Z' }).clock.genesisTime).toBe(1_796_083_200);
    expect(settingsFrom({ GENESIS_TIME: '1796083200' }).clock.genesisTime).toBe(1_796_083_200);
  });

  it('take everything else as it is written', () => {
    const reason = 'r'.repeat(80);
    expect(
      settingsFrom({
        ...{
          ROUND_SECONDS: '21',
          ENTRY_LOCK_SECONDS: '12',
          DRAW_TOP_HOLDERS: '10',
          RECENT_WINNERS_MAX: '1',
          PAYOUTS: 'shadow',
        },
        ...{ MAX_DAILY_PAYOUT_SOL: '0.5', ALERT_WEBHOOK_URL: 'https://hooks.test/canary', CLUSTER: 'devnet' },
        ...{ EXPLORER_URL: 'https://solscan.io/', PUBLIC_RPC_URL: 'https://public.test' },
        ...{ BUY_LINKS: link('Orca', 'https://orca.test/{mint}?to={mint}'), SUPPORT_URL: 'mailto:help@canary.test' },
        COMMUNITY_LINKS: link('Telegram', 'https://t.test/god'),
        ...{ RAYDIUM_URL: 'https://ray.test/api/', JUPITER_URL: 'https://jup.test', JUPITER_API_KEY: ' canary ' },
        SOL_PRICE_URLS: 'https://kraken.test/0/public/Ticker?pair=SOLUSD, http://any.test/here/v2/prices/SOL-USD/spot/',
        ...{ EXCLUDED_WALLETS: excluded(wallet(8), reason), WITNESSES: seers(['Ada', wallet(1)]) },
        ...{ AUTO_SWAP: 'false', MIN_TAX_GOD: '1', MAX_SWAP_GOD: '250000' },
        SWAP_PROGRAMS: ' JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4 , CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
      }),
    ).toMatchObject({
      clock: { roundSeconds: 21, entryLockSeconds: 12 },
      ...{
        drawTopHolders: 10,
        payouts: 'shadow',
        recentWinnersMax: 1,
        maxDailyPayout: 500_000_000n,
        cluster: 'devnet',
      },
      ...{ alertWebhookUrl: 'https://hooks.test/canary', explorerUrl: 'https://solscan.io' },
      ...{ publicRpcUrl: 'https://public.test', excludedWallets: [{ address: wallet(8), reason }] },
      buyLinks: [{ name: 'Orca', url: `https://orca.test/${wallet(77)}?to=${wallet(77)}` }],
      communityLinks: [{ name: 'Telegram', url: 'https://t.test/god' }],
      supportUrl: 'mailto:help@canary.test',
      witnesses: [{ name: 'Ada', address: wallet(1) }],
      ...{ raydiumUrl: 'https://ray.test/api', jupiterUrl: 'https://jup.test', jupiterApiKey: 'canary' },
      solPriceUrls: ['https://kraken.test/0/public/Ticker?pair=SOLUSD', 'http://any.test/here/v2/prices/SOL-USD/spot'],
      ...{ autoSwap: false, minTax: 1_000_000n, maxSwap: 250_000_000_000n },
      swapPrograms: ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'],
    });
    expect(settingsFrom({ SWAP_PROGRAMS: 'none' }).swapPrograms).toEqual([]);
  });

  it.each([
    ['key', { DRAND_PUBLIC_KEY: 'ab'.repeat(96) }],
    ['genesis', { DRAND_GENESIS: '1692803364' }],
    ['period', { DRAND_PERIOD: '2' }],
  ])('call a beacon network with another %s custom, never quicknet', (_what, altered) => {
    expect(settingsFrom({}).beacon.name).toBe('quicknet');
    expect(settingsFrom(altered).beacon.name).toBe('custom');
  });

  it('are read once per environment', () => {
    const given = { ...COMPLETE };
    expect(settingsOf(given)).toBe(settingsOf(given));
    expect(settingsOf({ ...COMPLETE })).not.toBe(settingsOf(given));
  });

  it('take bindings that are no text for not set', () => {
    expect(problemsOf({ ...COMPLETE, GOD_MINT: { get: () => 'canary' }, DB: {} })).toEqual(['GOD_MINT is not set']);
  });
});
