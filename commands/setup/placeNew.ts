import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Puts a file in place, whole, under a name that is free, and down to the disk. False where the name is taken, also by
 * another run at the same moment: nothing is ever written over, since it may be a key that holds money already.
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

/** Renamed into place: if the command ends in the middle, the old file stays. */
export function writeWhole(path: string, text: string): void {
  renameSync(writeBeside(path, text), path);
}

/** Writes a file that is nobody else's beside a path, down to the disk. Makes the folder. */
function writeBeside(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomUUID()}.new`;
  writeFileSync(beside, text, { mode: 0o600, flush: true });
  return beside;
}

/** The name of a new file is on disk when its folder is. */
function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
