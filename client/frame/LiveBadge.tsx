import { useOnline } from '../browser/useOnline.ts';
import { useNow } from '../clock/useNow.ts';
import type { Figures } from '../data/figures.ts';
import { durationText } from '../format/timeText.ts';
import { useRound } from '../round/RoundContext.ts';

const STEP_MS = 5000;
/** Two polls of 15 s and their way here. */
const TWO_POLLS_MS = 35_000;
/** The server reads the chain every minute: two missed readings and some. */
const TWO_READINGS_MS = 150_000;

/** LIVE DATA, as long as that is true. */
export function LiveBadge() {
  const { figures } = useRound();
  const now = useNow(STEP_MS);
  const online = useOnline();
  const { tone, text } = wordsFor(figures, online, now);
  return (
    <span className={`badge live ${tone}`}>
      <i aria-hidden="true" />
      {text}
    </span>
  );
}

function wordsFor(figures: Figures, online: boolean, now: number) {
  if (!online) return { tone: 'ruby', text: 'Offline' };
  switch (figures.kind) {
    case 'loading':
      return { tone: 'grey', text: 'Connecting' };
    case 'lost':
      return { tone: 'ruby', text: 'No data' };
    case 'known': {
      const answered = now - Date.parse(figures.stats.serverTime);
      const read = now - Date.parse(figures.stats.updatedAt);
      if (answered > TWO_POLLS_MS) return { tone: 'amber', text: `Delayed · ${durationText(answered)}` };
      if (read > TWO_READINGS_MS) return { tone: 'amber', text: `Delayed · ${durationText(read)}` };
      return { tone: 'mint', text: 'LIVE DATA' };
    }
  }
}
