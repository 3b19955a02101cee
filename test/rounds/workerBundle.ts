import { fileURLToPath } from 'node:url';

/** Where the tests' build of the worker lies. */
export const WORKER_BUNDLE = fileURLToPath(new URL('../../dist/worker', import.meta.url));
