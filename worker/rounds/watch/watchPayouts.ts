import { stillPaying, stillRehearsing } from '../../../src/round/payouts.ts';
import type { RoundInFlight } from '../../../src/round/record.ts';
import type { RaiseAlert } from '../../engine/raiseAlerts.ts';
import type { Settings } from '../../settings/Settings.ts';

/** For health: what the rounds do about payouts. `isRefused`: the setting is `live`, but a rehearsal is in flight. */
export interface PayoutsReport {
  readonly isRefused: boolean;
  readonly sentence: string;
}

export interface WatchPayoutsInput {
  readonly settings: Pick<Settings, 'payouts'>;
  readonly raiseAlert: RaiseAlert;
}

const USUAL = {
  live: 'Rounds are paid.',
  shadow: 'PAYOUTS=shadow: rounds are rehearsed. Nothing goes on chain, nothing is paid, and no tax is collected.',
} as const;

/**
 * Compares the setting `PAYOUTS` with the round in flight, which keeps the value with which it was locked. Going live
 * is refused while a rehearsal is in flight, and a person is told.
 */
export function createWatchPayouts({ settings, raiseAlert }: WatchPayoutsInput) {
  let report: PayoutsReport = { isRefused: false, sentence: USUAL[settings.payouts] };
  let newest = '';
  return {
    async look(record: RoundInFlight | null): Promise<void> {
      if (record === null || record.payouts === settings.payouts) {
        report = { isRefused: false, sentence: USUAL[settings.payouts] };
        return;
      }
      const { round } = record;
      if (record.payouts === 'live') {
        report = { isRefused: false, sentence: stillPaying(round) };
        return;
      }
      report = { isRefused: true, sentence: stillRehearsing(round) };
      await raiseAlert(`payouts:${round}`, report.sentence);
    },
    /** Called at the end of every rehearsal. */
    rehearsed(sentence: string): void {
      newest = sentence;
    },
    report: (): PayoutsReport => ({ ...report, sentence: [report.sentence, newest].filter(Boolean).join(' ') }),
  };
}
export type WatchPayouts = ReturnType<typeof createWatchPayouts>;
