import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const cloudflare = fileURLToPath(new URL('./cloudflare.ts', import.meta.url));

/** The unit tests of the rooms where money is signed, judged and written down, in plain Node. */
export default defineConfig({
  resolve: { alias: { 'cloudflare:workers': cloudflare, 'cloudflare:test': cloudflare } },
  test: {
    environment: 'node',
    include: [
      ...['chain', 'swap', 'tax', 'rounds', 'store', 'engine'].map((room) => `test/worker/${room}/*.test.ts`),
      'test/domain/moveSol.test.ts',
    ],
    // They ask the whole app, or need workerd's own `Response` or KV.
    exclude: [
      ...['archiveTax', 'operations', 'outflows', 'packLists', 'publicRows', 'statements', 'taxSearch'].map(
        (name) => `test/worker/store/${name}.test.ts`,
      ),
      ...['findOutflows', 'recoverRound'].map((name) => `test/worker/rounds/${name}.test.ts`),
    ],
    // Stryker starts a thread for each mutant: within it, modules are loaded once.
    isolate: false,
    setupFiles: ['test/worker/emptyKv.ts'],
    restoreMocks: true,
    testTimeout: 60_000,
  },
});
