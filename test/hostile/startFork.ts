import * as z from 'zod';
import { firstSignature } from '../world/firstSignature.ts';
import { type Proxy as RpcProxy, startProxy } from '../world/startProxy.ts';

/** A node on a fork that the chain does not follow. */
export interface Fork extends RpcProxy {
  /** Drops the fork: the node follows the chain again, and knows nothing of the transactions that it took. */
  drop(): void;
}

const statuses = z.looseObject({ context: z.looseObject({ slot: z.int() }), value: z.array(z.unknown()) });
const answered = z.looseObject({ result: statuses });

/**
 * A node that takes transactions and passes none of them on. While its fork exists, it calls them confirmed. Everything
 * else it answers as the chain does.
 */
export async function startFork(targetUrl: string): Promise<Fork> {
  const proxy = await startProxy(targetUrl);
  let slot: number | null = null;
  let isDropped = false;
  const taken = new Set<unknown>();
  proxy.setRule(async (method, [first], forward) => {
    if (method === 'sendTransaction') {
      const signature = firstSignature(Buffer.from(String(first), 'base64'));
      taken.add(signature);
      return { status: 200, json: { jsonrpc: '2.0', id: 1, result: signature } };
    }
    if (method !== 'getSignatureStatuses' || isDropped) return null;
    const { result, ...rest } = answered.parse((await forward()).json());
    slot ??= result.context.slot;
    const status = { slot, confirmations: 1, err: null, confirmationStatus: 'confirmed' };
    const asked = z.array(z.string()).parse(first);
    const value = result.value.map((known, i) => (taken.has(asked[i]) ? status : known));
    return { status: 200, json: { ...rest, result: { ...result, value } } };
  });
  return {
    ...proxy,
    drop: () => {
      isDropped = true;
    },
  };
}
