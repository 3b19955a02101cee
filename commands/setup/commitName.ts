import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { errorText } from '../../src/errorText.ts';

/**
 * The short name of the commit that is checked out; null when a file is not committed. Throws an Error with a sentence
 * when git does not name it.
 */
export async function commitName(repository: string): Promise<string | null> {
  const git = async (...args: readonly string[]) =>
    (await promisify(execFile)('git', [...args], { cwd: repository })).stdout.trim();
  try {
    if ((await git('status', '--porcelain')) !== '') return null;
    return await git('rev-parse', '--short=10', 'HEAD');
  } catch (error) {
    throw new Error(
      `Git did not name the commit of this folder. A deployment is named by its commit, so the project must be cloned, and not copied. ${errorText(error)}`,
      { cause: error },
    );
  }
}
