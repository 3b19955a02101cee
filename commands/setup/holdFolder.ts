import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

/** The signals that end a command, and the exit code after each. */
const SIGNALS = [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

/**
 * Reserves an environment's folder for this command until it ends: two commands at once could overwrite what the other
 * keeps, or deploy the other's secrets. Throws an Error with a sentence while another command has the folder.
 */
export function holdFolder(folder: string): void {
  // The file is beside the folder, not in it: a command that is refused later must not have made the folder.
  const path = `${folder}.in-use`;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    // `wx`: only one of several commands makes the file.
    const owner = `process ${process.pid} on ${hostname()}, since ${new Date().toISOString()}`;
    writeFileSync(path, owner, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(
      `Another command works with ${folder} (${ownerIn(path)}). Wait until it has ended. If there is no such process any more, remove ${path}.`,
    );
  }
  process.once('exit', () => rmSync(path, { force: true }));
  // A signal that nobody handles ends the process without an "exit".
  for (const [signal, code] of SIGNALS) process.once(signal, () => process.exit(code));
}

/** What the other command has written about itself. It may have ended meanwhile, or be another user's. */
function ownerIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return 'which one cannot be read';
  }
}
