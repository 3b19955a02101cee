import { expect } from 'vitest';
import * as z from 'zod';
import { adminError, configAnswer, type DistributionConfig, historyAnswer } from '../../src/contract/distribution.ts';
import { type AdminRequest, adminClient } from './adminClient.ts';

export const CONFIG = '/tax-distribution/config';
export const ONE = `${CONFIG}/tax-distribution`;
/** SHA-256 of "let me in" and of "me too", by hashlib. */
export const TWO_ADMINS = JSON.stringify({
  first: '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2',
  second: '62a8a7b871986a90023fe2f3815f48e57865106a3eaaef99234054f3e274d993',
});
/** Address of the pool's key in the test settings. */
export const POOL = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';

export type Wallets = DistributionConfig['wallets'];
type Headers = Readonly<Record<string, string>>;

/** The admin API of a worker that has just started, with what the console does with the distribution. */
export function distributionClient(given: object = {}) {
  const admin = adminClient(given);
  const save = (wallets: unknown, request: AdminRequest = {}) =>
    admin.ask(ONE, { method: 'PUT', body: { wallets, adminId: 'admin-1' }, ...request });
  return {
    ...admin,
    current: async () => configAnswer.parse({ ...(await admin.read(configAnswer, CONFIG)) }).data,
    history: async (query = '') => await admin.read(historyAnswer, `${ONE}/history${query}`),
    save,
    saved: async (wallets: unknown, headers: Headers = {}) => {
      const { status, json } = await save(wallets, { headers });
      expect(status).toBe(200);
      return configAnswer.parse(json).data;
    },
    activate: (headers: Headers = {}, request: AdminRequest = {}) =>
      admin.ask(`${ONE}/activate`, { method: 'POST', body: { adminId: 'admin-1' }, headers, ...request }),
    decide: (what: 'confirm' | 'stop', ask: string, request: AdminRequest = {}) =>
      admin.ask(`${ONE}/${what}`, { method: 'POST', body: { ask }, ...request }),
    preview: (body: unknown) => admin.ask('/tax-distribution/preview', { method: 'POST', body }),
  };
}
export type DistributionClient = ReturnType<typeof distributionClient>;

/** The pool at `percentage`, the admin at the rest. */
export const split = ({ wallets }: DistributionConfig, percentage: number) =>
  wallets.map((each) => ({ ...each, percentage: each.isAdmin ? 100 - percentage : percentage }));

/** Expects a failure with all it must carry, and gives its sentences. */
export function failure(answer: Awaited<ReturnType<DistributionClient['save']>>, status: number, code: string) {
  expect({ status: answer.status, cache: answer.cache }).toEqual({ status, cache: 'no-store' });
  const parsed = z.strictObject(adminError.shape).parse(answer.json);
  expect(parsed.code).toBe(code);
  expect(parsed.errors.length).toBeGreaterThan(0);
  return parsed;
}

export const count = async (db: D1Database, table: string) =>
  (await db.prepare(`SELECT count(*) AS rows FROM ${table}`).first('rows')) ?? 0;
/** How many versions and how many records there are. */
export const stored = async (db: D1Database) => [
  await count(db, 'distribution_versions'),
  await count(db, 'distribution_changes'),
];
