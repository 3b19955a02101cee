import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operations, Part } from '../../../src/contract/operations.ts';
import { faultLines } from '../console/AdminFault.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { REASON_MISSING } from './ReasonField.tsx';

interface BrakeWords {
  readonly title: string;
  readonly means: string;
  readonly pull: string;
  readonly paused: string;
  readonly resumed: string;
}

/** The words for each part that can be paused. */
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
      'While the tax is paused nothing is signed for it, not even for a cycle that has begun. The fees wait on chain, and after the pause everything goes on where it stopped.',
    pull: 'Pause tax cycles',
    paused: 'Tax cycles are paused.',
    resumed: 'Tax cycles are running again.',
  },
};

/** A pause or a resume, as an operator asks for it. */
export interface BrakeCall {
  readonly action: 'pause' | 'resume';
  readonly part: Part;
  readonly reason: string;
  readonly outflows: Operations['outflows'];
  readonly ticked: ReadonlySet<string>;
}

/** What keeps a call from being made; null when nothing does. */
export function brakeProblem({ action, reason, outflows, ticked }: BrakeCall): string | null {
  if (reason === '') return REASON_MISSING;
  const isEachTicked = outflows.every(({ signature }) => ticked.has(signature));
  return action === 'resume' && !isEachTicked ? 'Tick every transaction above first' : null;
}

/**
 * `pull` pauses or resumes a part, shows a notice about the outcome, and then asks the server again for the state that
 * the Operations tab shows. It resolves to true when the part was paused or resumed.
 */
export function useBrake(): { readonly isBusy: boolean; readonly pull: (call: BrakeCall) => Promise<boolean> } {
  const { api, notify } = useConsole();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const pull = async ({ action, part, reason, outflows }: BrakeCall): Promise<boolean> => {
    setIsBusy(true);
    try {
      const acknowledge = outflows.map(({ signature }) => signature);
      await (action === 'pause' ? api.pause({ part, reason }) : api.resume({ part, reason, acknowledge }));
      const { paused, resumed } = BRAKES[part];
      notify({ tone: 'good', lines: [action === 'pause' ? paused : resumed], about: 'brake' });
      return true;
    } catch (error) {
      notify({ tone: 'bad', lines: faultLines(error, `Failed to ${action}`), about: 'brake' });
      return false;
    } finally {
      // Busy until the new state is read. Until then, the page still offers the call that was just made.
      await client.invalidateQueries({ queryKey: ['operations'] });
      setIsBusy(false);
    }
  };
  return { isBusy, pull };
}
