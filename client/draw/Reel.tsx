import { memo, type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RANKS } from '../../src/round/placeWords.ts';
import { shortAddress } from '../format/shortAddress.ts';
import { RevealContext, useRound } from '../round/RoundContext.ts';
import { useMotion } from '../ui/MotionProvider.tsx';
import { paylineRow, type ReelState, STEP_MS, stripOf, TRAVEL_MS, useReel } from './useReel.ts';

interface ReelProps {
  readonly participants: readonly string[];
  /** How many wallets are in the draw; `participants` may hold only the first of them. */
  readonly total: number;
  readonly mine: string | null;
}

/**
 * Cycles through the wallets in the draw, and stops on each winner. Only rows that are visible or pass by are rendered.
 */
export const Reel = memo(function Reel({ participants, total, mine }: ReelProps) {
  const { outcome } = useRound();
  const reveal = useContext(RevealContext);
  const { moving } = useMotion();
  const element = useRef<HTMLUListElement>(null);
  const inSight = useInSight(element);
  const state = useReel({ participants, outcome, reveal, moving, inSight });
  const strip = stripOf(state, participants);
  useTravel(element, state, strip.travel);

  // The winner whom the ticket printed last. While the reel moves on to the next winner, no row is marked.
  const printed = outcome ? outcome.winners[outcome.winners.length - reveal.printed] : undefined;
  const chosen = printed && state.spin?.winner === printed.address ? printed : null;
  return (
    <div className={`reel ${moving ? '' : 'calm'}`} role="img" aria-label={`Cycling through ${total} eligible wallets`}>
      <ul className="strip" ref={element} aria-hidden="true">
        {strip.rows.map((address, row) => {
          const place = chosen && row === paylineRow(strip) ? chosen.place : null;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is a position on the strip, whoever stands in it
              key={row}
              className={address === mine ? 'mono mine' : 'mono'}
              data-payline={place ? address : undefined}
            >
              {shortAddress(address)}
              {place && <b className={`stamp p${place}`}>{RANKS[place]}</b>}
            </li>
          );
        })}
      </ul>
    </div>
  );
});

/**
 * Moves the rows to their final position. The keyframes name the first position and the last: without one of them,
 * Chromium runs every animation after the first on the main thread.
 */
function useTravel(ref: RefObject<HTMLElement | null>, state: ReelState, travel: number): void {
  useLayoutEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    strip.style.setProperty('--travel', String(travel));
    for (const animation of strip.getAnimations()) animation.cancel();
    if (state.travelMs > 0) strip.animate(state.lap ? rowByRow(travel) : spun(travel), state.travelMs);
  }, [ref, state, travel]);
}

function spun(travel: number): Keyframe[] {
  return [{ transform: past(0), easing: 'cubic-bezier(.2,.7,.1,1)' }, { transform: past(travel) }];
}

function rowByRow(travel: number): Keyframe[] {
  return Array.from({ length: travel }, (_, row) => [
    { transform: past(row), offset: row / travel, easing: 'cubic-bezier(.3,.7,.2,1)' },
    { transform: past(row + 1), offset: (row + TRAVEL_MS / STEP_MS) / travel },
  ])
    .flat()
    .concat({ transform: past(travel), offset: 1 });
}

function past(rows: number): string {
  return `translateY(calc(var(--row) * ${-rows}))`;
}

/** An element is in sight when at least this share of it is visible. */
const SHARE = 0.3;

function useInSight(ref: RefObject<Element | null>): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false), {
      threshold: SHARE,
    });
    // The strip itself is longer than its visible part, so its parent is observed.
    observer.observe(ref.current.parentElement ?? ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return inSight;
}
