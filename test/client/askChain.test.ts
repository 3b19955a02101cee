import { describe, expect, it } from 'vitest';
import { createAskChain, describeFailure } from '../../client/audit/chain/askChain.ts';
import { refusal } from './hostileNode.ts';

/** A server that says these things one after the other, then the last one for ever; and what was done with it. */
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

  it('fails at once when the server had been silent for four of them before', async () => {
    const dead = server(new Error('answered 503'));
    await expect(dead.ask('getSlot', [])).rejects.toThrow('answered 503');
    await expect(dead.ask('getSlot', [])).rejects.toThrow('answered 503');
    expect(dead.calls()).toBe(4);
  });

  it('is told of by its code, never in the server’s own words', () => {
    expect(describeFailure(refusal('getTransaction', -32_015))).toBe('getTransaction was refused with code -32015');
  });
});
