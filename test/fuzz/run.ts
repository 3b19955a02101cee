import '../world/quietBindings.ts';
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { WORKER_BUNDLE } from '../rounds/workerBundle.ts';
import { endInOrder } from '../world/endInOrder.ts';
import { makeMigratedState } from '../world/migratedState.ts';
import { wordsOf } from '../world/wordsOf.ts';
import { REPOSITORY } from '../world/worldFolders.ts';
import { buildWorkerBundle } from '../world/wranglerCommand.ts';
import { fuzzAll } from './fuzzAll.ts';
import { FUZZ_USAGE, type FuzzOptions, fuzzOptions } from './fuzzOptions.ts';
import type { FuzzFailure } from './fuzzRoute.ts';
import { startFuzzed } from './startFuzzed.ts';

/**
 * `npm run fuzz -- [--seed S] [--requests N] [--route R] [--at P] [--json]` fuzzes every route of the contract; with
 * `--decoders` it fuzzes the code that reads foreign bytes. Exits with 1 when there was a failure.
 */
const REQUESTS = 2_000;
const CASES = 20_000;
const WORLD_SEED = 'fuzz';

const options = wordsOf(FUZZ_USAGE, (args) => fuzzOptions(args, () => `${randomInt(1_000_000_000)}`));
console.log(`seed ${options.seed}`);
if (options.decoders) process.exit(runDecoders(options));
const ending = endInOrder();
await ending.end((await runRoutes(options)) ? 0 : 1);

function runDecoders({ seed, requests, json }: FuzzOptions): number {
  const cases = requests ?? CASES;
  const vitest = join(REPOSITORY, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { ...process.env, FAST_CHECK_RUNS: `${cases}`, FAST_CHECK_SEED: seed };
  const args = [
    '--no-warnings',
    vitest,
    'run',
    '--project',
    'domain',
    '--testTimeout',
    '1200000',
    'test/fuzz/decoders',
  ];
  const status = spawnSync(process.execPath, args, { cwd: REPOSITORY, env, stdio: 'inherit' }).status ?? 1;
  if (json) console.log(JSON.stringify({ seed, decoders: true, cases, failed: status !== 0 }));
  return status;
}

async function runRoutes({ seed, requests, route, at, json }: FuzzOptions): Promise<boolean> {
  await buildWorkerBundle(WORKER_BUNDLE);
  await makeMigratedState(WORKER_BUNDLE);
  const fuzzed = await startFuzzed(WORLD_SEED);
  ending.onEnd(() => fuzzed.stop());
  const began = performance.now();
  const order = { seed, requests: requests ?? REQUESTS, route, at };
  const { routes, failures } = await fuzzAll(fuzzed, order, ({ route, requests, statuses, failure }) => {
    console.log(`${failure === null ? 'ok  ' : 'FAIL'} ${route}: ${requests} requests, ${JSON.stringify(statuses)}`);
    // Printed at once, because a run may be stopped before it lists all failures at its end.
    if (failure !== null) console.log(`     ${failure.problem}`);
  });
  for (const failure of failures) console.log(failureText(seed, failure));
  const errors = fuzzed.logs.filter((line) => /^\w*Error\b/.test(line));
  for (const line of new Set(errors.slice(-5))) console.log(`the worker logged: ${line}`);
  const total = routes.reduce((sum, { requests }) => sum + requests, 0);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${routes.length} routes, ${total} requests, ${failures.length} failures in ${seconds} s, seed ${seed}`);
  if (json) console.log(JSON.stringify({ seed, routes: routes.length, requests: total, seconds, failures }));
  return failures.length === 0;
}

function failureText(seed: string, { route, at, problem, request }: FuzzFailure): string {
  const again = at === '' ? '' : `\n  again: npm run fuzz -- --seed '${seed}' --route '${route}' --at ${at}`;
  return `FAIL ${route}\n  ${problem}\n  ${request}${again}`;
}
