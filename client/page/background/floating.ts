import { dress } from '../../ui/dress.ts';
import css from './floating.css?inline';
import type { Kind } from './pathOf.ts';

const SYMBOLS = ['♠', '♥', '♦', '♣', '★', '7', '◆', '$', '♛', '◎'] as const;
const CLASSES: Readonly<Record<Exclude<Kind, 'orb'>, string>> = {
  coin: 'floating coin',
  sparkle: 'floating sparkle',
  mote: 'floating mote',
  symbol: 'symbol',
};

export interface Piece {
  readonly kind: Kind;
  readonly className: string;
  readonly text: string;
}

const PIECES = [...many('coin', 8), ...many('sparkle', 8), ...many('mote', 9), ...many('symbol', 20)];

/** The floating things of the background. The first call loads their styles into the page. */
export function floatingPieces(): readonly Piece[] {
  dress(css);
  return PIECES;
}

function many(kind: keyof typeof CLASSES, count: number): readonly Piece[] {
  const text = (n: number) => (kind === 'symbol' ? (SYMBOLS[n % SYMBOLS.length] ?? '') : '');
  return Array.from({ length: count }, (_, n) => ({ kind, className: CLASSES[kind], text: text(n) }));
}
