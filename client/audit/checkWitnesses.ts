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

/** A watcher of the terms: what the proof says of it, and what it wrote itself. The names are the lottery's. */
export interface WatcherOnChain {
  readonly name: string;
  readonly operator: string;
  readonly claim: WitnessClaim | null;
  readonly texts: WitnessTexts;
}

/** The outcome: what the watchers saw, what differs, or why that is not known. */
export interface WitnessFinding {
  readonly state: 'ok' | 'failed' | 'could-not-check';
  readonly value: string;
}

/**
 * Whether enough operators saw the list that was drawn from, by what their watchers wrote themselves. Each operator
 * counts once, and one whose watchers differ disputes the list.
 */
export function checkWitnesses(
  of: WitnessedRound,
  watchers: readonly WatcherOnChain[],
  quorum: number,
): WitnessFinding {
  if (watchers.length === 0) return { state: 'ok', value: 'the terms name no watcher' };
  const all = watchers.map((watcher) => ({ ...watcher, said: chooseTestimony(watcher.texts.memos, of) }));
  const lies = all.flatMap((one) => falseClaim(one) ?? []);
  if (lies.length > 0) return { state: 'failed', value: lies.join('; ') };
  const disputing = all.filter(({ said }) => said !== null && said.testimony.root !== of.root);
  const others = new Set(disputing.map(({ operator }) => operator));
  const saw = new Set(all.flatMap(({ said, operator }) => (said === null || others.has(operator) ? [] : operator)));
  const silent = all.filter(({ said }) => said === null);
  const parts = [
    `${saw.size} of ${new Set(all.map(({ operator }) => operator)).size} operators saw this list, ${quorum} are needed`,
    ...disputing.map(({ name, operator, said }) => `${name} (${operator}) saw root ${said?.testimony.root}`),
    ...silent.flatMap(({ name, texts }) => (texts.doubts.length > 0 ? `${name}: ${texts.doubts.join('; ')}` : [])),
    ...(silent.length > 0 ? [`${silent.map(({ name }) => name).join(', ')} did not testify`] : []),
  ];
  const state = others.size >= quorum ? 'failed' : saw.size >= quorum ? 'ok' : 'could-not-check';
  return { state, value: parts.join('; ') };
}

interface Judged extends WatcherOnChain {
  readonly said: ChosenTestimony | null;
}

/**
 * What the proof says of a testimony that is not so; null otherwise. A proof that names none hides none: whoever checks
 * reads the wallet. What could not be looked at accuses nobody.
 */
function falseClaim({ name: watcher, claim, texts, said: chosen }: Judged): string | null {
  if (claim === null || texts.doubts.length > 0) return null;
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
  if (wrong === undefined) return null;
  return `${watcher}: ${wrong}: expected ${said[wrong] ?? 'nothing'} got ${claim[wrong] ?? 'nothing'}`;
}
