import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adminError, configAnswer } from '../../../src/contract/distribution.ts';
import { adminClient } from '../adminClient.ts';
import { ADMIN_KEY } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';

const CONFIG = '/tax-distribution/config';
const NOW = 1_767_225_600_000;

let db: D1Database;
beforeEach(async () => {
  db = await emptyDatabase();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Client = ReturnType<typeof adminClient>;
/** Sends a wrong key from a client. Returns after how many seconds the next one may come; 0 for at once. */
const guess = async (admin: Client, ip: string | null, key: string | null = 'wrong') => {
  const headers: Record<string, string> = ip === null ? {} : { 'CF-Connecting-IP': ip };
  const { status, response, json, cache } = await admin.ask(CONFIG, { key, headers });
  expect(cache).toBe('no-store');
  const { error, errors } = adminError.parse(json);
  expect(errors).toEqual([error]);
  return { status, error, retryAfter: response.headers.get('retry-after') };
};
const guesses = async (admin: Client, ip: string | null, times: number) => {
  const answers = [];
  for (let i = 0; i < times; i++) answers.push((await guess(admin, ip)).status);
  return answers;
};
const ten = Array.from({ length: 10 }, () => 401);
const opens = async (admin: Client, ip: string) =>
  configAnswer.parse((await admin.ask(CONFIG, { headers: { 'CF-Connecting-IP': ip } })).json).success;
const rows = async () => (await db.prepare('SELECT tries FROM wrong_keys ORDER BY tries').all()).results;

describe('a wrong admin key', () => {
  it('gets that answer ten times a minute and is then slowed down; the right key always opens', async () => {
    const admin = adminClient();
    expect(await guesses(admin, '192.0.2.1', 10)).toEqual(ten);
    for (let i = 0; i < 3; i++)
      expect(await guess(admin, '192.0.2.1')).toEqual({
        ...{ status: 429, error: 'Too many wrong keys. Try again in 60 seconds.', retryAfter: '60' },
      });
    expect(await opens(admin, '192.0.2.1')).toBe(true);
    // A right key does not reset the count, because it may come from another person behind the same address.
    expect((await guess(admin, '192.0.2.1')).status).toBe(429);
  });

  it('may be sent again after the minute', async () => {
    const admin = adminClient();
    await guesses(admin, '192.0.2.1', 10);
    vi.spyOn(Date, 'now').mockReturnValue(NOW + 59_001);
    expect(await guess(admin, '192.0.2.1')).toEqual({
      ...{ status: 429, error: 'Too many wrong keys. Try again in 1 second.', retryAfter: '1' },
    });
    vi.spyOn(Date, 'now').mockReturnValue(NOW + 60_000);
    expect(await guesses(admin, '192.0.2.1', 11)).toEqual([...ten, 429]);
  });

  it('slows its own network alone: an IPv4 address, or 64 bits of IPv6', async () => {
    const admin = adminClient();
    expect(await guesses(admin, '192.0.2.1', 11)).toEqual([...ten, 429]);
    expect((await guess(admin, '192.0.2.2')).status).toBe(401);
    expect(await guesses(admin, '2001:db8:0:1::1', 10)).toEqual(ten);
    for (const same of ['2001:db8:0:1::2', '2001:DB8:0:1:ffff:0:0:1', '2001:0db8::1:0:0:0:9'])
      expect((await guess(admin, same)).status, same).toBe(429);
    for (const other of ['2001:db8:0:2::1', '2001:db8::1', '::1'])
      expect((await guess(admin, other)).status, other).toBe(401);
  });

  it('without an address is counted for all such clients together', async () => {
    const admin = adminClient();
    expect(await guesses(admin, null, 11)).toEqual([...ten, 429]);
  });

  it('is counted across isolates', async () => {
    const [one, two, three] = [adminClient(), adminClient(), adminClient()];
    expect(await guesses(one, '192.0.2.1', 6)).toEqual(ten.slice(4));
    expect(await guesses(two, '192.0.2.1', 5)).toEqual([...ten.slice(6), 429]);
    expect((await guess(three, '192.0.2.1')).status).toBe(429);
    expect(await opens(three, '192.0.2.1')).toBe(true);
  });

  it('costs the database at most ten writes a minute and isolate, however large the flood', async () => {
    const batch = vi.spyOn(db, 'batch');
    const admin = adminClient({ DB: db });
    const flood = await Promise.all(Array.from({ length: 200 }, () => guess(admin, '192.0.2.1')));
    expect(flood.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(190);
    expect(batch).toHaveBeenCalledTimes(10);
    await guess(adminClient(), '192.0.2.1');
    await guess(adminClient(), '192.0.2.1');
    expect(await rows()).toEqual([{ tries: 11 }]);
  });

  it('that is missing is refused without a count', async () => {
    const admin = adminClient();
    for (let i = 0; i < 12; i++) {
      expect((await guess(admin, '192.0.2.1', null)).status).toBe(401);
      expect((await guess(admin, '192.0.2.1', '')).status).toBe(401);
    }
    expect(await rows()).toEqual([]);
  });

  it('that is empty opens nothing, even where the empty text is configured', async () => {
    // SHA-256 of nothing.
    const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const admin = adminClient({ ADMIN_KEYS: JSON.stringify({ nobody: digest }) });
    // Such settings are refused as a whole.
    expect((await guess(admin, '192.0.2.1', '')).status).toBe(503);
  });

  it('from many networks never fills the table, which has at most 1,024 rows', async () => {
    const admin = adminClient();
    for (let i = 0; i < 40; i++) await guess(admin, `192.0.2.${i}`);
    const { results } = await db.prepare('SELECT bucket FROM wrong_keys').all<{ bucket: number }>();
    expect(results.length).toBeGreaterThan(30);
    for (const { bucket } of results) expect(bucket >= 0 && bucket < 1_024).toBe(true);
    const outside = db.prepare('INSERT INTO wrong_keys (bucket, began_at, tries) VALUES (1024, 0, 1)');
    await expect(outside.run()).rejects.toThrow('CHECK');
  });

  it('is refused all the same while the database fails, and is slowed by what the isolate knows', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const DB = {
      prepare() {
        throw new Error('D1_ERROR: canary');
      },
    };
    const admin = adminClient({ DB });
    expect(await guesses(admin, '192.0.2.1', 11)).toEqual([...ten, 429]);
    expect(warn).toHaveBeenCalledWith('wrong keys are not counted: D1_ERROR: canary');
  });

  it('raises an alert even if the database fails at that moment', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const DB = {
      prepare() {
        throw new Error('D1_ERROR: canary');
      },
    };
    const raised: string[] = [];
    const ALERTS = { getByName: () => ({ raise: async ({ key }: { key: string }) => void raised.push(key) }) };
    await guesses(adminClient({ DB, ALERTS }), '192.0.2.1', 12);
    expect(raised).toEqual([`wrong-keys:${NOW / 86_400_000}`]);
  });

  it('is also counted at the operations', async () => {
    const admin = adminClient();
    const headers = { 'CF-Connecting-IP': '192.0.2.1' };
    for (let i = 0; i < 10; i++) await guess(admin, '192.0.2.1');
    const refused = await admin.ask('/operations/pause', { method: 'POST', key: 'wrong', headers, body: {} });
    expect(refused.status).toBe(429);
    expect(adminError.parse(refused.json).code).toBe('TOO_MANY_WRONG_KEYS');
    const wrongBody = await admin.ask('/operations/pause', { method: 'POST', key: ADMIN_KEY, headers, body: {} });
    expect(wrongBody.status).toBe(400);
    expect(adminError.parse(wrongBody.json).errors).toEqual([expect.stringMatching(/^reason: /)]);
  });
});
