import { useEffect, useMemo, useRef, useState } from 'react';
import { wholePageAlive } from '../../ui/life.ts';
import { useMotion } from '../../ui/MotionProvider.tsx';
import type { Piece } from './floating.ts';
import { pathOf } from './pathOf.ts';

const ORBS: readonly Piece[] = Array.from({ length: 6 }, () => ({ kind: 'orb', className: 'orb', text: '' }));
const AT_ONCE = 5;
/** The pause before the next pieces are added, ms. */
const REST_MS = 80;

/**
 * The background. This code moves its pieces, because each repetition of a CSS animation would cost the main thread
 * several frames.
 */
export function Background() {
  const { moving } = useMotion();
  const room = useRef<HTMLDivElement>(null);
  const moves = useRef<Animation[]>([]);
  const pieces = useFloating();
  const [hung, setHung] = useState(0);

  useEffect(() => {
    if (hung >= pieces.length) return;
    const timer = setTimeout(() => setHung(hung + AT_ONCE), REST_MS);
    return () => clearTimeout(timer);
  }, [hung, pieces]);

  const there = useMemo(() => [...ORBS, ...pieces.slice(0, hung)], [pieces, hung]);
  useEffect(() => {
    for (let n = moves.current.length; n < there.length; n++) {
      const { keyframes, timing } = pathOf(there[n]?.kind ?? 'orb', n);
      const move = room.current?.children[n]?.animate(keyframes, timing);
      if (move) moves.current.push(move);
    }
    for (const move of moves.current) moving ? move.play() : move.pause();
  }, [there, moving]);

  return (
    <div className="bg" aria-hidden="true" ref={room}>
      {there.map(({ className, text }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change their order
        <i key={n} className={className}>
          {text}
        </i>
      ))}
    </div>
  );
}

/** The floating pieces; none until they are loaded. The background is never unmounted, so there is no clean-up. */
function useFloating(): readonly Piece[] {
  const [pieces, setPieces] = useState<readonly Piece[]>([]);
  useEffect(() => {
    // An import before every part is hydrated would delay the answer to a tap on the ticket.
    wholePageAlive()
      .then(() => import('./floating.ts'))
      .then(
        ({ floatingPieces }) => setPieces(floatingPieces()),
        (error: unknown) => console.error('No floating pieces.', error),
      );
  }, []);
  return pieces;
}
