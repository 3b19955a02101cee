import '../world/quietBindings.ts';
import { WORKER_BUNDLE } from '../rounds/workerBundle.ts';
import { makeMigratedState } from '../world/migratedState.ts';
import { wordsOf } from '../world/wordsOf.ts';
import { buildWorkerBundle } from '../world/wranglerCommand.ts';
import { drillFlood } from './flood.ts';
import type { Ground } from './Ground.ts';
import { judgeLedger } from './judgeLedger.ts';
import { drillKeys } from './keys.ts';
import { readLedger } from './readLedger.ts';
import { drillRestore } from './restore.ts';
import { drillRpc } from './rpc.ts';
import { drillRunbook } from './runbook.ts';

/**
 * `npm run drill -- restore|keys|rpc|flood|runbook`: plays a drill in a local world and checks the invariants; exits
 * with 1 unless all hold.
 */
const DRILLS = {
  restore: drillRestore,
  keys: drillKeys,
  rpc: drillRpc,
  flood: drillFlood,
  runbook: drillRunbook,
} as const;
const { drill, pages } = wordsOf(`npm run drill -- ${Object.keys(DRILLS).join('|')}`, ([asked = '', ...pages]) => {
  const drill = Object.entries(DRILLS).find(([name]) => name === asked)?.[1];
  if (drill === undefined) throw new Error('Say which drill.');
  return { drill, pages };
});

const began = performance.now();
const say = (sentence: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${sentence}`);
let broken = 0;

async function check(ground: Ground): Promise<void> {
  console.log('\nThe invariants:');
  for (const { name, rule, problems } of judgeLedger(await readLedger(ground))) {
    console.log(`  ${problems.length === 0 ? 'holds ' : 'BROKEN'}  ${name.padEnd(4)}${rule}`);
    for (const problem of problems) console.log(`          ${problem}`);
    broken += problems.length;
  }
}

try {
  say('The worker is built, and a world begins.');
  await buildWorkerBundle(WORKER_BUNDLE);
  await makeMigratedState(WORKER_BUNDLE);
  await drill(say, check, pages);
  console.log(broken === 0 ? '\nThe drill is over: all invariants hold.' : `\nThe drill is over: ${broken} problems.`);
  process.exit(broken === 0 ? 0 : 1);
} catch (error) {
  console.error(`\nThe drill failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
