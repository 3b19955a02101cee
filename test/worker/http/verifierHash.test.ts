import { expect, it } from 'vitest';
import { app } from '../../../worker/app.ts';
import { READY } from '../apiClient.ts';

it('names the verifier’s file by the hash of the bytes that it serves, as sha256sum reads it', async () => {
  const get = async (path: string) => (await app.request(`https://verify.test${path}`, {}, READY)).arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', await get('/verify.html'));
  const said = new TextDecoder().decode(await get('/.well-known/verify.html.sha256'));
  expect(said).toBe(`${Buffer.from(digest).toString('hex')}  verify.html\n`);
});
