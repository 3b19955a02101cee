import { parseArgs } from 'node:util';
import { changedFiles } from './changedFiles.ts';
import { dependents, FOLDERS, readImporters } from './importGraph.ts';
import { isUnitTest, vitestRun } from './projects.ts';
import { runCommand } from './runCommand.ts';

/**
 * `npm run quick`: types, lint, import rules, and the unit tests nearest to the files that differ from the last commit
 * (or from another one: `npm run quick -- --since main`). It is for the minute before a commit; `npm test` decides.
 */
const { values } = parseArgs({ options: { since: { type: 'string', default: 'HEAD' } } });

/** Nearly every test depends on a file that everything imports. This many of the nearest tests fit into a minute. */
const MOST_TESTS = 16;
/** Files that tests read without importing them. */
const LOOKED_AT: readonly (readonly [RegExp, string])[] = [
  [/\.md$/, 'test/domain/papers.test.ts'],
  [/^migrations\//, 'test/worker/store/queryPlan.test.ts'],
  [/^test\/structure\/streets\.cjs$/, 'test/domain/streets.test.ts'],
];

const changed = changedFiles(values.since);
const distances = dependents(changed, readImporters());
const near = [...distances.keys()].filter(isUnitTest);
const looking = LOOKED_AT.filter(([pattern]) => changed.some((file) => pattern.test(file))).map(([, test]) => test);
const all = [...new Set([...looking, ...near])];
const tests = all.slice(0, MOST_TESTS);

const lint = ['biome', 'ci', '--files-ignore-unknown=true', '--no-errors-on-unmatched', ...changed];
const steps: readonly (readonly [string, readonly string[]])[] = [
  ['types', ['npm', 'run', '--silent', 'check:types']],
  ...(changed.length === 0 ? [] : [['format and lint', lint] as const]),
  ['import rules', ['depcruise', '--config', 'test/structure/dependencyCruiser.cjs', ...FOLDERS]],
  ...(tests.length === 0 ? [] : [[`${tests.length} test files`, vitestRun(tests)] as const]),
];

console.log(`${changed.length} files differ from ${values.since}.`);
for (const test of tests) console.log(`  ${test}`);
if (all.length > tests.length)
  console.log(
    `  ${all.length - tests.length} more test files depend on them from farther away: \`npm test\` runs them.`,
  );

// One after the other, because each of them uses all cores.
for (const [name, command] of steps) {
  const { ok, seconds, said } = await runCommand(command);
  console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name}, ${seconds.toFixed(1)} s`);
  if (ok) continue;
  console.log(said);
  process.exitCode = 1;
}
