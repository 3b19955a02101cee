import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSource } from '../../commands/verifier/readSource.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what the verifier takes from a site', () => {
  it('is asked for again while the site answers that too much was asked: an audit asks for more than its limit', async () => {
    vi.useFakeTimers();
    const statuses = [429, 503, 429, 200];
    const ask = vi.fn(async () => new Response('a proof', { status: statuses.shift() ?? 200 }));
    vi.stubGlobal('fetch', ask);
    const proof = createSource({ site: 'https://draws.test' }).proof(11);
    await vi.runAllTimersAsync();
    expect([await proof, ask.mock.calls.length]).toEqual(['a proof', 4]);
  });
});
