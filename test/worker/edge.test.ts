import { env } from 'cloudflare:workers';
import { base58 } from '@scure/base';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { STYLE_HASH } from '#page';
import { publicConfig } from '../../src/contract/config.ts';
import { apiError } from '../../src/contract/error.ts';
import { health } from '../../src/contract/health.ts';
import { proof, roundDetail, roundsPage } from '../../src/contract/round.ts';
import { winnersPage } from '../../src/contract/winner.ts';
import { app } from '../../worker/app.ts';
import { parseSettings, settingsOf } from '../../worker/settings/parseSettings.ts';
import type { Settings } from '../../worker/settings/Settings.ts';
import { pausesSince } from '../../worker/store/pauses.ts';
import { createRoundStore } from '../../worker/store/rounds.ts';
import { wallet } from '../domain/wallets.ts';
import { ADMIN_KEY, COMPLETE, secretKeyOf } from './completeSettings.ts';
import { emptyDatabase } from './database.ts';
import { freshWorker } from './freshWorker.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, POOL, WINNERS_1000 } from './honestRound.ts';

type Given = Record<string, unknown>;
const REQUIRED = Object.keys(COMPLETE);

function problemsOf(given: Given): readonly string[] {
  const parsed = parseSettings(given);
  return parsed.ok ? [] : parsed.problems;
}

function settingsFrom(altered: Given): Settings {
  const parsed = parseSettings({ ...COMPLETE, ...altered });
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  return parsed.settings;
}

