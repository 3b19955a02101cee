import { setTimeout as sleep } from 'node:timers/promises';
import { listensHere } from './listensHere.ts';
import { platformRuntime } from './platformRuntime.ts';
import type { ChainAddresses } from './startChainProcess.ts';

// One Solana node in a process of its own. `startChainProcess` starts it; the arguments are the length of a slot and
// how blocks are made. It ends with the process that started it. It ignores Ctrl-C in a terminal, because the worker's
// last steps still need a chain.

const DRAIN_MS = 100;
const STARTS = 5;
const LISTENING_MS = 10_000;
const LOOK_MS = 20;

process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());
const [, , slotMs, blockProductionMode] = process.argv;
if (blockProductionMode !== 'clock' && blockProductionMode !== 'transaction')
  throw new Error('A chain makes its blocks by "clock" or by "transaction".');
process.send?.(await startNode());

/**
 * The node chooses its ports before it takes them. When another process takes the port for subscriptions first, the
 * node runs without them, and a subscriber would wait for ever. Then another node is started.
 */
async function startNode(): Promise<ChainAddresses> {
  for (let start = 0; start < STARTS; start += 1) {
    const node = platformRuntime().startWithConfig({
      offline: true,
      blockProductionMode: blockProductionMode === 'clock' ? 'clock' : 'transaction',
      slotTimeMs: Number(slotMs),
    });
    // The node's event queue is bounded; when nobody empties it, the node stops answering.
    const drain = setInterval(() => node.drainEvents(), DRAIN_MS);
    const port = Number(new URL(node.wsUrl).port);
    for (let waited = 0; waited < LISTENING_MS; waited += LOOK_MS) {
      if (await listensHere(port)) return { rpcUrl: node.rpcUrl, wsUrl: node.wsUrl };
      await sleep(LOOK_MS);
    }
    clearInterval(drain);
    node.stop();
  }
  throw new Error(`The local chain found no free port for its subscriptions in ${STARTS} starts.`);
}
