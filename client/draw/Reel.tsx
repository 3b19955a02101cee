import { type RefObject, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RANKS } from '../../src/round/placeWords.ts';
import { shortAddress } from '../format/shortAddress.ts';
import { RevealContext, useRound } from '../round/RoundContext.ts';
import { useMotion } from '../ui/MotionProvider.tsx';
import { paylineRow, type ReelState, stripOf, useReel } from './useReel.ts';

interface ReelProps {
  readonly participants: readonly string[];
  /** How many wallets there are; `participants` may be only the first of them. */
  readonly total: number;
  /** The visitor's own wallet, where the page knows it. */
  readonly mine: string | null;
}

/**
 * Cycles through the wallets in the draw, and stops on each winner. However many wallets there are, only the rows in
 * sight and those that pass by are made. Where nothing may move, nobody stands on the payline, because nobody was
 * chosen yet.
 */
export function Reel({ participants, total, mine }: ReelProps) {
  const { outcome } = useRound();
  const reveal = useContext(RevealContext);
  const { moving } = useMotion();
  const element = useRef<HTMLUListElement>(null);
  const inSight = useInSight(element);
  const state = useReel({ participants, outcome, reveal, moving, inSight });
  const strip = stripOf(state, participants);
  useTravel(element, state, strip.travel);

  // The winner whom the ticket has just printed. While the reel moves on to the next one, nobody is marked.
  const printed = outcome ? outcome.winners[outcome.winners.length - reveal.printed] : undefined;
  const chosen = printed && state.spin?.winner === printed.address ? printed : null;
  return (
    <div className={`reel ${moving ? '' : 'calm'}`} role="img" aria-label={`Cycling through ${total} eligible wallets`}>
      <ul className="strip" ref={element} aria-hidden="true">
        {strip.rows.map((address, row) => {
          const place = chosen && row === paylineRow(strip) ? chosen.place : null;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is a place on the strip, whoever stands in it
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
}

/** The rows are written where they end, and the strip is moved there from where it was. */
function useTravel(ref: RefObject<HTMLElement | null>, state: ReelState, travel: number): void {
  const { spin, step, travelMs } = state;
  const known = useRef({ spin, step });
  useLayoutEffect(() => {
    const strip = ref.current;
    if (!strip || (known.current.spin === spin && known.current.step === step)) return;
    known.current = { spin, step };
    strip.style.setProperty('--travel', String(travel));
    for (const animation of strip.getAnimations()) animation.cancel();
    if (travelMs === 0) return;
    // Ends where the style sheet puts it.
    strip.animate([{ transform: 'none' }, {}], {
      duration: travelMs,
      easing: spin ? 'cubic-bezier(.2,.7,.1,1)' : 'cubic-bezier(.3,.7,.2,1)',
    });
  }, [ref, spin, step, travelMs, travel]);
}

/** How much of an element has to show. */
const SHARE = 0.3;

/** Whether enough of an element is in sight to be looked at. */
function useInSight(ref: RefObject<Element | null>): boolean {
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false), {
      threshold: SHARE,
    });
    // The strip is longer than what shows of it.
    observer.observe(ref.current.parentElement ?? ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return inSight;
}
