import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** They start processes, read papers or ask for seconds: for each mutant that would be too long. */
const LEFT_OUT = [
  ...['sim', 'papers', 'runbook', 'specCoverage', 'streets', 'listensHere', 'secondImplementation', 'feeds'],
  ...['startChainProcess', 'prose', 'specTexts', 'pageTexts', 'verifyCommand', 'hostileChains', 'shapes'],
  ...['tamperedProofs', 'fiftyRounds', 'findInclusion'],
].map((name) => `test/{domain,client}/${name}.test.ts`);
const TESTS = ['test/domain/*.test.ts', 'test/client/*.test.ts'];
/** They replace a module, which the next file must not meet. */
const ALONE = globSync(TESTS).filter((path) => /\bvi\.(mock|doMock)\(/.test(readFileSync(path, 'utf8')));
const inNode = { environment: 'node', restoreMocks: true, unstubGlobals: true, testTimeout: 60_000 } as const;

/** The tests of the arithmetic alone: no process, no network, no runtime. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...inNode,
          name: 'together',
          include: TESTS,
          exclude: ['**/*.long.test.ts', ...LEFT_OUT, ...ALONE],
          // Stryker starts a thread for each mutant: within it, modules are loaded once.
          isolate: false,
        },
      },
      { test: { ...inNode, name: 'alone', include: ALONE, exclude: LEFT_OUT } },
    ],
  },
});
