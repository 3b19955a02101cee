import { useSyncExternalStore } from 'react';
import { ownClockText } from '../format/timeText.ts';

/**
 * A time in the visitor's own zone, beside the one in UTC: `14:00 your time`. The server does not know the zone, so it
 * is empty before the page is alive; where the zone is UTC, it stays empty. Give it room of its own, so that nothing
 * moves.
 */
export function OwnTime({ time }: { readonly time: number }) {
  const isAlive = useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  );
  const own = isAlive ? ownClockText(time) : null;
  if (own === null) return null;
  return <time dateTime={new Date(time).toISOString()}>{own} your time</time>;
}

function unchanging(): () => void {
  return () => {};
}
