import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloudflareTarget } from '../../../commands/setup/cloudflare/cloudflareTarget.ts';
import { wranglerIn } from '../../../commands/setup/cloudflare/runWrangler.ts';
import { readWranglerConfig } from '../../../commands/setup/cloudflare/wranglerConfig.ts';
import { startApi } from './apiStandIn.ts';

const ROOT = new URL('../../../', import.meta.url).pathname;
const NAME = 'game-of-draws-staging';

let api: Awaited<ReturnType<typeof startApi>>;
let folder: string;
const before = { ...process.env };
beforeAll(async () => {
  api = await startApi(NAME);
  folder = mkdtempSync(join(tmpdir(), 'wrangler-'));
  Object.assign(process.env, {
    CLOUDFLARE_API_BASE_URL: api.url,
    CLOUDFLARE_API_TOKEN: 'canary',
    CLOUDFLARE_ACCOUNT_ID: 'account',
    XDG_CONFIG_HOME: folder,
  });
});
afterAll(async () => {
  process.env = before;
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const target = () =>
  cloudflareTarget({
    ...{ environment: 'staging', repository: ROOT, run: wranglerIn(ROOT), apiUrl: api.url },
    secretsFolder: folder,
    ...{ readConfig: () => readWranglerConfig(ROOT), fetch: (...asked) => fetch(...asked) },
  });

// The pinned version of wrangler itself is run, so that its options and its output are not guessed.
it('wrangler takes every command of an operator, against a stand-in of Cloudflare’s API', async () => {
  const { contents } = api;
  const { account, provide } = target();
  if (account === null) throw new Error('an account is wanted');
  const { bookmark, restore, exportTo, upload, secrets, removeSecrets, schedules } = account;
  // What exists is found by its name, so nothing is made, and a folder without ids can deploy.
  expect(await provide(null, true)).toEqual({ databaseId: '11111111-1111-4111-8111-111111111111', cacheId: 'cache' });
  expect(await bookmark(null)).toBe(contents.bookmark);
  expect(await bookmark(1_795_352_400)).toBe('2026-11-22T13:00:00.000Z');
  expect(await restore('00000009-00000002-00000003-bb')).toBe(contents.bookmark);
  expect(contents.restored).toEqual(['00000009-00000002-00000003-bb']);
  expect(await secrets()).toEqual(['POOL_SECRET_KEY', 'HEARTBEAT_URL']);
  await removeSecrets(['HEARTBEAT_URL']);
  expect([...contents.secrets]).toEqual(['POOL_SECRET_KEY']);
  expect(await schedules()).toEqual(contents.crons);
  const [database = '', copies = ''] = await exportTo(join(folder, 'backup'));
  expect(readFileSync(database, 'utf8')).toBe('CREATE TABLE rounds (round INTEGER);\n');
  expect(JSON.parse(readFileSync(copies, 'utf8'))).toEqual(
    [...contents.cache].slice(0, 3).map(([key, value]) => ({ key, value })),
  );
  await upload(copies, 'nightly', 'staging/copies.json');
  expect(contents.uploaded.get('staging/copies.json')).toBe(readFileSync(copies, 'utf8'));
}, 900_000);
