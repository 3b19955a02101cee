import { makeMigratedState } from '../world/migratedState.ts';
import { buildWorkerBundle } from '../world/wranglerCommand.ts';
import { WORKER_BUNDLE } from './workerBundle.ts';

/** Builds the worker once for all files: the same bundle that a deployment would upload. */
export default async function setup(): Promise<void> {
  await buildWorkerBundle(WORKER_BUNDLE);
  await makeMigratedState(WORKER_BUNDLE);
}
