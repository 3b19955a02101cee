import type { SeenList } from '../../../src/witness/witnessMemo.ts';

/** What a proof claims that a watcher said. `blockTime` is unix seconds. */
export interface WitnessClaim {
  readonly name: string;
  readonly address: string;
  readonly root: string | null;
  readonly entries: number | null;
  readonly unjudged: number | null;
  readonly signature: string | null;
  readonly slot: number | null;
  readonly blockTime: number | null;
}

/** The testimony that made a watcher's mark of the hour, in the right form and in time. */
export interface SaidOnChain {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  /** What the watcher saw; null when it was shown no list. */
  readonly seen: SeenList | null;
}

/** A watcher of the terms, what the proof claims that the watcher said, and what its mark shows. */
export interface WatcherOnChain {
  readonly name: string;
  readonly operator: string;
  readonly claim: WitnessClaim | null;
  /** Null when the watcher did not testify, or when nobody can tell. */
  readonly said: SaidOnChain | null;
  /** Why `said` is null. Null for a watcher that testified, or that made no mark. */
  readonly why: string | null;
  /** Whether nobody can tell what the watcher said. */
  readonly isUnknown: boolean;
}

/** The outcome of `checkWitnesses`. `value` is what the watchers saw, or what the proof claims falsely. */
export interface WitnessFinding {
  readonly state: 'ok' | 'failed' | 'could-not-check';
  readonly value: string;
}

/**
 * Whether at least `quorum` operators saw the list with this root, by the marks of their watchers. Each operator counts
 * once. An operator disputes the list if any of its watchers saw another list. If `quorum` operators dispute it, or the
 * proof claims a testimony falsely, this fails.
 */
export function checkWitnesses(root: string, watchers: readonly WatcherOnChain[], quorum: number): WitnessFinding {
  if (watchers.length === 0) return { state: 'ok', value: 'the terms name no watcher' };
  const lies = watchers.flatMap((one) => falseClaim(one) ?? []);
  if (lies.length > 0) return { state: 'failed', value: lies.join('; ') };
  const disputes = watchers.filter(({ said }) => said?.seen && said.seen.root !== root);
  const others = new Set(disputes.map(({ operator }) => operator));
  const agreeing = watchers.filter(({ said, operator }) => said?.seen?.root === root && !others.has(operator));
  const saw = new Set(agreeing.map(({ operator }) => operator));
  const all = new Set(watchers.map(({ operator }) => operator));
  const parts = [
    `${saw.size} of ${all.size} operators saw this list, ${quorum} are needed`,
    ...watchers.flatMap((one) => sentence(one, root) ?? []),
  ];
  const state = others.size >= quorum ? 'failed' : saw.size >= quorum ? 'ok' : 'could-not-check';
  return { state, value: parts.join('; ') };
}

/** The sentence about a watcher; null for one that saw the list and judged every wallet. */
function sentence({ name, operator, said, why, isUnknown }: WatcherOnChain, root: string): string | null {
  if (said === null) {
    const silent = isUnknown ? `what ${name} said is not known` : `${name} did not testify`;
    return why === null ? silent : `${silent} (${why})`;
  }
  if (said.seen === null) return `${name} (${operator}) was shown no list`;
  if (said.seen.root !== root) return `${name} (${operator}) saw root ${said.seen.root}`;
  return said.seen.unjudged === 0 ? null : `${said.seen.unjudged} wallets not judged by ${name}`;
}

/**
 * A sentence about the first value that the proof claims falsely of a testimony; null when there is none. Leaving a
 * testimony out is no false claim. Neither is a claim about a testimony that could not be read.
 */
function falseClaim({ name: watcher, claim, said: made, isUnknown }: WatcherOnChain): string | null {
  if (claim === null || isUnknown) return null;
  const said = {
    root: made?.seen?.root ?? null,
    entries: made?.seen?.entries ?? null,
    unjudged: made?.seen?.unjudged ?? null,
    signature: made?.signature ?? null,
    slot: made?.slot ?? null,
    blockTime: made?.blockTime ?? null,
  };
  const names = ['root', 'entries', 'unjudged', 'signature', 'slot', 'blockTime'] as const;
  if (names.every((name) => claim[name] === null)) return null;
  const wrong = names.find((name) => claim[name] !== said[name]);
  if (wrong === undefined) return null;
  return `${watcher}: ${wrong}: expected ${said[wrong] ?? 'nothing'} got ${claim[wrong] ?? 'nothing'}`;
}
