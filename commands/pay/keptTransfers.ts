import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../src/parseJson.ts';
import type { SignedTransaction } from '../../worker/chain/signing/transactions.ts';
import { placeNew } from '../setup/placeNew.ts';

/** Transfers of one wallet on one chain. Each is kept before it is sent, and outlives the command that sent it. */
export interface KeptTransfers {
  read(): KeptNow;
  /**
   * Keeps a transfer with number `count` + 1, where `count` is from `read`. Throws an Error with a sentence if another
   * command has kept a transfer since.
   */
  keep(signed: SignedTransaction, count: number): KeptTransfer;
}

export interface KeptNow {
  /** How many transfers have been kept so far. */
  readonly count: number;
  /**
   * The last kept transfer while its end is not known, otherwise null. While it is not null, nothing else is sent from
   * the wallet.
   */
  readonly open: KeptTransfer | null;
}

export interface KeptTransfer {
  readonly signed: SignedTransaction;
  /** The file in which the transfer is kept. */
  readonly place: string;
  /** The file that says that the transfer's end is known. A person who knows how the transfer ended may make it too. */
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
 * Keeps transfers in a folder, as 1.json, 2.json and so on. A file 1.ended says that the end of 1.json is known. No
 * file is ever changed or removed, and each number is taken once. So if another command has moved SOL while this one
 * waited for a yes, `keep` throws, even if that transfer has landed long ago.
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
      // The file has to outlast a loss of power, because the transfer is sent next.
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
    `${path} cannot be read: a transfer may be on its way. Look in the wallet's history how it ended. Then make an empty file ${ended} in the folder of the unreadable file.`,
  );
}