describe('the settings', () => {
  it('need eight variables, and have a default for every other', () => {
    expect(settingsFrom({})).toEqual({
      mint: wallet(77),
      // The public keys of secret keys made of ones, twos and threes, as RFC 8032 derives them.
      pool: { address: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', secretKey: secretKeyOf(1) },
      taxAuthority: { address: '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu', secretKey: secretKeyOf(2) },
      taxWallet: { address: 'GyGKxMyg1p9SsHfm15MkNUu1u9TN2JtTspcdmrtGUdse', secretKey: secretKeyOf(3) },
      adminWallet: wallet(9),
      adminKeys: new Map([['ops', '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2']]),
      rpcUrls: ['https://rpc.test/canary-key'],
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
      clock: { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 },
      drawTopHolders: 0,
      excludedWallets: [],
      maxDailyPayout: null,
      alertWebhookUrl: null,
      recentWinnersMax: 20,
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
  it.each([
    ['GOD_MINT', ['canary', 'canary0OIl', `${wallet(77)}1`]],
    ['POOL_SECRET_KEY', badKeys],
    ['TAX_AUTHORITY_SECRET_KEY', badKeys],
    ['TAX_SECRET_KEY', badKeys],
    ['ADMIN_WALLET', ['canary']],
    ['ADMIN_KEYS', ['canary', '[]', 'null', '"canary"', '{"canary":"canary"}', `{"":"${'a'.repeat(64)}"}`]],
    ['ADMIN_KEYS', [`{"canary":"${'A'.repeat(64)}"}`, `{"canary":"${'a'.repeat(63)}"}`, '{"canary":5}']],
    ['RPC_URLS', ['canary', 'ftp://canary.test', ' , ', 'https://ok.test,canary']],
    ['PUBLIC_RPC_URL', ['canary', 'javascript:canary', 'wss://canary.test']],
    ['EXPLORER_URL', ['canary', 'javascript:canary']],
    ['CLUSTER', ['canary', 'mainnet']],
    ['DRAND_URLS', ['canary', 'ftp://canary.test']],
    ['DRAND_PUBLIC_KEY', ['canary', 'a'.repeat(191), 'A'.repeat(192)]],
    ['DRAND_GENESIS', ['canary', '1.5', '-1', '0']],
    ['DRAND_PERIOD', ['canary', '0', '3601', '3s']],
    ['GENESIS_TIME', ['canary', '1700000000.5', '-1700000000', '2026-12-01', '2026-12-01T00:00:00.500Z']],
    ['ROUND_SECONDS', ['canary', '19', '604801', '1e4', '3600.0', '0x20']],
    ['ENTRY_LOCK_SECONDS', ['canary', '9', '86401']],
    ['DRAW_TOP_HOLDERS', ['canary', '-1', '1000001']],
    ['EXCLUDED_WALLETS', ['canary', '{}', '["canary"]', excluded('canary', 'x'), excluded(wallet(1), '')]],
    ['EXCLUDED_WALLETS', [excluded(wallet(1), 'canary'.repeat(14))]],
    ['MAX_DAILY_PAYOUT_SOL', ['canary', '-1', '1.0000000001']],
    ['ALERT_WEBHOOK_URL', ['canary', 'javascript:canary']],
    ['RECENT_WINNERS_MAX', ['canary', '0', '21']],
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
    // The token program itself is no exchange, whoever asks.
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
    const early = { GENESIS_TIME: '1692803366' };
    const tooShort = 'ENTRY_LOCK_SECONDS must be shorter than ROUND_SECONDS';
    const tooEarly = 'GENESIS_TIME must not be before DRAND_GENESIS: no beacon exists for its rounds';
    expect(problemsOf({ ...COMPLETE, ...short })).toEqual([tooShort]);
    expect(problemsOf({ ...COMPLETE, ...early })).toEqual([tooEarly]);
    expect(problemsOf({ ...COMPLETE, ...short, ...early })).toEqual([tooShort, tooEarly]);
    expect(problemsOf({ ...COMPLETE, ...short, ENTRY_LOCK_SECONDS: '59' })).toEqual([]);
    expect(problemsOf({ ...COMPLETE, GENESIS_TIME: '1692803367' })).toEqual([]);
  });

  it('let no round end between two beacons that are so far apart that the older one was known before the commitment', () => {
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
    expect(problems(5, 1_700_000_001, 60)).toEqual([offBeacon]);
    expect(problems(4, 1_700_000_001, 61)).toEqual([]);
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
      DRAND_URLS: 'https://c.test/hash/',
    });
    expect(rpcUrls).toEqual(['https://a.test/x', 'http://b.test:8899']);
    expect(drandUrls).toEqual(['https://c.test/hash']);
  });

  it('take a genesis in unix seconds or as an ISO time', () => {
    expect(settingsFrom({ GENESIS_TIME: '2026-12-01T00:00:00Z' }).clock.genesisTime).toBe(1_796_083_200);
    expect(settingsFrom({ GENESIS_TIME: '1796083200' }).clock.genesisTime).toBe(1_796_083_200);
  });

  it('take everything else as it is written', () => {
    const reason = 'r'.repeat(80);
    expect(
      settingsFrom({
        ...{ ROUND_SECONDS: '20', ENTRY_LOCK_SECONDS: '10', DRAW_TOP_HOLDERS: '10', RECENT_WINNERS_MAX: '1' },
        ...{ MAX_DAILY_PAYOUT_SOL: '0.5', ALERT_WEBHOOK_URL: 'https://hooks.test/canary', CLUSTER: 'devnet' },
        ...{ EXPLORER_URL: 'https://solscan.io/', PUBLIC_RPC_URL: 'https://public.test' },
        ...{ RAYDIUM_URL: 'https://ray.test/api/', JUPITER_URL: 'https://jup.test', JUPITER_API_KEY: ' canary ' },
        SOL_PRICE_URLS: 'https://kraken.test/0/public/Ticker?pair=SOLUSD, http://any.test/here/v2/prices/SOL-USD/spot/',
        EXCLUDED_WALLETS: excluded(wallet(8), reason),
        ...{ AUTO_SWAP: 'false', MIN_TAX_GOD: '1', MAX_SWAP_GOD: '250000' },
        SWAP_PROGRAMS: ' JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4 , CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
      }),
    ).toMatchObject({
      clock: { roundSeconds: 20, entryLockSeconds: 10 },
      ...{ drawTopHolders: 10, recentWinnersMax: 1, maxDailyPayout: 500_000_000n, cluster: 'devnet' },
      ...{ alertWebhookUrl: 'https://hooks.test/canary', explorerUrl: 'https://solscan.io' },
      ...{ publicRpcUrl: 'https://public.test', excludedWallets: [{ address: wallet(8), reason }] },
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
    ['period', { DRAND_PERIOD: '4' }],
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

describe('the API', () => {
  const BINDINGS = { DB: env.DB, CACHE: env.CACHE, ROUNDS: env.ROUNDS, ASSETS: env.ASSETS };
  const READY = { ...BINDINGS, ...COMPLETE };
  const ask = async (path: string, init: RequestInit = {}, given: object = READY) => {
    const response = await app.request(path, init, given);
    const text = await response.text();
    return { response, text, status: response.status, json: JSON.parse(text) as unknown };
  };

  let db: D1Database;
  const errors = vi.spyOn(console, 'error');
  beforeEach(async () => {
    db = await emptyDatabase();
    errors.mockReset();
    errors.mockImplementation(() => {});
    // The real lock has no settings here: what the edge says about that is expected.
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });

  describe('before it is set up', () => {
    const { GOD_MINT, ...rest } = COMPLETE;
    const incomplete = { ...BINDINGS, ...rest, POOL_SECRET_KEY: 'canary' };

    it('answers /api/health with 503 and names every variable, never a value', async () => {
      const { status, text, json } = await ask('/api/health', {}, incomplete);
      expect(status).toBe(503);
      const { parts, ...answer } = health.parse(json);
      expect(answer.status).toBe('down');
      const detail = parts.find(({ name }) => name === 'settings')?.detail;
      expect(detail).toContain('GOD_MINT is not set');
      expect(detail).toContain('POOL_SECRET_KEY must be');
      expect(text).not.toContain('canary');
    });

    it.each([
      ['GET', '/api/lottery/stats'],
      ['GET', '/api/lottery/pool-balance'],
      ['GET', '/api/lottery/eligible-participants'],
      ['POST', '/api/lottery/trigger-round'],
      ['GET', '/api/lottery/rounds'],
      ['GET', '/api/lottery/winners'],
      ['GET', '/api/config'],
      ['POST', '/api/admin/operations/pause'],
      ['GET', '/api/nothing'],
    ])('answers %s %s with 503 and a sentence for visitors', async (method, path) => {
      const { status, text, json } = await ask(path, { method }, incomplete);
      expect(status).toBe(503);
      expect(apiError.parse(json)).toMatchObject({ success: false, code: 'NOT_CONFIGURED' });
      const forAdmins = path.startsWith('/api/admin/') ? ['errors'] : [];
      expect(Object.keys(json as object).sort()).toEqual(['code', 'error', ...forAdmins, 'success']);
      for (const inner of [...REQUIRED, 'canary', '.ts']) expect(text).not.toContain(inner);
    });
  });

  it('answers /api/health with what the lock says once it is set up', async () => {
    const { status, json, response } = await ask('/api/health');
    expect(status).toBe(200);
    const { parts } = health.parse(json);
    expect(parts.find(({ name }) => name === 'settings')).toMatchObject({ status: 'ok', detail: 'complete' });
    expect(parts.find(({ name }) => name === 'lock')).toMatchObject({ status: 'ok' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/lottery'],
    ['GET', '/api/lottery/stats/more'],
    ['DELETE', '/api/lottery/stats'],
    ['GET', '/api/lottery/trigger-round'],
    ['PATCH', '/api/lottery/rounds/1'],
  ])('answers %s %s with a JSON 404', async (method, path) => {
    const { status, json } = await ask(path, { method });
    expect(status).toBe(404);
    expect(apiError.parse(json).code).toBe('NOT_FOUND');
  });

  it.each([
    ['/api/lottery/rounds?limit=0', 'limit'],
    ['/api/lottery/rounds?limit=101', 'limit'],
    ['/api/lottery/rounds?limit=ten', 'limit'],
    ['/api/lottery/rounds?limit=', 'limit'],
    ['/api/lottery/rounds?limit=-1', 'limit'],
    ['/api/lottery/rounds?limit=1.5', 'limit'],
    ['/api/lottery/rounds?cursor=0', 'cursor'],
    ['/api/lottery/rounds?cursor=x', 'cursor'],
    ['/api/lottery/rounds?cursor=99999999999999999999', 'cursor'],
    // No round of the clock: this route never returned it.
    ['/api/lottery/rounds?cursor=999999999', 'cursor'],
    ['/api/lottery/winners?cursor=999999999-1', 'cursor'],
    // One question has one spelling: another one would be another key in every cache.
    ['/api/lottery/rounds?cursor=07', 'cursor'],
    ['/api/lottery/rounds?limit=05', 'limit'],
    ['/api/lottery/rounds?limit=5&limit=5', 'limit'],
    ['/api/lottery/rounds?limit=5&x=1', 'x'],
    ['/api/lottery/rounds?refresh=true', 'refresh'],
    ['/api/lottery/rounds?edge-cache=0', 'edge-cache'],
    ['/api/lottery/rounds?%3Cscript%3E', 'query'],
    ['/api/lottery/rounds/7?x=1', 'x'],
    ['/api/lottery/rounds/07', 'round'],
    ['/api/lottery/rounds/%37', 'round'],
    ['/api/lottery/rounds/007/proof', 'round'],
    ['/api/lottery/rounds/%37/proof', 'round'],
    ['/api/lottery/winners?cursor=07-1', 'cursor'],
    ['/api/lottery/winners?x=1', 'x'],
    ['/api/lottery/tax?x=1', 'x'],
    ['/api/lottery/stats?x=1', 'x'],
    ['/api/lottery/wallets/So11111111111111111111111111111111111111112?x=1', 'x'],
    ['/api/lottery/wallets/%53o11111111111111111111111111111111111111112', 'address'],
    ['/api/lottery/rounds/0', 'round'],
    ['/api/lottery/rounds/abc', 'round'],
    ['/api/lottery/rounds/-1', 'round'],
    ['/api/lottery/rounds/1e3/proof', 'round'],
    ['/api/lottery/winners?address=canary', 'address'],
    ['/api/lottery/winners?address=', 'address'],
    ['/api/lottery/winners?cursor=7', 'cursor'],
    ['/api/lottery/winners?cursor=7-4', 'cursor'],
    ['/api/lottery/winners?limit=1000', 'limit'],
    ['/api/lottery/stats?refresh=maybe', 'refresh'],
  ])('answers %s with 400 and names the field %s', async (path, field) => {
    const { status, json, text } = await ask(path);
    expect(status).toBe(400);
    const { code, error } = apiError.parse(json);
    expect(code).toBe('BAD_REQUEST');
    expect(error).toMatch(new RegExp(`^${field}: \\w`));
    expect(text).not.toContain('canary');
  });

  it('answers 503 with a sentence while the chain has not been read', async () => {
    for (const path of ['stats', 'pool-balance', 'eligible-participants']) {
      const { status, json, response } = await ask(`/api/lottery/${path}`);
      expect(status).toBe(503);
      expect(apiError.parse(json).code).toBe('NOT_READY');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const trigger = await ask('/api/lottery/trigger-round', { method: 'POST' });
    expect(trigger.status).toBe(200);
    expect(trigger.json).toMatchObject({ success: false, code: 'BEACON_PENDING' });
  });

  /** A database that fails with words nobody outside may read. */
  const BROKEN = {
    ...READY,
    DB: {
      withSession() {
        throw new Error('D1_ERROR: canary');
      },
    },
  };

  it('answers a fault of its own with 500 and a sentence, and keeps the details for the log', async () => {
    const { status, json, text, response } = await ask('/api/lottery/rounds', {}, BROKEN);
    expect(status).toBe(500);
    expect(apiError.parse(json).code).toBe('INTERNAL');
    expect(text).not.toMatch(/canary|D1|\bat /);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(errors.mock.calls.flat().join()).toContain('D1_ERROR: canary');
  });

  it.each([
    ['a good answer', '/api/config', READY, 200],
    ['bad input', '/api/lottery/rounds?limit=0', READY, 400],
    ['a closed door', '/api/admin/operations/advance', READY, 401],
    ['an unknown path', '/api/nothing', READY, 404],
    ['a fault', '/api/lottery/rounds', BROKEN, 500],
    ['missing settings', '/api/config', BINDINGS, 503],
  ])('sends its security headers with %s', async (_what, path, given, expected) => {
    const { status, response } = await ask(path, path.includes('admin') ? { method: 'POST' } : {}, given);
    expect(status).toBe(expected);
    expect(response.headers.get('content-type')).toContain('application/json');
    const headers = Object.fromEntries(response.headers);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    const policy = headers['content-security-policy']?.split('; ');
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' ${STYLE_HASH}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(part);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|canary/);
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('lets the page reach the public RPC by its origin, and nothing else', async () => {
    const { response } = await ask('/api/config', {}, { ...READY, PUBLIC_RPC_URL: 'https://public.test/path?x=1' });
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self' https://public.test;");
  });

  it('publishes its configuration without a secret', async () => {
    const { status, json, text } = await ask('/api/config');
    expect(status).toBe(200);
    expect(publicConfig.parse(json)).toMatchObject({
      ...{ mint: wallet(77), poolWallet: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', supply: null },
      ...{ threshold: '100000000000', poolShare: 0.2, prizeShares: [0.7, 0.2, 0.1] },
      ...{ genesisTime: '2023-11-14T22:13:20.000Z', roundSeconds: 3_600, entryLockSeconds: 60, rpcNodes: 1 },
    });
    const { POOL_SECRET_KEY, TAX_AUTHORITY_SECRET_KEY, TAX_SECRET_KEY, ADMIN_KEYS, RPC_URLS } = COMPLETE;
    for (const secret of [POOL_SECRET_KEY, TAX_AUTHORITY_SECRET_KEY, TAX_SECRET_KEY, ADMIN_KEYS.slice(8, -2), RPC_URLS])
      expect(text).not.toContain(secret);
  });

  it('says how many different nodes it asks', async () => {
    const RPC_URLS = 'https://a.test/key,https://b.test/key,https://a.test/key/';
    const { text } = await freshWorker({ RPC_URLS }).ask('/api/config');
    expect(publicConfig.parse(JSON.parse(text)).rpcNodes).toBe(2);
  });

  describe('for operators', () => {
    const post = (path: string, key: string | null, body: unknown = { reason: 'upgrade' }) =>
      ask(`/api/admin/operations/${path}`, {
        method: 'POST',
        // A client of its own for each path: wrong keys are slowed.
        headers: key === null ? {} : { 'x-admin-key': key, 'CF-Connecting-IP': `client of ${path}` },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });

    it.each(['pause', 'resume', 'advance'])('opens %s to nobody without the right key', async (path) => {
      const digest = '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2';
      for (const key of [null, '', 'wrong', 'let me in!', 'Let me in', 'ops', digest]) {
        const { status, json, response } = await post(path, key);
        expect(status).toBe(401);
        const error = 'Invalid admin key';
        expect(json).toEqual({ success: false, error, code: 'UNAUTHORIZED', errors: [error] });
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
      expect(await pausesSince(db, 0)).toEqual([]);
    });

    it('opens to any of several names, and remembers whose key it was', async () => {
      // SHA-256 of "let me in" and of "me too", by hashlib.
      const ADMIN_KEYS = JSON.stringify({
        first: '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2',
        second: '62a8a7b871986a90023fe2f3815f48e57865106a3eaaef99234054f3e274d993',
      });
      const by = async (path: string, key: string) => {
        const init = { method: 'POST', headers: { 'x-admin-key': key }, body: '{"reason":"upgrade"}' };
        return (await ask(`/api/admin/operations/${path}`, init, { ...READY, ADMIN_KEYS })).status;
      };
      expect([await by('pause', ADMIN_KEY), await by('resume', 'me too'), await by('pause', 'me three')]).toEqual([
        ...[200, 200, 401],
      ]);
      const { results } = await db.prepare('SELECT paused_by, resumed_by FROM pauses').all();
      expect(results).toEqual([{ paused_by: 'first', resumed_by: 'second' }]);
    });

    it('pauses and resumes with the right key and a reason', async () => {
      expect(await post('pause', ADMIN_KEY, { reason: ' upgrade ' })).toMatchObject({
        status: 200,
        json: { success: true },
      });
      expect(await pausesSince(db, 0)).toMatchObject([{ reason: 'upgrade', resumedAt: null }]);
      expect(await post('resume', ADMIN_KEY)).toMatchObject({ status: 200, json: { success: true } });
      expect(await pausesSince(db, 0)).toMatchObject([{ reason: 'upgrade', resumedAt: expect.any(Number) }]);
      expect(await db.prepare('SELECT paused_by, resumed_by FROM pauses').first()).toEqual({
        ...{ paused_by: 'ops', resumed_by: 'ops' },
      });
    });

    it('wakes the lock', async () => {
      expect(await post('advance', ADMIN_KEY, '')).toMatchObject({ status: 200, json: { success: true } });
    });

    it.each([
      ['no reason', {}, 'reason'],
      ['an empty reason', { reason: '   ' }, 'reason'],
      ['a reason that is no text', { reason: 5 }, 'reason'],
      ['a reason without end', { reason: 'x'.repeat(201) }, 'reason'],
      ['a list', [], 'body'],
      ['no JSON', 'reason=upgrade', 'The body must be JSON'],
    ])('answers %s with 400', async (_what, body, named) => {
      for (const path of ['pause', 'resume']) {
        const { status, json } = await post(path, ADMIN_KEY, body);
        expect(status).toBe(400);
        expect(apiError.parse(json).error.startsWith(named)).toBe(true);
      }
      expect(await pausesSince(db, 0)).toEqual([]);
    });
  });

  describe('about rounds', () => {
    /** Rounds 1 to 5 of the timetable; 3 is paid, 5 is locked, the others are missed. */
    const endOf = (round: number) => 1_700_000_000 + round * 3_600;
    beforeEach(async () => {
      const rounds = createRoundStore(db, () => 0);
      const missed = [1, 2, 4].map(
        (round) => ({ round, endsAt: endOf(round), state: 'rolled-over', reason: 'missed', detail: null }) as const,
      );
      await rounds.insertUnlocked(missed);
      for (const round of [3, 5])
        await rounds.insertLock(lockOf(round, DOCUMENTS, endOf(round)), DOCUMENTS, `lock-${round}`);
      await rounds.commit(3, { ...COMMITMENT, final: true });
      await rounds.draw(3, BEACON_1000, WINNERS_1000);
      await rounds.pay(3, 'payout-3', 311_222_500);
    });

    it('lists them newest first, page by page, without a gap or a repeat', async () => {
      const seen: number[] = [];
      let cursor: string | null = '';
      for (let pages = 0; cursor !== null && pages < 10; pages++) {
        const { json } = await ask(`/api/lottery/rounds?limit=2${cursor && `&cursor=${cursor}`}`);
        const page = roundsPage.parse(json);
        seen.push(...page.rounds.map(({ roundNumber }) => roundNumber));
        cursor = page.nextCursor;
      }
      expect(seen).toEqual([5, 4, 3, 2, 1]);
    });

    it('shows a paid round with everything that proves it, for ever', async () => {
      const { status, json, response } = await ask('/api/lottery/rounds/3/proof');
      expect(status).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(proof.parse(json)).toMatchObject({
        ...{ roundNumber: 3, state: 'paid', reason: null, rules: DOCUMENTS.rules },
        snapshot: { root: 'ce01e78cc793967077f0bb5af24092086874268b200cfb472247f959b03fe6d2' },
        commitment: { wallet: POOL, signature: 'commit-signature' },
        beacon: { network: 'quicknet', ...BEACON_1000 },
        prize: { totalLamports: '2469135780', lamports: ['1728395046', '493827156', '246913578'] },
        winners: [
          { place: 1, address: wallet(2), lamports: '1728395046' },
          { place: 2, address: wallet(3), lamports: '493827156' },
          { place: 3, address: wallet(6), lamports: '246913578' },
        ],
        payout: { signature: 'payout-3', status: 'final' },
      });
    });

    it('shows the list of a locked round before its draw, without a winner, and only for now', async () => {
      const { json, response } = await ask('/api/lottery/rounds/5/proof');
      const { snapshot, winners, payout, beacon } = proof.parse(json);
      expect(snapshot?.entries[1]).toEqual([wallet(2), '250000000001']);
      expect({ winners, payout, signature: beacon?.signature }).toEqual({
        winners: null,
        payout: null,
        signature: null,
      });
      expect(response.headers.get('cache-control')).toBe('public, max-age=1');
    });

    it('knows a round of the clock without a row as open, and none that has not started', async () => {
      const open = await ask('/api/lottery/rounds/6');
      expect(roundDetail.parse(open.json)).toMatchObject({ state: 'open', commitment: null, winners: [] });
      const future = await ask('/api/lottery/rounds/999999999');
      expect(future.status).toBe(404);
      expect(apiError.parse(future.json).code).toBe('NOT_FOUND');
    });

    it("lists winners, and one wallet's wins", async () => {
      const first = winnersPage.parse((await ask('/api/lottery/winners?limit=2')).json);
      expect(first.winners.map(({ place }) => place)).toEqual([1, 2]);
      expect(first).toMatchObject({ nextCursor: '3-2', total: 3 });
      const second = winnersPage.parse((await ask(`/api/lottery/winners?limit=2&cursor=${first.nextCursor}`)).json);
      expect(second).toMatchObject({ winners: [{ place: 3, address: wallet(6) }], nextCursor: null });
      const own = winnersPage.parse((await ask(`/api/lottery/winners?address=${wallet(3)}`)).json);
      expect(own).toMatchObject({ winners: [{ position: 'second', prizeLamports: '493827156' }], total: 1 });
    });
  });
});
