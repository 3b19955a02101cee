/** What this browser is to tell, and about which wallet. Stored where the page and its service worker both find it. */
export interface Wish {
  readonly address: string;
  readonly kinds: readonly string[];
}

const CACHE = 'told';
const PLACE = '/wish';

/** Null: nothing was asked for, or the browser stores nothing. */
export async function readWish(): Promise<Wish | null> {
  try {
    const kept: unknown = await (await (await caches.open(CACHE)).match(PLACE))?.json();
    const { address, kinds } = (kept ?? {}) as Partial<Wish>;
    return typeof address === 'string' && Array.isArray(kinds) ? { address, kinds } : null;
  } catch {
    return null;
  }
}

/** Where nothing can be stored, the server still knows the wish: only the tick boxes are forgotten. */
export async function storeWish(wish: Wish | null): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    if (wish === null) await cache.delete(PLACE);
    else await cache.put(PLACE, Response.json(wish));
  } catch {
    // Then only the tick boxes are forgotten.
  }
}
