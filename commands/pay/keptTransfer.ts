import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import type { SignedTransaction } from '../../worker/chain/signing/transactions.ts';

/**
 * A wallet's transfer from before it is sent until its end is known. It outlives the command: another one sends nothing
 * while it is kept.
 */
export interface KeptTransfer {
  /** Where it is kept, as a person finds it. */
  readonly place: string;
  /** Null where none is kept. */
  read(): SignedTransaction | null;
  /** Throws an Error with a sentence where one is kept already. */
  keep(signed: SignedTransaction): void;
  /** Forgets the transfer of this signature. What another command has kept since stays. */
  forget(signature: string): void;
}

const schema = z.object({
  bytes: z.string(),
  signature: z.string(),
  blockhash: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int(), slot: z.int() }),
});

/** Keeps it in a file of its own, which a person who knows how the transfer ended may remove. */
export function keptTransfer(path: string, write: (file: number, text: string) => void = writeFileSync): KeptTransfer {
  const readable = () => schema.safeParse(parseJson(readFileSync(path, 'utf8')));
  return {
    place: path,
    read() {
      if (!existsSync(path)) return null;
      const { success, data } = readable();
      if (success) return data;
      throw new Error(
        `${path} cannot be read: a transfer may be on its way. Look at the wallet, then remove the file.`,
      );
    },
    keep(signed) {
      const file = openNew(path);
      try {
        write(file, JSON.stringify(signed));
        // It is sent next: a machine that loses its power must not lose this.
        fsyncSync(file);
      } catch (error) {
        // Nothing was sent. A file that says nothing would forbid every later command.
        rmSync(path, { force: true });
        throw error;
      } finally {
        closeSync(file);
      }
      syncFolder(dirname(path));
    },
    forget(signature) {
      if (existsSync(path) && readable().data?.signature === signature) rmSync(path, { force: true });
    },
  };
}

/** A file that was not there. Throws an Error with a sentence where there is one. */
function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`Another command moves SOL from this wallet: it keeps ${path}. Nothing was sent.`);
  }
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
