import { afterEach, expect } from 'vitest';
import type { FakeNode } from './fakeNodes.ts';
import { rpcNodes } from './rpcNodes.ts';

/** Makes RPC clients of fake nodes for the tests of a file, each of which fails when a node was asked what it did not expect. */
export function watchedNodes(): (...fakes: readonly FakeNode[]) => ReturnType<typeof rpcNodes> {
  const used: ReturnType<typeof rpcNodes>[] = [];
  afterEach(() => {
    expect(used.splice(0).flatMap((each) => each.surprises)).toEqual([]);
  });
  return (...fakes) => {
    const each = rpcNodes(fakes);
    used.push(each);
    return each;
  };
}
