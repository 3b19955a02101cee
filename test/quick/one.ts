import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sourceFiles } from './importGraph.ts';
import { isUnitTest, vitestRun } from './projects.ts';

/**
 * `npm run test:one -- 'a few words of its sentence'`: runs the unit tests whose sentences contain these words. It is
 * quick because only files that contain the words are loaded.
 */
const words = process.argv.slice(2).join(' ');
if (words === '') {
  console.error("Which test? For example: npm run test:one -- 'goes to the other exchange'");
  process.exit(1);
}
const files = sourceFiles().filter((file) => isUnitTest(file) && readFileSync(file, 'utf8').includes(words));
if (files.length === 0) {
  console.error(`No unit test has the words ${JSON.stringify(words)}. Values in a sentence stand as %s in its file.`);
  process.exit(1);
}
const [program = '', ...rest] = vitestRun(files);
const pattern = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
process.exitCode = spawnSync(program, [...rest, '-t', pattern], { stdio: 'inherit' }).status ?? 1;
