import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { WorldFacts } from './readWorldFile.ts';

const VERIFIER = fileURLToPath(new URL('../independent/verify.py', import.meta.url));

const verdict = z.looseObject({ verified: z.boolean(), failed: z.array(z.string()) });
const network = z.object({ genesis_time: z.int(), period: z.int() });

/** The independent verifier's verdict on one round's proof, with the chain and the beacon as this world has them. */
export async function verifyRound(world: WorldFacts, round: number): Promise<z.infer<typeof verdict>> {
  const info = network.parse(await (await fetch(`${world.drandUrl}/info`)).json());
  const said = await promisify(execFile)('python3', [
    ...['-B', VERIFIER, world.mint, String(round), '--site', world.appUrl, '--rpc', world.rpcUrl],
    ...['--drand-key', world.drandPublicKey],
    ...['--drand-genesis', `${info.genesis_time}`, '--drand-period', `${info.period}`],
  ]).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const last = said.stdout.trim().split('\n').at(-1) ?? '';
  const parsed = verdict.safeParse(parse(last));
  return parsed.data ?? { verified: false, failed: [`the verifier said: ${last.slice(0, 200)}`] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
