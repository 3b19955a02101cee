import { useNow } from '../clock/useNow.ts';
import type { RoundInView } from './RoundView.ts';

const TICKS = 60;
const TICK_MS = 1000;

/** Sixty ticks, one for each minute of the hour: passed, running, still to come. */
export function Rail({ round }: { readonly round: RoundInView | null }) {
  const now = useNow(TICK_MS);
  const passed = round ? ticksPassed(round, now) : 0;
  return (
    <svg className="rail" viewBox={`0 0 ${TICKS} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={ticks(0, TICKS)} className="rail-rest" />
      <path d={ticks(0, passed)} className="rail-on" />
      {round && passed < TICKS && <path d={ticks(passed, passed + 1)} className="rail-now" />}
    </svg>
  );
}

function ticksPassed({ startsAt, endsAt }: RoundInView, now: number): number {
  const share = (now - startsAt) / (endsAt - startsAt);
  return Math.min(TICKS, Math.max(0, Math.floor(share * TICKS)));
}

/** One path for the ticks from `first` up to `end`, a gap of a fifth between them. */
function ticks(first: number, end: number): string {
  return first < end ? `M${first} .5h${end - first}` : '';
}
