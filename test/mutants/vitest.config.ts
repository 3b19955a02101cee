import { defineConfig } from 'vitest/config';

/** The tests of the arithmetic alone: no process, no network, no runtime. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/domain/*.test.ts', 'test/client/*.test.ts'],
    exclude: [
      '**/*.long.test.ts',
      ...['sim', 'papers', 'runbook', 'specCoverage', 'streets', 'listensHere', 'secondImplementation', 'feeds'].map(
        (name) => `test/domain/${name}.test.ts`,
      ),
      ...['prose', 'specTexts', 'pageTexts', 'verifyCommand', 'hostileChains', 'shapes'].map(
        (name) => `test/client/${name}.test.ts`,
      ),
    ],
    testTimeout: 60_000,
  },
});
