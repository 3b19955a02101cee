import type { Rpc } from '../../worker/chain/node/rpc.ts';
import { neverCalled } from '../domain/neverCalled.ts';

/** Marks are agreed on with the moment they were seen at: here what a test says of them holds for good. */
const marksBy =
  (agree: Rpc['agree']): Rpc['agreeing'] =>
  async ({ about, ask }) => {
    const made = await agree({ about, ask });
    return [{ node: 'node 1', value: { made, at: Number.MAX_SAFE_INTEGER } }] as never;
  };

/** An RPC client without nodes, which is surprised by every question that a test does not answer itself. */
export function rpcStub(given: Partial<Rpc> = {}): Rpc {
  return {
    ...{ nodes: [], enough: 1, calls: () => 0, lastNode: () => null },
    ...{ read: neverCalled('read'), agree: neverCalled('agree') },
    agreeing: given.agree === undefined ? neverCalled('agreeing') : marksBy(given.agree),
    ...{
      hear: neverCalled('hear'),
      lied: neverCalled('lied'),
      differs: neverCalled('differs'),
      agrees: () => undefined,
    },
    ...{ report: neverCalled('report'), agreeLately: given.agree ?? neverCalled('agreeLately') },
    ...given,
  };
}
