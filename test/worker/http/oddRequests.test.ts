import { describe, expect, it } from 'vitest';
import { adminError } from '../../../src/contract/distribution.ts';
import { describeApi } from '../../../src/contract/openapi/describeApi.ts';
import { recordOutflows } from '../../../worker/store/rounds/outflows.ts';
import { ask } from '../apiClient.ts';
import { ADMIN_KEY } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { SETTINGS } from '../poolOutflows.ts';

const TAX = '/api/admin/tax-distribution';
const headers = { 'x-admin-key': ADMIN_KEY };
const post = (path: string, body: string) => ask(path, { method: 'POST', headers, body });

describe('a request that is odd and small enough', () => {
  it.each([2_000, 9_990, 40_000, 85_000])('is a 400 with %i wrong things in a list', async (count) => {
    const body = `{"amount":1,"wallets":[${'{},'.repeat(count - 1)}{}]}`;
    const { status, json } = await post(`${TAX}/preview`, body);
    expect({ status, error: adminError.parse(json).error }).toEqual({
      status: 400,
      error: count < 9_990 + 1 ? 'wallets.0.id: must be a text' : 'The body must have at most 10,000 values.',
    });
  });

  it.each(['[', '{"a":'])('is a 400 where it is as deep as a body can be, of %s', async (open) => {
    const deep = 250_000 / 2 / open.length;
    const body = `${open.repeat(deep)}1${(open === '[' ? ']' : '}').repeat(deep)}`;
    expect((await post(`${TAX}/preview`, body)).status).toBe(400);
  });

  it('may ask for the tax up to a day before 1970: there is none', async () => {
    await emptyDatabase();
    const { status, json } = await ask(`${TAX}/transactions?to=1969-12-31`, { headers });
    expect({ status, json }).toEqual({ status: 200, json: { success: true, data: [], nextCursor: null } });
  });
});

describe('a refusal of a request', () => {
  it('is of the shape that the contract gives it', async () => {
    const db = await emptyDatabase();
    const outflow = '5'.repeat(88);
    await recordOutflows(
      db,
      { wallet: SETTINGS.pool.address, signatures: [outflow] },
      { by: 'watch', reason: 'an outflow', at: 1 },
    );
    const { status, json } = await post('/api/admin/operations/resume', '{"reason":"looked at it"}');
    expect(status).toBe(409);
    expect(adminError.parse(json)).toEqual(json);
    expect(adminError.parse(json).data).toMatchObject({ outflows: [{ signature: outflow }] });
  });
});

describe('the contract', () => {
  const { paths } = describeApi('test');
  it('names the refusal of a body that is too large, and of a flood of wrong keys', () => {
    for (const [path, methods] of Object.entries(paths)) {
      for (const { responses, requestBody, security } of Object.values(methods)) {
        expect({ path, large: '413' in responses }).toEqual({ path, large: requestBody !== undefined });
        expect({ path, flood: '429' in responses }).toEqual({ path, flood: security !== undefined });
      }
    }
  });

  it('says how large the id of a tax cycle may be, as the route does', async () => {
    const schema = paths['/api/admin/operations/cycles/{cycle}/release']?.post?.parameters?.[0]?.schema;
    expect(schema).toMatchObject({ minimum: 1, maximum: 1e12 });
    const { status } = await post('/api/admin/operations/cycles/1000000000001/release', '{"reason":"a"}');
    expect(status).toBe(400);
  });
});
