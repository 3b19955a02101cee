import { describe, expect, it } from 'vitest';
import type { ApiDocument, ApiOperation } from '../../../src/contract/openapi/ApiDocument.ts';
import { app } from '../../../worker/app.ts';
import { wallet } from '../../domain/wallets.ts';
import { ask } from '../apiClient.ts';

const { json, status, response } = await ask('/api/openapi.json', {}, {});
const described = json as ApiDocument;
const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
);

/** Every string under a key, however deep. */
function under(value: unknown, key: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === key && typeof inner === 'string' ? [inner] : under(inner, key),
  );
}

describe("the API's description", () => {
  it('is OpenAPI 3.1, and answered also by a lottery that is not set up', () => {
    expect(status).toBe(200);
    expect(described.openapi).toBe('3.1.0');
    expect(response.headers.get('cache-control')).toContain('max-age=300');
  });

  it('has every route that the worker has, and no other', () => {
    const registered = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/\/$/, '').replace(/:(\w+)/g, '{$1}')}`);
    expect(registered.length).toBeGreaterThan(20);
    expect(operations.map(({ name }) => name).sort()).toEqual([...new Set(registered)].sort());
  });

  it('names each shape that it refers to, each operation once, and each part of a path', () => {
    const names = Object.keys(described.components.schemas).map((name) => `#/components/schemas/${name}`);
    const refs = new Set(under(described, '$ref'));
    expect(refs.size).toBeGreaterThan(30);
    expect([...refs].filter((ref) => !names.includes(ref))).toEqual([]);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(namesIn(operation, 'path')).toEqual(inPath);
    }
  });

  it('holds what an answer is made of: amounts, times, states, and a name for each shape within it', () => {
    const { RoundSummary, Round, Proof, Winner } = described.components.schemas;
    expect(RoundSummary?.properties).toMatchObject({
      state: { enum: ['open', 'locked', 'committed', 'drawn', 'paid', 'rolled-over', 'held'] },
      winners: { type: 'array', items: { $ref: '#/components/schemas/Winner' } },
      lockedAt: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
    });
    expect(Round?.required).toContain('finalAt');
    expect(Proof?.properties?.notes).toEqual({ $ref: '#/components/schemas/StepTimes' });
    expect(Winner?.properties?.prizeLamports).toMatchObject({ pattern: '^\\d{1,20}$' });
  });

  /** These answer any query alike. */
  const HEEDLESS = new Set([
    '/api/health',
    '/api/openapi.json',
    '/api/metrics',
    '/api/lottery/pool-balance',
    '/api/lottery/eligible-participants',
  ]);
  const known = new Set(operations.flatMap(({ operation }) => namesIn(operation, 'query')));
  const readers = operations.filter(
    ({ method, path }) => method === 'get' && !path.startsWith('/api/admin/') && !HEEDLESS.has(path),
  );

  it.each(readers)('names the parameters that $path takes, and no other', async ({ path, operation }) => {
    const asked = path.replace('{round}', '1').replace('{address}', wallet(1));
    const taken: string[] = [];
    for (const name of [...known, 'nonsense']) {
      const { text } = await ask(`${asked}?${name}=%01`);
      if (!text.includes(`${name}: is no parameter of this route.`)) taken.push(name);
    }
    expect(taken.sort()).toEqual(namesIn(operation, 'query').sort());
  });
});

function namesIn({ parameters = [] }: ApiOperation, where: 'path' | 'query'): string[] {
  return parameters.filter((parameter) => parameter.in === where).map(({ name }) => name);
}
