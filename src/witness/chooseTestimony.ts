import { readWitnessMemo, type Testimony } from './witnessMemo.ts';

/** A memo of a watcher that is on chain. `blockTime` is unix seconds. */
export interface MemoOfWatcher {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly text: string;
}

/** A round, as it is asked for. Unix seconds. */
export interface WitnessedRound {
  readonly round: number;
  readonly endsAt: number;
  /** When its beacon is due: later testimonies prove nothing. */
  readonly beaconAt: number;
  /** The published root, hex. */
  readonly root: string;
}

/** What a watcher is taken to have said of a round. */
export interface ChosenTestimony extends MemoOfWatcher {
  readonly testimony: Testimony;
}

/**
 * A watcher's testimony for a round, of all that it wrote; null when it said nothing in time. Of several the earliest
 * counts, and one that names another root counts before any that names the published one.
 */
export function chooseTestimony(memos: readonly MemoOfWatcher[], of: WitnessedRound): ChosenTestimony | null {
  const timely = memos
    .flatMap((memo): ChosenTestimony[] => {
      const testimony = readWitnessMemo(memo.text);
      const isOfRound = testimony?.round === of.round && testimony.endsAt === of.endsAt;
      return testimony !== null && isOfRound && memo.blockTime < of.beaconAt ? [{ ...memo, testimony }] : [];
    })
    .sort((a, b) => a.slot - b.slot);
  return timely.find(({ testimony }) => testimony.root !== of.root) ?? timely[0] ?? null;
}
