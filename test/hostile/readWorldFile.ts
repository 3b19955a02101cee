import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { LOCAL } from '../world/worldFolders.ts';

const facts = z
  .object({
    appUrl: z.url(),
    rpcUrl: z.url(),
    drandPublicKey: z.string(),
    drandUrl: z.url(),
    mint: z.string(),
    poolWallet: z.string(),
    roundSeconds: z.int(),
    genesisTime: z.iso.datetime(),
  })
  .transform(({ genesisTime, ...rest }) => ({ ...rest, genesis: Date.parse(genesisTime) / 1000 }));

/** The world file of a running local world; `genesis` is in unix seconds. */
export type WorldFacts = z.infer<typeof facts>;

/** Reads the world file. Throws an error with a sentence when no world is running. */
export function readWorldFile(): WorldFacts {
  const path = `${LOCAL}/world.json`;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(
      `${path} is not there: start a world first, with STRANGER=1 ROUND_SECONDS=40 SLOT_MS=200 npm start`,
    );
  }
  return facts.parse(JSON.parse(text));
}
