import { useNow } from '../clock/useNow.ts';
import { agoText, utcText } from '../format/timeText.ts';

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
