import * as z from 'zod';
import { GENESIS_HASHES } from './checks/genesisHashes.ts';
import { type Finding, note, problem } from './Finding.ts';
import { whyOfOther } from './otherEnvironment.ts';
import { readSettings } from './readSettings.ts';
import type { SetupInput } from './SetupInput.ts';

const MAINNET = 'mainnet-beta';
const TIMEOUT_MS = 10_000;
const hashed = z.object({ result: z.string() });

interface MeantInput extends Pick<SetupInput, 'environment' | 'variables' | 'fetch' | 'isMainnetMeant'> {
  readonly answers: Readonly<Record<string, string>>;
}

/**
 * Finds settings that are of another environment than the named one, and settings for real money without `--mainnet`.
 * A setting whose answer is `env` counts with the text of its variable. Without CLUSTER the cluster is mainnet, as in
 * the worker.
 */
export async function checkMeant(input: MeantInput): Promise<readonly Finding[]> {
  const { environment, answers, variables, isMainnetMeant } = input;
  const { texts } = readSettings(answers, variables);
  const why = whyOfOther(environment, { ...answers, ...texts });
  if (why !== null) return [problem('settings', why)];
  const { CLUSTER: cluster = MAINNET, RPC_URLS: urls = '' } = texts;
  if (cluster !== MAINNET)
    return (await isAnyOfMainnet(urls, input.fetch))
      ? [
          problem(
            'cluster',
            `CLUSTER is ${cluster}, and a node of RPC_URLS is of ${MAINNET}, where prizes are real money. Change one of them.`,
          ),
        ]
      : [];
  return isMainnetMeant
    ? [note('cluster', 'mainnet: prizes are real money')]
    : [
        problem(
          'cluster',
          'CLUSTER is mainnet-beta, where prizes are real money. Play a round on devnet first; then add --mainnet.',
        ),
      ];
}

/** Whether any node is of mainnet. A node that does not answer counts as of another chain. */
async function isAnyOfMainnet(urls: string, fetch: SetupInput['fetch']): Promise<boolean> {
  const asked = urls.split(',').map(async (url) => {
    const response = await fetch(url.trim(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash', params: [] }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return hashed.parse(await response.json()).result === GENESIS_HASHES[MAINNET];
  });
  return (await Promise.allSettled(asked)).some((one) => one.status === 'fulfilled' && one.value);
}
