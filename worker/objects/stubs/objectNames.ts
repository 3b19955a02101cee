/** How many share the browsers that asked to be told. A change moves them: those that are kept would not be found. */
export const PUSH_SHARDS = 16;

/** The shard of an endpoint: FNV-1a, so that each has about as many. */
export function pushShardOf(endpoint: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(endpoint)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % PUSH_SHARDS;
}

export const pushShardName = (shard: number) => `push-${shard}`;

/** Of every other class there is one object, under this name. */
export const OBJECT_NAMES = { rounds: 'rounds', tax: 'tax', alerts: 'alerts' } as const;
