import { useSyncExternalStore } from 'react';
import { useNow } from '../clock/ServerClock.ts';
import { agoText, ownClockText, utcText } from '../format/timeText.ts';

/**
 * A time in the visitor's own zone: `14:00 your time`. Nothing on the server, and where the zone is UTC. Reserve room
 * for it, so that nothing moves when it appears.
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

const STEP_MS = 30_000;

/** How long ago an ISO time was: `5 min ago`. The time in UTC is in the title. */
export function Ago({ time }: { readonly time: string }) {
  const now = useNow(STEP_MS);
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={utcText(at)}>
      {agoText(at, now)}
    </time>
  );
}
