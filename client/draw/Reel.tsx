import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { shortAddress } from '../format/shortAddress.ts';
import { useMotion } from '../ui/MotionContext.ts';
import { reelRows } from './reelRows.ts';

const STEP_MS = 350;
const TRAVEL_MS = 280;
/** Before the winners appear, the reel takes twice the time. */
const SLOW = 2;
/** The list is repeated this often; then the count starts again at 0, which nobody can see. */
const REPEATS = 15;

interface ReelProps {
  readonly participants: readonly string[];
  /** How many there are, of whom `participants` may be the first. */
  readonly total: number;
  readonly slowing: boolean;
}

/** Cycles through the wallets in the draw. However many there are, only the rows in sight exist. */
export function Reel({ participants, total, slowing }: ReelProps) {
  const { moving } = useMotion();
  const [step, setStep] = useState(0);
  const strip = useRef<HTMLUListElement>(null);
  const inSight = useInSight(strip);
  const pace = slowing ? SLOW : 1;
  const length = participants.length * REPEATS;

  useEffect(() => {
    if (!moving || !inSight || length === 0) return;
    const timer = setInterval(() => setStep((now) => (now + 1) % length), STEP_MS * pace);
    return () => clearInterval(timer);
  }, [moving, inSight, length, pace]);

  // Each step writes every row's address one place higher, and then lets the strip travel there from where it was.
  const previous = useRef(step);
  useLayoutEffect(() => {
    if (previous.current === step) return;
    previous.current = step;
    strip.current?.animate([{ transform: 'translateY(var(--row))' }, { transform: 'none' }], {
      duration: TRAVEL_MS * pace,
      easing: 'cubic-bezier(.3,.7,.2,1)',
    });
  }, [step, pace]);

  return (
    <div className="reel" role="img" aria-label={`Cycling through ${total} eligible wallets`}>
      <ul className="strip" ref={strip} aria-hidden="true">
        {reelRows(participants, step).map(({ row, address }) => (
          <li key={row} className="mono">
            {shortAddress(address)}
          </li>
        ))}
      </ul>
    </div>
  );
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
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return inSight;
}
