import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** The files that differ from a commit and still exist, including those that git does not know yet. */
export function changedFiles(since: string): string[] {
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(changed)].filter((file) => existsSync(file)).sort();
}
