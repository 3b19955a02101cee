import * as z from 'zod';
import { nodesHash } from '../chain/node/nodesHash.ts';
import { type KeptTroubles, troublesSchema } from '../engine/doubts.ts';

/**
 * A note in an object's storage, under this key. `read` gives null when nothing was noted, or nothing that can be parsed.
 * Whatever an object must still know after ten seconds without a call belongs in a note, since Cloudflare then removes
 * the object from memory (https://developers.cloudflare.com/durable-objects/concepts/durable-object-lifecycle/).
 */
export function noteIn<T>(storage: DurableObjectStorage, key: string, schema: z.ZodType<T>) {
  return {
    read: async (): Promise<T | null> => schema.safeParse(await storage.get(key)).data ?? null,
    // Until the note is on disk, the platform holds back whatever would leave the object.
    write: (noted: T): Promise<void> => storage.put(key, noted),
  };
}

const troublesNote = z.object({ nodes: z.string(), troubles: troublesSchema });

/** The troubles with these nodes that an object has noted, and what notes them. Those with other nodes are forgotten. */
export async function keptTroubles(storage: DurableObjectStorage, urls: readonly string[]): Promise<KeptTroubles> {
  const note = noteIn(storage, 'troubles', troublesNote);
  const nodes = nodesHash(urls);
  const noted = await note.read();
  return { known: noted?.nodes === nodes ? noted.troubles : [], keep: (troubles) => note.write({ nodes, troubles }) };
}
