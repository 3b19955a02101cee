import { useSyncExternalStore } from 'react';
import { useNow } from '../clock/ServerClock.ts';
import type { Figures } from '../data/useFigures.ts';
import { durationText } from '../format/timeText.ts';
import { useRound } from './RoundContext.ts';

const STEP_MS = 5000;

/**
 * Says whether the page's figures are up to date. If a watcher saw another list for the running or the last round, the
 * badge is a link to that round.
 */
export function LiveBadge() {
  const { figures } = useRound();
  const now = useNow(STEP_MS);
  const online = useOnline();
  const { tone, text, doubted } = liveWords(figures, online, now);
  if (doubted !== undefined) {
    return (
      <a
        className={`badge live ${tone}`}
        href={`/rounds/${doubted}`}
        aria-label={`${text}: a watcher saw another list in round ${doubted}`}
      >
        <i aria-hidden="true" />
        {text}
      </a>
    );
  }
  return (
    <span className={`badge live ${tone}`}>
      <i aria-hidden="true" />
      {text}
    </span>
  );
}

function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Two polls of 15 s, and 5 s for their answers. */
const TWO_POLLS_MS = 35_000;
/** A little more than two readings: the server reads the chain every minute. */
const TWO_READINGS_MS = 150_000;

const OFFLINE = { tone: 'ruby', text: 'Offline' } as const;

export interface LiveWords {
  readonly tone: 'ruby' | 'grey' | 'amber' | 'mint';
  readonly text: string;
  /** The round for which a watcher saw another list. */
  readonly doubted?: number;
}

/** The badge's words; `now` is in unix ms. */
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
