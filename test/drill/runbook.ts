import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTax } from '../rounds/startTax.ts';
import { callCrons } from '../world/callCrons.ts';
import { type Node, startNode } from '../world/nodes/startNode.ts';
import { REPOSITORY } from '../world/worldFolders.ts';
import { type Ground, groundOf, type Say, SCHEDULE } from './Ground.ts';
import { keptHere } from './keptHere.ts';
import { addresses, type Night, openNight } from './Night.ts';
import { startPhone } from './startPhone.ts';
import { walkKeys, walkMachine, walkMoney, walkNodes } from './walkPages.ts';

/** The time that an operator may need, from the ring to the end of the page. */
const WITHIN_MS = 120_000;
const NODES = 4;
const TAX_SECONDS = 10;

/**
 * Walks page after page of the runbook and measures the time: the cause, the alert, the page, its commands, its end.
 * `only` names the pages; empty for all that can be walked here.
 */
export async function drillRunbook(
  say: Say,
  after: (ground: Ground) => Promise<void>,
  only: readonly string[],
): Promise<void> {
  const nodes: Node[] = [];
  const phone = await startPhone();
  const tax = await startTax({
    seed: 'runbook',
    slotMs: 200,
    holders: 40,
    ...SCHEDULE,
    genesisTime: (startSeconds) => Math.ceil(Date.now() / 1000) + startSeconds,
    settingsOf: async (world) => {
      for (let place = 0; place < NODES; place++) nodes.push(await startNode(world.rpcUrl));
      const told = {
        ALERT_WEBHOOK_URL: phone.url,
        RUNBOOK_URL: 'https://draws.example.com/runbook',
        ENVIRONMENT: 'drill',
      };
      return { RPC_URLS: addresses(nodes.slice(0, NODES - 1)), ...told };
    },
  });
  const { world, lottery } = tax;
  const kept = keptHere(lottery.settings);
  const endCrons = callCrons({
    ...{ workerUrl: lottery.url, taxSeconds: TAX_SECONDS, onFailure: () => undefined },
    schedule: { ...SCHEDULE, genesisTime: lottery.genesisTime },
  });
  try {
    const ground = groundOf(world, lottery, say);
    const night = openNight({ ground, tax, nodes, phone, kept, only });
    await ground.paid(1);
    for (const walk of [walkKeys, walkMoney, walkNodes, walkMachine]) await walk(night);
    // The invariants are checked on the ledger, even if some pages were not walked to their end.
    await after(ground);
    report(night);
  } finally {
    endCrons();
    await tax.stop();
    for (const node of nodes) await node.stop();
    await phone.stop();
    kept.clear();
  }
}

/** Throws when a page took too long, failed, or is not in the runbook. */
function report({ walked, failed }: Night): void {
  const runbook = readFileSync(join(REPOSITORY, 'docs/runbook.md'), 'utf8');
  console.log('\n  page                          rings after   is over after (s)');
  for (const { page, rangMs, doneMs } of walked)
    console.log(`  ${page.padEnd(30)}${seconds(rangMs).padStart(11)}${seconds(doneMs).padStart(16)}`);
  const unknown = walked.filter(({ page }) => !runbook.includes(`### ${page}\n`)).map(({ page }) => page);
  if (unknown.length > 0) throw new Error(`the runbook has no page ${unknown.join(', ')}`);
  if (failed.length > 0) throw new Error(`not walked to their end: ${failed.join(', ')}`);
  const long = walked.filter(({ doneMs }) => doneMs > WITHIN_MS).map(({ page }) => page);
  if (long.length > 0) throw new Error(`more than two minutes from the ring to the end: ${long.join(', ')}`);
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
