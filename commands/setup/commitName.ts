import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The short name of the commit that is checked out; null when a file is not committed. Throws an Error with a sentence
 * when the folder is no repository.
 */
export async function commitName(repository: string): Promise<string | null> {
  const git = async (...args: readonly string[]) =>
    (await promisify(execFile)('git', [...args], { cwd: repository })).stdout.trim();
  try {
    if ((await git('status', '--porcelain')) !== '') return null;
    return await git('rev-parse', '--short=10', 'HEAD');
  } catch {
    throw new Error(
      'This folder is no git repository. Clone the project instead of copying it: a deployment is named by its commit.',
    );
  }
}
