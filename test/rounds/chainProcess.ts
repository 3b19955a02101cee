import { startRuntime } from '../world/startRuntime.ts';

// A chain in a process of its own, which a test may put to sleep. It tells its RPC address and ends with whoever started it.
process.send?.((await startRuntime({ slotMs: 200 })).rpcUrl);
process.on('disconnect', () => process.exit());
