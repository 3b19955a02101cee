import { describe, expect, it } from 'vitest';
import { createAskChain, describeFailure } from '../../client/audit/chain/askChain.ts';
import { refusal } from './hostileNode.ts';

/**
 * A server that gives these answers one after the other, then the last one for ever. Returns what was asked of it and
 * the waits.
 */
function server(...answers: readonly unknown[]) {
  const pauses: number[] = [];
  let calls = 0;
  const ask = createAskChain({
    call: async () => {
      const answer = answers[Math.min(calls++, answers.length - 1)];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    pause: async (ms) => {
      pauses.push(ms);
    },
  });
  return { ask, pauses, calls: () => calls };
}

describe('a question to a public RPC server', () => {
  it('is asked again after a pause while the server is silent or counts its callers', async () => {
    const busy = server(new Error('answered 429'), refusal('getSlot', 429), refusal('getSlot', -32_005), 7);
    expect(await busy.ask('getSlot', [])).toBe(7);
    expect(busy.pauses).toEqual([1_000, 2_000, 4_000]);
  });

  it('is not repeated once it was refused', async () => {
    const strict = server(refusal('getTransaction', -32_015));
    await expect(strict.ask('getTransaction', [])).rejects.toThrow('getTransaction was refused');
    expect([strict.calls(), strict.pauses]).toEqual([1, []]);
  });

  it('fails at once after the server was silent for four questions', async () => {
    const dead = server(new Error('answered 503'));
    await expect(dead.ask('getSlot', [])).rejects.toThrow('answered 503');
    await expect(dead.ask('getSlot', [])).rejects.toThrow('answered 503');
    expect(dead.calls()).toBe(4);
  });

  it('is described by its error code, never by the server’s own text', () => {
    expect(describeFailure(refusal('getTransaction', -32_015))).toBe('getTransaction was refused with code -32015');
  });
});
