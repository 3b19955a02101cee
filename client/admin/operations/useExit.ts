import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SeenPayment } from '../../../src/contract/operations.ts';
import { AdminFault, faultLines } from '../console/AdminFault.ts';
import { useConsole } from '../console/ConsoleContext.ts';
import { type ExitCall, exitText, exitWords, subjectText } from './exitWords.ts';

/** Why a call failed. If it may have been carried out nevertheless, one of the lines says so. */
export interface Refusal {
  readonly lines: readonly string[];
  /** The payments on chain because of which the call was refused; else empty. */
  readonly payments: readonly SeenPayment[];
}

interface ExitControl {
  readonly isBusy: boolean;
  readonly refusal: Refusal | null;
  /** Asks for the exit, and resolves to true when the server has carried it out. */
  readonly take: (reason: string, signature: string | null) => Promise<boolean>;
}

/** `take` asks for the exit `call`; then the console reads the operations again. */
export function useExit(call: ExitCall): ExitControl {
  const { api, notify } = useConsole();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const take = async (reason: string, signature: string | null): Promise<boolean> => {
    setIsBusy(true);
    setRefusal(null);
    try {
      await api.takeExit({ ...call, signature }, reason);
      notify({ tone: 'good', lines: [doneText(call)] });
      return true;
    } catch (error) {
      setRefusal(refusalOf(error, call));
      return false;
    } finally {
      // Busy until the new state is read. Before that the old button would let the same call be sent twice.
      await client.invalidateQueries({ queryKey: ['operations'] });
      setIsBusy(false);
    }
  };
  return { isBusy, refusal, take };
}

/**
 * What the dialog says of a call that failed. Without an answer, or with a status of 500 or more, it is unknown whether
 * the call was carried out: only the state of the round or cycle shows that.
 */
function refusalOf(error: unknown, call: ExitCall): Refusal {
  const lines = faultLines(error, `${exitText(call)}: failed`);
  if (!(error instanceof AdminFault)) return { lines, payments: [] };
  const isUnknown = error.status === null || error.status >= 500;
  const looked = isUnknown
    ? [`It may have been done nevertheless: look at the state of ${subjectText(call)} before you try again.`]
    : [];
  return { lines: [...lines, ...looked], payments: error.payments };
}

function doneText(call: ExitCall): string {
  const subject = subjectText(call);
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} is ${exitWords(call).done}.`;
}
