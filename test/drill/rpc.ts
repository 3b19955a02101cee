import { untilUnix } from '../rounds/eventually.ts';
import { alertsOf } from '../rounds/lotteryFacts.ts';
import { startNode } from '../world/nodes/startNode.ts';
import type { ProxyRule } from '../world/startProxy.ts';
import { type Ground, onGround, type Say, SCHEDULE } from './Ground.ts';

/** The node answers nothing. */
const DEAD: ProxyRule = () => ({ status: 503, json: {} });
/** How long all nodes stay silent after the end of a committed round. */
const SILENT_SECONDS = 6;

/**
 * Three nodes fail one after the other, then all of them in the middle of a round, then two for a whole lock window.
 */
export async function drillRpc(say: Say, after: (ground: Ground) => Promise<void>): Promise<void> {
  const nodes: Awaited<ReturnType<typeof startNode>>[] = [];
  const behave = (...rules: readonly (ProxyRule | null)[]) => {
    for (const [i, node] of nodes.entries()) node.behave(rules[i] ?? null);
  };
  try {
    await onGround(
      say,
      async (world) => {
        for (let place = 0; place < 3; place++) nodes.push(await startNode(world.rpcUrl));
        return { overrides: { RPC_URLS: nodes.map(({ url }) => url).join(',') } };
      },
      async (ground) => {
        const { lottery } = ground;
        behave(null, DEAD);
        say('Node 2 of three is dead.');
        await ground.paid(1);
        behave(DEAD, null);
        say('Node 1 is dead, node 2 answers again.');
        await ground.paid(2);
        behave();
        await lottery.until(3, ['committed']);
        await untilUnix(lottery.endsAt(3) - 2);
        behave(DEAD, DEAD, DEAD);
        say('No node answers when round 3 ends.');
        await untilUnix(lottery.endsAt(3) + SILENT_SECONDS);
        behave();
        say(`${SILENT_SECONDS} s later all answer again.`);
        await ground.paid(3);
        const silent = lottery.nextToLock();
        await untilUnix(lottery.endsAt(silent) - SCHEDULE.entryLockSeconds - 1);
        behave(DEAD, DEAD);
        say(`One node of three answers while round ${silent} should be locked: its word alone is not enough.`);
        await untilUnix(lottery.endsAt(silent) + 1);
        behave();
        const missed = await ground.settled(silent);
        if (missed.state !== 'rolled-over')
          throw new Error(`round ${silent} ended as ${missed.state}, not rolled-over`);
        say(`Round ${silent} was called off: ${missed.reason}.`);
        await tellsOf(ground, 'node-silent:node 1,node 2');
        await ground.paid(silent + 1);
        await after(ground);
      },
    );
  } finally {
    for (const node of nodes) await node.stop();
  }
}

async function tellsOf({ lottery, say }: Ground, key: string): Promise<void> {
  const found = (await alertsOf(lottery)).find((one) => one.startsWith(key));
  if (found === undefined) throw new Error(`nobody was told of ${key}`);
  say(`A person is told: ${found}.`);
}
