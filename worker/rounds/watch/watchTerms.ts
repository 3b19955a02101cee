import type { Settings } from '../../settings/Settings.ts';
import { differsFrom, type TermsReport } from '../../terms/differsFrom.ts';
import type { TermsBook } from '../../terms/TermsBook.ts';

export interface WatchTermsInput {
  readonly settings: Settings;
  readonly terms: Pick<TermsBook, 'look' | 'all'>;
  /** What an earlier instance reported; null if there was none. */
  readonly known: TermsReport | null;
  readonly log: (line: string) => void;
}

/**
 * `look`, called each minute, looks for announcements. It logs which settings differ from the newest announcement,
 * unless the last look found the same differences.
 */
export function createWatchTerms({ settings, terms, known, log }: WatchTermsInput) {
  let report = known;
  return {
    async look(): Promise<void> {
      await terms.look();
      const told = report?.differences.join(' ') ?? '';
      report = differsFrom(settings, terms.all(), null);
      const text = report.differences.join(' ');
      if (text !== told && text !== '') log(`terms: ${text}`);
    },
    /** For health. Before the first look: what an earlier instance reported, or null. */
    report: (): TermsReport | null => report,
  };
}
