import { useEffect, useRef, useState } from 'react';
import { useMotion } from '../ui/MotionContext.ts';
import { type Kind, pathOf } from './pathOf.ts';

const SYMBOLS = ['♠', '♥', '♦', '♣', '★', '7', '◆', '$', '♛', '◎'] as const;
const ORBS = many('orb', 6);
/** Coins fall, sparkles glint, motes of dust rise in the lamp's light: 25 float, and 20 symbols fall between them. */
const PIECES = [...many('coin', 8), ...many('sparkle', 8), ...many('mote', 9), ...many('symbol', 20)];
/** How many pieces are added at once, and how long the page is left alone before the next. */
const AT_ONCE = 5;
const REST_MS = 80;

/**
 * The background of the page; the first paint does not wait for what floats in it. It is moved from here and not by the
 * style sheet: every repetition of a CSS animation is an event, and handling it costs the main thread several frames.
 */
export function Background() {
  const { moving } = useMotion();
  const room = useRef<HTMLDivElement>(null);
  const moves = useRef<Animation[]>([]);
  const [hung, setHung] = useState(0);

  useEffect(() => {
    if (hung >= PIECES.length) return;
    const timer = setTimeout(() => setHung(hung + AT_ONCE), REST_MS);
    return () => clearTimeout(timer);
  }, [hung]);

  useEffect(() => {
    const kinds = [...ORBS, ...PIECES.slice(0, hung)];
    for (let n = moves.current.length; n < kinds.length; n++) {
      const { keyframes, timing } = pathOf(kinds[n] ?? 'orb', n);
      const move = room.current?.children[n]?.animate(keyframes, timing);
      if (move) moves.current.push(move);
    }
    for (const move of moves.current) moving ? move.play() : move.pause();
  }, [hung, moving]);

  return (
    <div className="bg" aria-hidden="true" ref={room}>
      {[...ORBS, ...PIECES.slice(0, hung)].map((kind, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their number is all that they are.
        <i key={n} className={CLASSES[kind]}>
          {kind === 'symbol' && SYMBOLS[n % SYMBOLS.length]}
        </i>
      ))}
    </div>
  );
}

const CLASSES: Record<Kind, string> = {
  orb: 'orb',
  coin: 'floating coin',
  sparkle: 'floating sparkle',
  mote: 'floating mote',
  symbol: 'symbol',
};

function many(kind: Kind, count: number): readonly Kind[] {
  return Array.from({ length: count }, () => kind);
}
