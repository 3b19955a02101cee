import * as z from 'zod';
import { isOwnMachine } from '../../../worker/settings/isOwnMachine.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { CheckInput } from '../SetupInput.ts';
import { clusterOfHash, GENESIS_HASHES } from './genesisHashes.ts';

const ABOUT = 'public node';
const TIMEOUT_MS = 10_000;
const hashed = z.object({ result: z.string() });
/** Solana's own nodes have rate limits, and no promise of how long they will be there. */
const SOLANAS_OWN = /^api\.[\w-]+\.solana\.com$/;
/** A long last part of a path, where providers put a key. */
const KEY_IN_PATH = /\/[\w-]{24,}\/?$/;

/**
 * Whether browsers can check rounds with the node of PUBLIC_RPC_URL. The node is asked as a page of another site asks.
 */
export async function checkPublicNode({ settings, fetch }: CheckInput): Promise<readonly Finding[]> {
  const { publicRpcUrl, cluster } = settings;
  const { hostname, pathname, host } = new URL(publicRpcUrl);
  const response = await fetch(publicRpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://lottery.example' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash', params: [] }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  const answer = hashed.safeParse(await response?.json().catch(() => null));
  if (response === null || !answer.success)
    return [
      problem(ABOUT, 'PUBLIC_RPC_URL does not answer: no visitor could check a round in the browser. Name another.'),
    ];
  const expected = GENESIS_HASHES[cluster];
  if (expected !== undefined && answer.data.result !== expected)
    return [
      problem(
        ABOUT,
        `CLUSTER is ${cluster} and PUBLIC_RPC_URL is of ${clusterOfHash(answer.data.result)}: browsers would check rounds on another chain.`,
      ),
    ];
  const isOpen = response.headers.get('access-control-allow-origin') !== null;
  return [
    fine(ABOUT, `answers, and is of ${cluster}`),
    ...(isOpen || isOwnMachine(host)
      ? []
      : [note(ABOUT, 'it may refuse pages of other sites: allow your domain there')]),
    ...(SOLANAS_OWN.test(hostname) && cluster === 'mainnet-beta'
      ? [note(ABOUT, 'it is Solana’s own, which is not meant for production: visitors are slowed at busy times')]
      : []),
    ...(KEY_IN_PATH.test(pathname)
      ? [note(ABOUT, 'its path looks like a key, which every visitor can read: bind it to your domain at the provider')]
      : []),
  ];
}
