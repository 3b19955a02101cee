import type { RoundClock } from '../../src/round/clock.ts';
import type { Settings } from '../settings/Settings.ts';
import type { TermsBook } from './TermsBook.ts';

export interface AnnouncedClock {
  readonly settings: Pick<Settings, 'clock'>;
  readonly terms: Pick<TermsBook, 'announced'>;
}

/** A round's timetable by what was announced for it. Without an announcement: by the settings. */
export function clockOf({ settings: { clock }, terms }: AnnouncedClock, round: number): RoundClock {
  return { ...clock, entryLockSeconds: terms.announced(round)?.said.lock ?? clock.entryLockSeconds };
}
