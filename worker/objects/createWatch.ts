import { errorText } from '../../src/errorText.ts';
import type { Pulse } from '../answers/health/pulses.ts';

/** What is read and done beside the rounds. */
export interface Watched {
  readonly watchChain: {
    readHolders(): Promise<boolean>;
    readPool(isInDoubt: () => boolean): Promise<boolean>;
  };
  readonly reconcilePool: () => Promise<void>;
  readonly sweepJournal: () => Promise<void>;
  readonly watchTerms: { look(): Promise<void> };
  readonly countFairness: () => Promise<void>;
  readonly tidyUp: () => Promise<void>;
  readonly checkBeacon: () => Promise<unknown>;
  /** True when something new was stored. */
  readonly watchWitnesses: () => Promise<boolean>;
}

export interface WatchInput {
  readonly watched: () => Watched;
  /** Whether a payment of the pool may be on its way: a reading may then contain it or not. */
  readonly isPoolInDoubt: () => boolean;
  /** Called when something that the public sees has changed in the database. */
  readonly onNews: () => void;
  /** Stores in the pulse at what time a reading succeeded. */
  readonly note: (seen: Partial<Pulse>) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The work beside the rounds. None of it throws: what fails now is done again at the next look. */
export function createWatch({ watched, isPoolInDoubt, onNews, note, now }: WatchInput) {
  async function tryTo(name: string, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      console.warn(`${name}: ${errorText(error)}`);
    }
  }
  return {
    holders: () =>
      tryTo('holders not read', async () => {
        if (await watched().watchChain.readHolders()) note({ holdersAt: now() });
      }),
    pool: () =>
      tryTo('pool not read', async () => {
        if (await watched().watchChain.readPool(isPoolInDoubt)) note({ poolAt: now() });
      }),
    witnesses: () =>
      tryTo('watchers not read', async () => {
        if (await watched().watchWitnesses()) onNews();
      }),
    reconcile: () => tryTo('pool not reconciled', () => watched().reconcilePool()),
    journal: () => tryTo('journal not swept', () => watched().sweepJournal()),
    /** Reads whether new terms were announced, so that they are known long before they are in force. */
    terms: () => tryTo('terms not read', () => watched().watchTerms.look()),
    fairness: () => tryTo('fairness not counted', () => watched().countFairness()),
    /** Puts the lists of closed rounds, and old tax cycles, into a shorter form. */
    tidyUp: () => tryTo('not tidied up', () => watched().tidyUp()),
    /** Asks the relays for a beacon that is due: a broken network is noticed before a draw depends on it. */
    beacon: () =>
      tryTo('beacon not read', async () => {
        if ((await watched().checkBeacon()) !== null) note({ beaconAt: now() });
      }),
  };
}
