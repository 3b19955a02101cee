import { startNode } from './startNode.ts';

// A node of `npm start` in its own process, so that it can be stopped alone: `node runNode.ts <address of the chain>`.
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Name the address of the chain.');
// When the world is gone, even by SIGKILL, the channel to it closes.
process.on('disconnect', () => process.exit(0));
const { url } = await startNode(target);
process.send?.({ url });
