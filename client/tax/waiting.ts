import type { TaxCycleAnswer, TaxReport } from '../../src/contract/tax.ts';

/** What has been collected or seen and not distributed yet. */
export interface Waiting {
  readonly underWay: TaxCycleAnswer | null;
  /** The newest look, when it found less than the minimum. */
  readonly look: TaxCycleAnswer | null;
  /** The newest cycle, when it failed: its GOD waits. */
  readonly failed: TaxCycleAnswer | null;
  /** Lamports that the newest finished cycle left for the next one; below 0 when it advanced fees. */
  readonly carried: bigint;
}

/** Of the cycles, newest first. */
export function waitingOf({ cycles }: Pick<TaxReport, 'cycles'>): Waiting {
  const [newest] = cycles;
  const ended = cycles.find(({ state, endedAt }) => state !== 'empty' && endedAt !== null);
  const done = cycles.find(({ state, currency }) => state === 'done' && currency === 'SOL');
  const underWay = cycles.find(({ endedAt }) => endedAt === null) ?? null;
  return {
    underWay,
    look: newest?.state === 'empty' ? newest : null,
    failed: ended?.state === 'failed' && underWay === null ? ended : null,
    carried: BigInt(done?.carriedOutLamports ?? 0),
  };
}
