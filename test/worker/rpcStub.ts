import type { Rpc } from '../../worker/chain/rpc.ts';
import { neverCalled } from '../domain/neverCalled.ts';

/** An RPC client without nodes, which is surprised by every question that a test does not answer itself. */
export function rpcStub(given: Partial<Rpc> = {}): Rpc {
  return {
    ...{ nodes: [], enough: 1, calls: () => 0, lastNode: () => null },
    ...{ read: neverCalled('read'), agree: neverCalled('agree'), agreeing: neverCalled('agreeing') },
    ...{ hear: neverCalled('hear'), lied: neverCalled('lied'), differs: neverCalled('differs') },
    ...{ report: neverCalled('report'), agreeLately: given.agree ?? neverCalled('agreeLately') },
    ...given,
  };
}
