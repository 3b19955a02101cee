import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the file `path`, whole and flushed to the disk. If there is a file of this name already, even one that
 * another run makes at this very moment, that file stays, and false is returned. It may be the key of a wallet that
 * holds money.
 */
export function placeNew(path: string, text: string): boolean {
  const whole = writeBeside(path, text);
  try {
    linkSync(whole, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(whole, { force: true });
  }
  syncFolder(dirname(path));
  return true;
}

/** Replaces a file: if the command ends in the middle, the old file stays. */
export function writeWhole(path: string, text: string): void {
  renameSync(writeBeside(path, text), path);
}

/** Writes a new file beside `path` with a random name, flushed to the disk; returns its path. Makes the folder. */
function writeBeside(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomUUID()}.new`;
  writeFileSync(beside, text, { mode: 0o600, flush: true });
  return beside;
}

/** Flushes a folder to the disk: before that, a crash could lose the name of a new file in it. */
function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
