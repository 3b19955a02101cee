import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { SignedTransaction } from '../../worker/chain/signing/transactions.ts';
import { placeNew } from '../setup/placeNew.ts';

/** Transfers of one wallet on one chain, each kept before it is sent. They outlive the command that sent them. */
export interface KeptTransfers {
  read(): KeptNow;
  /**
   * Keeps a transfer as the next one after the `count` that `read` gave. Throws an Error with a sentence where another
   * command has kept a transfer since that `read`.
   */
  keep(signed: SignedTransaction, count: number): KeptTransfer;
}

export interface KeptNow {
  /** How many transfers have been kept so far. */
  readonly count: number;
  /**
   * The last kept transfer while its end is not known, otherwise null. While there is one, nothing else is sent from
   * that wallet.
   */
  readonly open: KeptTransfer | null;
}

export interface KeptTransfer {
  readonly signed: SignedTransaction;
  /** The file in which the transfer is kept. */
  readonly place: string;
  /** The file that says that the transfer's end is known. A person who has found out that end may make this file. */
  readonly ended: string;
  /** Notes that the transfer's end is known. */
  end(): void;
}

const schema = z.object({
  bytes: z.string(),
  signature: z.string(),
  blockhash: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int(), slot: z.int() }),
});

/**
 * Keeps transfers in a folder: 1.json, 2.json and so on, and 1.ended beside the first once its end is known. No file is
 * ever changed or removed, and each number is taken once. So if a command waits for a yes while another command moves
 * SOL, the first one finds its number taken, whether the other's transfer is still on its way or has long landed.
 */
export function keptTransfers(folder: string): KeptTransfers {
  const kept = (signed: SignedTransaction, number: number): KeptTransfer => {
    const ended = join(folder, `${number}.ended`);
    return { signed, ended, place: join(folder, `${number}.json`), end: () => void placeNew(ended, '') };
  };
  return {
    read() {
      const names = existsSync(folder) ? readdirSync(folder) : [];
      const count = Math.max(0, ...names.map((name) => Number(/^(\d+)\.(?:json|ended)$/.exec(name)?.[1] ?? 0)));
      if (count === 0 || names.includes(`${count}.ended`)) return { count, open: null };
      return { count, open: kept(readKept(join(folder, `${count}.json`), `${count}.ended`), count) };
    },
    keep(signed, count) {
      const one = kept(signed, count + 1);
      // The transfer is sent next, so its file has to outlast a loss of power.
      if (placeNew(one.place, JSON.stringify(signed))) return one;
      throw new Error(
        `Another command has begun to move SOL from this wallet: see ${one.place}. Nothing was sent here.`,
      );
    },
  };
}

function readKept(path: string, ended: string): SignedTransaction {
  const { success, data } = schema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (success) return data;
  throw new Error(
    `${path} cannot be read: a transfer may be on its way. Look at the wallet, then make an empty file ${ended} beside it.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
