import type { Figures } from '../data/useFigures.ts';
import { durationText } from '../format/timeText.ts';

/** Two polls of 15 s and their way here. */
const TWO_POLLS_MS = 35_000;
/** The server reads the chain every minute: two missed readings and some. */
const TWO_READINGS_MS = 150_000;

const OFFLINE = { tone: 'ruby', text: 'Offline' } as const;

export interface LiveWords {
  readonly tone: 'ruby' | 'grey' | 'amber' | 'mint';
  readonly text: string;
  /** The round whose list a watcher saw otherwise. */
  readonly doubted?: number;
}

/** What the page's badge says of its figures; `now` is unix milliseconds. */
export function liveWords(figures: Figures, online: boolean, now: number): LiveWords {
  switch (figures.kind) {
    case 'loading':
      return online ? { tone: 'grey', text: 'Connecting' } : OFFLINE;
    case 'lost':
      return online ? { tone: 'ruby', text: 'No data' } : OFFLINE;
    case 'known': {
      const { stats } = figures;
      const answered = now - Date.parse(stats.serverTime);
      const read = now - Date.parse(stats.updatedAt);
      if (!online || (figures.silent && answered > TWO_POLLS_MS)) {
        return { tone: 'ruby', text: `Offline · ${durationText(answered)}` };
      }
      const doubted = [stats.currentRound, stats.lastRound].find((round) => round?.witnesses?.differ.length);
      if (doubted) return { tone: 'ruby', text: 'List in doubt', doubted: doubted.roundNumber };
      if (answered > TWO_POLLS_MS) return { tone: 'amber', text: `Delayed · ${durationText(answered)}` };
      if (read > TWO_READINGS_MS) return { tone: 'amber', text: `Delayed · ${durationText(read)}` };
      return { tone: 'mint', text: 'LIVE DATA' };
    }
  }
}
