import { stillPaying, stillRehearsing } from '../../../src/round/payouts.ts';
import type { RoundInFlight } from '../../../src/round/record.ts';
import type { RaiseAlert } from '../../engine/raiseAlerts.ts';
import type { Settings } from '../../settings/Settings.ts';

/** For health: what the rounds do about payouts. `isRefused`: the setting is `live`, but a rehearsal is in flight. */
export interface PayoutsReport {
  readonly isRefused: boolean;
  readonly sentence: string;
  /** What the newest rehearsal came to; null before the first. */
  readonly rehearsal: string | null;
}

export interface WatchPayoutsInput {
  readonly settings: Pick<Settings, 'payouts'>;
  readonly raiseAlert: RaiseAlert;
  /** What an earlier instance reported; null if there was none. */
  readonly known: PayoutsReport | null;
}

const USUAL = {
  live: 'Rounds are paid.',
  shadow: 'PAYOUTS=shadow: rounds are rehearsed. Nothing goes on chain, nothing is paid, and no tax is collected.',
} as const;

/**
 * Compares the setting `PAYOUTS` with the round in flight, which keeps the value with which it was locked. Going live
 * is refused while a rehearsal is in flight, and a person is told.
 */
export function createWatchPayouts({ settings, raiseAlert, known }: WatchPayoutsInput) {
  const usual = { isRefused: false, sentence: USUAL[settings.payouts] };
  let report = known ?? { ...usual, rehearsal: null };
  return {
    async look(record: RoundInFlight | null): Promise<void> {
      if (record === null || record.payouts === settings.payouts) {
        report = { ...usual, rehearsal: settings.payouts === 'shadow' ? report.rehearsal : null };
        return;
      }
      const { round } = record;
      if (record.payouts === 'live') {
        report = { ...report, isRefused: false, sentence: stillPaying(round) };
        return;
      }
      report = { ...report, isRefused: true, sentence: stillRehearsing(round) };
      await raiseAlert(`payouts:${round}`, report.sentence);
    },
    /** Called at the end of every rehearsal. */
    rehearsed(sentence: string): void {
      report = { ...report, rehearsal: sentence };
    },
    report: (): PayoutsReport => report,
  };
}
export type WatchPayouts = ReturnType<typeof createWatchPayouts>;
