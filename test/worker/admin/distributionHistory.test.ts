import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ChangeRecord, historyAnswer } from '../../../src/contract/distribution.ts';
import { streamHistory } from '../../../worker/answers/tax/streamHistory.ts';
import { distributionServices } from '../../../worker/compose/distributionServices.ts';
import type { Env } from '../../../worker/env.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { COMPLETE } from '../completeSettings.ts';
import { countedDatabase } from '../countedDatabase.ts';
import { emptyDatabase } from '../database.ts';
import { type DistributionClient, distributionClient, ONE, split } from '../distributionClient.ts';

const RECORD: ChangeRecord = {
  ...{ id: 'a', configId: 'tax-distribution', changeType: 'UPDATE', description: 'a change', changedBy: 'ops' },
  ...{ timestamp: '2026-11-20T07:00:00.000Z', previousValue: null, newValue: { version: 1, wallets: [] } },
};

let admin: DistributionClient;
beforeEach(async () => {
  await emptyDatabase();
  admin = distributionClient();
});

describe('the history without a limit', () => {
  it('is all of it, newest first, however many parts it is read in', async () => {
    const first = await admin.current();
    // More than two parts, and one that is cut in the middle.
    for (let share = 1; share <= 44; share++) await admin.saved(split(first, share));
    const all = await admin.history();
    expect(all.nextCursor).toBeNull();
    expect(all.data.map(({ newValue }) => newValue.version)).toEqual(Array.from({ length: 45 }, (_, i) => 45 - i));
    const { response } = await admin.ask(`${ONE}/history`);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('goes on from a cursor to the very first change', async () => {
    const first = await admin.current();
    for (let share = 1; share <= 24; share++) await admin.saved(split(first, share));
    const { nextCursor } = await admin.history('?limit=3');
    const rest = await admin.history(`?cursor=${nextCursor}`);
    expect(rest.data.map(({ newValue }) => newValue.version)).toEqual(Array.from({ length: 22 }, (_, i) => 22 - i));
  });

  it('takes two reads of D1 for each part after the first, from which the most parts of a request are computed', async () => {
    const first = await admin.current();
    for (let share = 1; share <= 4; share++) await admin.saved(split(first, share));
    const parsed = parseSettings(COMPLETE);
    if (!parsed.ok) throw new Error('the settings are complete');
    const { DB, trips } = countedDatabase(env.DB);
    const given = { ...env, DB } as unknown as Env;
    const { history } = await distributionServices(given, parsed.settings, neverCalled('hand'));
    const { nextCursor } = await history(2, null);
    trips.length = 0;
    await history(2, Number(nextCursor));
    expect(trips).toHaveLength(2);
  });

  it('ends with a cursor where one request could not read more', async () => {
    let reads = 0;
    const endless = async (limit: number, before: number | null) => {
      reads++;
      const from = before ?? 1_000_000;
      return { page: [RECORD], nextCursor: `${from - limit}` };
    };
    const text = await new Response(await streamHistory(endless, null)).text();
    const { data, nextCursor } = historyAnswer.parse(JSON.parse(text));
    expect([data.length, nextCursor]).toEqual([400, `${1_000_000 - 8_000}`]);
    expect(reads).toBe(400);
  });

  it('is no JSON when the database fails on the way, and no answer when it fails at once', async () => {
    const broken = async () => {
      throw new Error('D1 is down');
    };
    await expect(streamHistory(broken, null)).rejects.toThrow('D1 is down');
    let isFirst = true;
    const breaking = async () => {
      if (!isFirst) return broken();
      isFirst = false;
      return { page: [], nextCursor: '7' };
    };
    await expect(new Response(await streamHistory(breaking, null)).text()).rejects.toThrow('D1 is down');
  });
});
