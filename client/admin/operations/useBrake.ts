import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operations, Part } from '../../../src/contract/operations.ts';
import { faultLines } from '../console/AdminFault.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { BRAKES } from './brakeWords.ts';
import { REASON_MISSING } from './ReasonField.tsx';

/** What the brake is about to do, with what it must know first. */
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

/** Pauses or resumes, says how it went, and has everything read anew. True when it was done. */
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
      setIsBusy(false);
      await client.invalidateQueries({ queryKey: ['operations'] });
    }
  };
  return { isBusy, pull };
}
