import type { Doubt } from '../chain/rpcError.ts';
import type { RaiseAlert } from './raiseAlerts.ts';

const DAY_MS = 86_400_000;
const MOST_TOLD = 200;
const DISPUTED_MS = 600_000;
/** Health speaks of doubts of the last hour. */
const RECENT_MS = 3_600_000;

export interface DoubtsInput {
  readonly raiseAlert: RaiseAlert;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Nodes that differ for a moment are at different slots, and the next look finds them together. A person is told of a
 * contradiction that is still there after this long.
 */
const PASSING_MS = 2_000;
/** Looks further apart than this are of two contradictions. The tax is looked at every two minutes, the pool each one. */
const APART_MS = 600_000;

/** Tells a person of every doubt about RPC nodes, once a day and subject, and remembers the newest for health. */
export function createDoubts({ raiseAlert, now }: DoubtsInput) {
  const told = new Set<string>();
  let disputedAt = Number.NEGATIVE_INFINITY;
  const contradictions = new Map<string, { since: number; lastAt: number }>();
  let newest: { readonly at: number; readonly sentence: string } | null = null;

  /** Whether nodes that contradict each other about something may just be at different slots. */
  function isPassing(about: string): boolean {
    const at = now();
    const known = contradictions.get(about);
    const { since } = known !== undefined && at - known.lastAt < APART_MS ? known : { since: at };
    if (contradictions.size >= MOST_TOLD) contradictions.clear();
    contradictions.set(about, { since, lastAt: at });
    return at - since < PASSING_MS;
  }

  return {
    onDoubt(doubt: Doubt): void {
      const sentence = describeDoubt(doubt);
      newest = { at: now(), sentence };
      if (doubt.kind === 'disagree') disputedAt = now();
      if (doubt.kind === 'disagree' && isPassing(doubt.about)) return;
      const day = Math.floor(now() / DAY_MS);
      const key = `${KEYS[doubt.kind]}:${doubt.kind === 'disagree' ? doubt.about : `${doubt.nodes.join(',')}:${doubt.about}`}:${day}`;
      if (told.has(key)) return;
      // The database remembers too: this only spares it the repetition.
      if (told.size >= MOST_TOLD) told.clear();
      told.add(key);
      void raiseAlert(key, sentence).catch((error: unknown) => {
        told.delete(key);
        console.error(`an alert was not stored: ${error instanceof Error ? error.message : String(error)}`);
      });
    },
    /**
     * Whether nodes contradicted each other a moment ago: what is late then is late for that, and no person can mend
     * the round.
     */
    isDisputed: () => now() - disputedAt < DISPUTED_MS,
    /** The newest doubt of the last hour as a sentence; null when there is none. */
    recent: () => (newest !== null && now() - newest.at < RECENT_MS ? newest.sentence : null),
  };
}

const KEYS = { lied: 'node-lied', silent: 'node-silent', disagree: 'nodes-disagree' } as const;

function describeDoubt({ kind, nodes, about, detail }: Doubt): string {
  const named = nodes.join(' and ');
  switch (kind) {
    case 'lied':
      return `RPC ${named} said about ${about} what cannot be true (${detail}). It is not believed and asked last.`;
    case 'silent':
      return `RPC ${named} gave no usable answer about ${about}. The only node that answered was believed.`;
    case 'disagree':
      return `RPC ${named} disagree about ${about} (${detail}), and nothing decides between them. Nothing is done with either answer.`;
  }
}
