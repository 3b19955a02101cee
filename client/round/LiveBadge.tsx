import { useSyncExternalStore } from 'react';
import { useNow } from '../clock/useNow.ts';
import { liveWords } from './liveWords.ts';
import { useRound } from './RoundContext.ts';

const STEP_MS = 5000;

/** LIVE DATA, as long as that is true. A watcher that saw another list is an alarm, with the way to both lists. */
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

/** Whether the browser believes it has a network; true on the server and on the first render. */
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
