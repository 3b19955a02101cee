import * as z from 'zod';
import { callRpc } from '../world/callRpc.ts';
import type { WorldFacts } from './readWorldFile.ts';

const rows = z.array(z.object({ signature: z.string(), memo: z.string().nullable(), err: z.unknown() }));
const versioned = z.object({ version: z.union([z.literal('legacy'), z.number()]) });
/** How many transactions are looked at: enough to see that somebody is at work. */
const LOOKED_AT = 100;

/** How many of the newest transactions that name the pool wallet are of version 1 and look like ours. */
export async function countVersion1({ rpcUrl, poolWallet }: WorldFacts): Promise<number> {
  const listed = rows.parse(await callRpc(rpcUrl, 'getSignaturesForAddress', [poolWallet, { limit: 1_000 }]));
  const candidates = listed.filter((row) => row.err === null && row.memo?.includes('GOD1 ')).slice(0, LOOKED_AT);
  const options = { encoding: 'json', commitment: 'confirmed', maxSupportedTransactionVersion: 1 };
  let count = 0;
  for (const { signature } of candidates) {
    const { version } = versioned.parse(await callRpc(rpcUrl, 'getTransaction', [signature, options]));
    if (version === 1) count += 1;
  }
  return count;
}
