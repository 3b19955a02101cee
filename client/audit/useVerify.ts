import { useRef, useState } from 'react';
import type { PublicConfig } from '../../src/contract/config.ts';
import { rememberLottery } from './lotteryStored.ts';
import type { Report } from './Report.ts';
import type { Step } from './Step.ts';
import { useThread } from './useThread.ts';
import { verifySettings } from './verifySettings.ts';

/** How far the check of one round is. */
export type Verification =
  | { readonly kind: 'idle' }
  /** `of` is 0 until the proof has arrived. */
  | { readonly kind: 'running'; readonly steps: readonly Step[]; readonly of: number }
  | { readonly kind: 'done'; readonly report: Report }
  | { readonly kind: 'failed' };

/** Checks one round in a thread of its own, when started; each start reads the chain anew. */
export function useVerify(config: PublicConfig | null, round: number): readonly [Verification, () => void] {
  const [verification, setVerification] = useState<Verification>({ kind: 'idle' });
  const thread = useThread();
  const run = useRef(0);

  const verify = async (current: number) => {
    if (config === null) throw new Error('the public settings are not known yet');
    const steps: Step[] = [];
    const report = await (await thread()).verify({
      ...{ round, run: current, settings: verifySettings(config) },
      onStep: (step, of) => {
        steps.push(step);
        if (current === run.current) setVerification({ kind: 'running', steps: [...steps], of });
      },
    });
    if (report.lottery) rememberLottery(report.lottery);
    if (current === run.current) setVerification({ kind: 'done', report });
  };

  const start = () => {
    const current = ++run.current;
    setVerification({ kind: 'running', steps: [], of: 0 });
    verify(current).catch((error: unknown) => {
      console.error('The check stopped.', error);
      if (current === run.current) setVerification({ kind: 'failed' });
    });
  };
  return [verification, start];
}
