import type { Part } from '../../../src/contract/operations.ts';

interface BrakeWords {
  readonly title: string;
  /** What a pause does and does not do. */
  readonly means: string;
  /** The button. */
  readonly pull: string;
  readonly paused: string;
  readonly resumed: string;
}

/** What can be paused by itself, in words. */
export const BRAKES: Readonly<Record<Part, BrakeWords>> = {
  rounds: {
    title: 'New rounds',
    means: 'Pausing stops new rounds. A round already committed will still be drawn and paid.',
    pull: 'Pause new rounds',
    paused: 'New rounds are paused.',
    resumed: 'New rounds are running again.',
  },
  tax: {
    title: 'Tax cycles',
    means:
      'While the tax is paused nothing of it is signed, not even for a cycle already begun. The fees wait on chain, and everything goes on where it stopped.',
    pull: 'Pause tax cycles',
    paused: 'Tax cycles are paused.',
    resumed: 'Tax cycles are running again.',
  },
};
