import type { Settings } from '../../settings/Settings.ts';
import { differsFrom, type TermsReport } from '../../terms/differsFrom.ts';
import type { TermsBook } from '../../terms/TermsBook.ts';

export interface WatchTermsInput {
  readonly settings: Settings;
  readonly terms: Pick<TermsBook, 'look' | 'all'>;
  readonly log: (line: string) => void;
}

/** Looks for announcements each minute, and logs once which settings differ from the newest announcement. */
export function createWatchTerms({ settings, terms, log }: WatchTermsInput) {
  let report: TermsReport | null = null;
  let told = '';
  return {
    async look(): Promise<void> {
      await terms.look();
      report = differsFrom(settings, terms.all(), null);
      const text = report.differences.join(' ');
      if (text !== told && text !== '') log(`terms: ${text}`);
      told = text;
    },
    /** For health; null before the first look. */
    report: (): TermsReport | null => report,
  };
}
