import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longestFirst.ts';

const workerd = () =>
  cloudflareTest(async () => ({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: { bindings: { TEST_MIGRATIONS: await readD1Migrations('migrations') } },
  }));

/** A last resort, as the timeouts are: an event that is waited for may come late on a slow machine. */
const PATIENT = { poll: { timeout: 100_000 } };

const inWorkerd = {
  // A last resort: machines are slow at times, and nothing here is about speed.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: PATIENT,
  deps: {
    optimizer: {
      ssr: {
        enabled: true,
        include: [
          ...['@solana/web3.js', '@solana/spl-token', 'zod', 'hono', '@scure/base'],
          ...[
            '@noble/hashes/sha2.js',
            '@noble/hashes/utils.js',
            '@noble/curves/bls12-381.js',
            '@noble/curves/ed25519.js',
          ],
        ],
      },
    },
  },
};

/** What `npm test` leaves to `npm run test:long`. */
const LONG = '**/*.long.test.ts';

/** Tests that replace a module, among those that need no runtime of their own: each gets a process for itself. */
const ALONE = globSync('test/{domain,client}/**/*.test.ts').filter((path) =>
  /\bvi\.(mock|doMock)\(/.test(readFileSync(path, 'utf8')),
);
const inNode = {
  environment: 'node',
  testTimeout: 240_000,
  hookTimeout: 120_000,
  expect: PATIENT,
  // Tests start many programs: what Node has compiled for one of them, it need not compile for the next.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url)) },
} as const;

/** The built worker on the real Solana runtime: whole rounds in real time, with faults. */
const onTheRuntime = {
  environment: 'node',
  globalSetup: 'test/rounds/globalSetup.ts',
  // A last resort, as are the times that tests wait for an event: a slow machine must not fail a test.
  testTimeout: 480_000,
  hookTimeout: 120_000,
  expect: PATIENT,
  // Rounds mostly wait for the clock: many fit side by side.
  maxConcurrency: 10,
} as const;

/** An installed Chromium that opens the running lottery. Without one the tests are skipped, and fail in CI. */
const inChromium = {
  environment: 'node',
  globalSetup: 'test/browser/globalSetup.ts',
  testTimeout: 480_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000, interval: 100 } },
} as const;

export default defineConfig({
  // Builds link to themselves: a watcher would walk them for ever.
  server: { watch: { ignored: ['**/dist/**', '**/.local/**'] } },
  test: {
    // Rounds wait for the clock, not for a core.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // The worker's rooms inside workerd, with its real D1, KV and Durable Objects. One runtime for all files: each
        // start takes 2 s and more. So no file replaces a module, each test begins with an empty KV, and clears the
        // rows away first.
        plugins: [workerd()],
        test: {
          name: 'worker',
          include: ['test/worker/*/*.test.ts'],
          isolate: false,
          setupFiles: ['test/worker/watchPlans.ts', 'test/worker/emptyKv.ts'],
          // Without this, what one file watches or silences would still be so in the next file.
          restoreMocks: true,
          ...inWorkerd,
        },
      },
      // Arithmetic, and everything else that needs no runtime of its own: modules are loaded once for all files.
      {
        test: {
          name: 'domain',
          include: ['domain', 'client', 'fuzz/decoders', 'fuzz/planted'].map((folder) => `test/${folder}/**/*.test.ts`),
          exclude: [LONG, ...ALONE],
          isolate: false,
          // Without these two, what one file watches or replaces would still be so in the next file.
          restoreMocks: true,
          unstubGlobals: true,
          ...inNode,
        },
      },
      { test: { name: 'domain-alone', include: ALONE, exclude: [LONG], ...inNode } },
      {
        test: {
          name: 'rounds',
          include: ['test/rounds/**/*.test.ts'],
          exclude: [LONG],
          ...onTheRuntime,
        },
      },
      {
        test: {
          name: 'long',
          include: ['rounds', 'domain', 'fuzz'].map((folder) => `test/${folder}/${LONG}`),
          ...onTheRuntime,
        },
      },
      {
        // Every lie and every silence of a node, in rounds and tax cycles, a held round of every reason in the console,
        // and an audit of rounds: `npm run test:hostile`.
        test: {
          name: 'hostile',
          environment: 'node',
          include: ['test/hostile/**/*.test.ts'],
          globalSetup: ['test/rounds/globalSetup.ts'],
          // A last resort: a round may be played three times, behind seven others whose workers start one by one.
          testTimeout: 1_200_000,
          hookTimeout: 600_000,
          maxConcurrency: 8,
        },
      },
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], exclude: [LONG], ...inChromium } },
      { test: { name: 'browser-long', include: [`test/browser/${LONG}`], ...inChromium } },
    ],
  },
});
