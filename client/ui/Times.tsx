import { useSyncExternalStore } from 'react';
import { useNow } from '../clock/ServerClock.ts';
import { agoText, ownClockText, utcText } from '../format/timeText.ts';

/**
 * A time in the visitor's own zone, beside the one in UTC: `14:00 your time`. The server does not know the zone, so
 * nothing is shown before the page is alive. Where the zone is UTC, nothing is shown at all. Reserve room for the text,
 * so that nothing moves when it appears.
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

/** How long ago something was, `5 min ago`; the time itself in UTC is in the title. `time` is an ISO time. */
export function Ago({ time }: { readonly time: string }) {
  const now = useNow(STEP_MS);
  const at = Date.parse(time);
  return (
    <time dateTime={time} title={utcText(at)}>
      {agoText(at, now)}
    </time>
  );
}
