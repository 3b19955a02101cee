import {
  type ChosenTestimony,
  chooseTestimony,
  type MemoOfWatcher,
  type WitnessedRound,
} from '../../src/witness/chooseTestimony.ts';

/** What a proof says that a watcher said. `blockTime` is unix seconds. */
export interface WitnessClaim {
  readonly name: string;
  readonly address: string;
  readonly root: string | null;
  readonly entries: number | null;
  readonly signature: string | null;
  readonly slot: number | null;
  readonly blockTime: number | null;
}

/** A watcher's memos about the round, from its own wallet's history. */
export interface WitnessTexts {
  readonly memos: readonly MemoOfWatcher[];
  /** Sentences on what could not be looked at. */
  readonly doubts: readonly string[];
}

/** A watcher as the proof has it, and as the chain has it. */
export interface WatcherOnChain {
  readonly claim: WitnessClaim;
  readonly texts: WitnessTexts;
}

/** The outcome: what the watchers saw, what differs, or why that is not known. */
export interface WitnessFinding {
  readonly state: 'ok' | 'failed' | 'could-not-check';
  readonly value: string;
}

/**
 * Whether a watcher saw another list than the one that was drawn from, by what the watchers wrote themselves. Silence
 * is no contradiction, and so it is only said. Null when no watcher was known.
 */
export function checkWitnesses(of: WitnessedRound, watchers: readonly WatcherOnChain[]): WitnessFinding | null {
  if (watchers.length === 0) return null;
  const findings = watchers.map((watcher) => ({ watcher, ...findingOf(of, watcher) }));
  const those = (state: WitnessFinding['state']) => findings.filter((finding) => finding.state === state);
  for (const state of ['failed', 'could-not-check'] as const) {
    const [first] = those(state);
    if (first !== undefined)
      return {
        state,
        value: those(state)
          .map(({ value }) => value)
          .join('; '),
      };
  }
  const silent = findings.filter(({ chosen }) => chosen === null).map(({ watcher }) => watcher.claim.name);
  const saw = `${watchers.length - silent.length} of ${watchers.length} watchers saw this list`;
  return { state: 'ok', value: silent.length === 0 ? saw : `${saw}; ${silent.join(', ')} said nothing` };
}

interface One extends WitnessFinding {
  readonly chosen: ChosenTestimony | null;
}

function findingOf(of: WitnessedRound, { claim, texts }: WatcherOnChain): One {
  const chosen = chooseTestimony(texts.memos, of);
  const failed = (value: string): One => ({ state: 'failed', value: `${claim.name}: ${value}`, chosen });
  // What was found counts, whatever else could not be looked at.
  if (chosen !== null && chosen.testimony.root !== of.root)
    return failed(`the watcher saw root ${chosen.testimony.root}, and ${of.root} was drawn from`);
  if (texts.doubts.length > 0)
    return { state: 'could-not-check', value: `${claim.name}: ${texts.doubts.join('; ')}`, chosen };
  const difference = differenceOf(claim, chosen);
  return difference === null ? { state: 'ok', value: '', chosen } : failed(difference);
}

/** A proof that names nothing hides nothing: whoever checks reads the wallet. What it names has to be so. */
function differenceOf(claim: WitnessClaim, chosen: ChosenTestimony | null): string | null {
  const said = {
    root: chosen?.testimony.root ?? null,
    entries: chosen?.testimony.entries ?? null,
    signature: chosen?.signature ?? null,
    slot: chosen?.slot ?? null,
    blockTime: chosen?.blockTime ?? null,
  };
  const names = ['root', 'entries', 'signature', 'slot', 'blockTime'] as const;
  if (names.every((name) => claim[name] === null)) return null;
  const wrong = names.find((name) => claim[name] !== said[name]);
  return wrong === undefined ? null : `${wrong}: expected ${said[wrong] ?? 'nothing'} got ${claim[wrong] ?? 'nothing'}`;
}
