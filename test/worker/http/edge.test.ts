import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { STYLE_HASH } from '#page';
import { publicConfig } from '../../../src/contract/config.ts';
import { apiError } from '../../../src/contract/error.ts';
import { health } from '../../../src/contract/health.ts';
import { app } from '../../../worker/app.ts';
import { wallet } from '../../domain/wallets.ts';
import { ask, BINDINGS, READY } from '../apiClient.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { freshWorker } from '../freshWorker.ts';

describe('the API', () => {
  let errors: MockInstance<typeof console.error>;
  beforeEach(async () => {
    await emptyDatabase();
    errors = vi.spyOn(console, 'error').mockReturnValue();
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
      for (const inner of [...Object.keys(COMPLETE), 'canary', '.ts']) expect(text).not.toContain(inner);
    });
  });

  it('answers /api/health with what the lock says once it is set up', async () => {
    // The next full hour: no round can end, or be locked, before the answer is there.
    const GENESIS_TIME = new Date(Math.ceil((Date.now() + 1) / 3_600_000) * 3_600_000).toISOString();
    const { status, json, response } = await ask('/api/health', {}, { ...READY, GENESIS_TIME });
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
    // Not the end of any round, so this route never returned it.
    ['/api/lottery/rounds?cursor=999999999', 'cursor'],
    ['/api/lottery/winners?cursor=999999999-1', 'cursor'],
    // A request has only one spelling, because another one would be another key in every cache.
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

  it('answers the same, and shows its pages, while neither the object nor the stored state can be read', async () => {
    const CACHE = { get: () => Promise.reject(new Error('KV is down')) };
    const ROUNDS = { getByName: () => ({ publicState: () => Promise.reject(new Error('moved')) }) };
    const worker = freshWorker({ CACHE, ROUNDS });
    expect((await worker.ask('/api/lottery/stats')).status).toBe(503);
    const page = await worker.ask('/');
    expect(page.status).toBe(200);
    expect(page.response.headers.get('content-type')).toContain('text/html');
  });

  /** A database whose error message must not get outside. */
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
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('sends the policy of a page with a page: its own scripts and style, and no frame', async () => {
    const policy = (await app.request('/wallet', {}, READY)).headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' ${STYLE_HASH}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*|canary/);
  });

  it('lets the page reach the public RPC by its origin, and nothing else', async () => {
    const response = await app.request('/wallet', {}, { ...READY, PUBLIC_RPC_URL: 'https://public.test/path?x=1' });
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self' https://public.test;");
  });

  it('lets the pages that verify reach drand and any server of the visitor’s; threads are this site’s alone', async () => {
    const policyOf = async (path: string) => {
      const response = await app.request(path, {}, READY);
      const parts = (response.headers.get('content-security-policy') ?? '').split('; ');
      return ['connect-src', 'worker-src'].map((name) => parts.find((part) => part.startsWith(name)));
    };
    const wide = ["connect-src 'self' https: http://localhost:* http://127.0.0.1:*", "worker-src 'self'"];
    for (const path of ['/audit', '/audit/', '/rounds/12']) expect(await policyOf(path)).toEqual(wide);
    const [usual, threads] = await policyOf('/');
    expect([usual?.includes('https:;'), usual?.includes('localhost'), threads]).toEqual([
      false,
      false,
      "worker-src 'self'",
    ]);
    for (const path of [...['/wallet', `/wallet/${wallet(1)}`, '/rounds', '/rounds/0', '/rounds/12/x', '/audits']])
      expect(await policyOf(path)).toEqual([usual, threads]);
  });

  it('publishes its configuration without a secret', async () => {
    const { status, json, text } = await ask('/api/config');
    expect(status).toBe(200);
    expect(publicConfig.parse(json)).toMatchObject({
      ...{ mint: wallet(77), poolWallet: 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', supply: null },
      ...{ threshold: '100000000000', poolShare: 0.2, prizeShares: [0.7, 0.2, 0.1] },
      ...{ genesisTime: '2023-11-14T22:13:21.000Z', roundSeconds: 3_600, entryLockSeconds: 60, rpcNodes: 1 },
      ...{ drawTopHolders: 0, recentWinnersMax: 20, communityLinks: [], supportUrl: null },
      buyLinks: [{ name: 'Raydium' }, { name: 'Jupiter', url: `https://jup.ag/swap/SOL-${wallet(77)}` }],
    });
    const { POOL_SECRET_KEY, TAX_AUTHORITY_SECRET_KEY, TAX_SECRET_KEY, ADMIN_KEYS, RPC_URLS } = COMPLETE;
    for (const secret of [POOL_SECRET_KEY, TAX_AUTHORITY_SECRET_KEY, TAX_SECRET_KEY, ADMIN_KEYS.slice(8, -2), RPC_URLS])
      expect(text).not.toContain(secret);
  });

  it('says how many nodes it asks', async () => {
    const RPC_URLS = 'https://a.test/key,https://b.test/key';
    const { text } = await freshWorker({ RPC_URLS }).ask('/api/config');
    expect(publicConfig.parse(JSON.parse(text)).rpcNodes).toBe(2);
  });
});
