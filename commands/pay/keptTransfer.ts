import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { SignedTransaction } from '../../worker/chain/signing/transactions.ts';

/**
 * A wallet's transfer from before it is sent until its end is known. It outlives the command: another one sends nothing
 * while it is kept.
 */
export interface KeptTransfer {
  /** Null where none is kept. */
  read(): SignedTransaction | null;
  /** Throws an Error with a sentence where one is kept already. */
  keep(signed: SignedTransaction): void;
  forget(): void;
}

const schema = z.object({
  bytes: z.string(),
  signature: z.string(),
  blockhash: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int(), slot: z.int() }),
});

/** Keeps it in a file of its own, which a person who knows how the transfer ended may remove. */
export function keptTransfer(path: string): KeptTransfer {
  return {
    read() {
      if (!existsSync(path)) return null;
      try {
        return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
      } catch {
        throw new Error(
          `${path} cannot be read: a transfer may be on its way. Look at the wallet, then remove the file.`,
        );
      }
    },
    keep(signed) {
      try {
        writeFileSync(path, JSON.stringify(signed), { flag: 'wx', mode: 0o600 });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw new Error(`Another command moves SOL from this wallet: it keeps ${path}. Nothing was sent.`);
      }
    },
    forget: () => rmSync(path, { force: true }),
  };
}
