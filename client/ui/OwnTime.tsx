import { useSyncExternalStore } from 'react';
import { ownClockText } from '../format/timeText.ts';

/**
 * A time in the visitor's own zone, to stand beside the one in UTC: `14:00 your time`. The server does not know the
 * zone: nothing stands here before the page is alive, nor where the zone is UTC. Give it a place of its own, so that
 * nothing moves.
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
