import type { RoundSummary } from '../../../src/contract/round.ts';
import type { Place } from '../../../src/protocol/terms/places.ts';
import { RANKS } from '../../../src/round/placeWords.ts';
import { CLOSED } from '../../../src/round/state.ts';
import { shortSol } from './shortSol.ts';
import { xmlText } from './xmlText.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const LEFT = 73;
const COLORS: Readonly<Record<Place, string>> = { 1: '#f3dfa6', 2: '#cfd5d6', 3: '#d29a6a' };
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** What a link to a round shows where it is shared: SVG of 1200 by 630, in the font Archivo. */
export function roundPicture(round: RoundSummary): string {
  const { roundNumber, endsAt, entries, winners } = round;
  const wallets =
    entries === null ? '' : ` · ${countText(entries)} ${entries === 1 ? 'wallet' : 'wallets'} in the draw`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Archivo">`,
    BACKGROUND,
    EMBLEM,
    text({ x: 146, y: 104, size: 36, fill: '#f4efe2', said: 'Game of Draws', narrow: 0.86 }),
    text({
      x: LEFT,
      y: 238,
      size: fitting(`Round ${countText(roundNumber)}`),
      fill: '#f4efe2',
      said: `Round ${countText(roundNumber)}`,
      narrow: 0.74,
      bold: true,
    }),
    text({ x: LEFT, y: 314, size: 50, fill: '#d8b76c', said: outcome(round), narrow: 0.86 }),
    text({ x: LEFT, y: 584, size: 29, fill: '#c3c0b1', said: `${timeText(endsAt)}${wallets}` }),
    ...winners.map((winner, i) => winnerRow(winner, 374 + i * 60)),
    '</svg>',
  ].join('');
}

/** What a link to one win shows where it is shared: the largest text is the win's amount. */
export function winPicture(round: RoundSummary, win: RoundSummary['winners'][number]): string {
  const { roundNumber, endsAt } = round;
  const [name, color] = [RANKS[win.place], COLORS[win.place]];
  const amount = shortSol(BigInt(win.prizeLamports));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="Archivo">`,
    BACKGROUND,
    EMBLEM,
    text({ x: 146, y: 104, size: 36, fill: '#f4efe2', said: 'Game of Draws', narrow: 0.86 }),
    text({ x: LEFT, y: 330, size: fitting(amount), fill: '#f3dfa6', said: amount, narrow: 0.74, bold: true }),
    text({
      ...{ x: LEFT, y: 416, size: 50, fill: color, narrow: 0.86 },
      said: `${name} place in round ${countText(roundNumber)}`,
    }),
    text({ x: LEFT, y: 482, size: 38, fill: '#f4efe2', said: `${win.address.slice(0, 6)}…${win.address.slice(-6)}` }),
    text({ x: LEFT, y: 584, size: 29, fill: '#c3c0b1', said: `${timeText(endsAt)} · anyone can check it` }),
    '</svg>',
  ].join('');
}

/** Plain colours: a gradient takes twice the time and four times the bytes. */
const BACKGROUND =
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0a1310"/>` +
  '<path d="M860 0H1200V340Z" fill="#11211b"/><path d="M1010 0H1200V190Z" fill="#183027"/>' +
  `<rect width="${WIDTH}" height="6" fill="#d8b76c"/>`;

const EMBLEM =
  '<g transform="translate(72 64) scale(2)" fill="none" stroke="#d8b76c">' +
  '<circle cx="14" cy="14" r="12.5" stroke-dasharray="3.2 1.71" stroke-width="2"/>' +
  '<path d="M14 7.2 20.8 14 14 20.8 7.2 14Z" fill="#d8b76c" stroke="none"/></g>';

interface Line {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly said: string;
  /** The width, as a fraction of the font's own. */
  readonly narrow?: number;
  readonly bold?: boolean;
  readonly isEnd?: boolean;
}

function text({ x, y, size, fill, said, narrow = 1, bold = false, isEnd = false }: Line): string {
  const weight = bold ? ` stroke="${fill}" stroke-width="${size / 26}"` : '';
  const anchor = isEnd ? ' text-anchor="end"' : '';
  return `<text transform="translate(${x} ${y}) scale(${narrow} 1)" font-size="${size}" fill="${fill}"${weight}${anchor}>${xmlText(said)}</text>`;
}

function winnerRow({ place, address, prizeLamports }: RoundSummary['winners'][number], y: number): string {
  const [name, color] = [RANKS[place], COLORS[place]];
  const short = `${address.slice(0, 6)}…${address.slice(-6)}`;
  return [
    `<rect x="${LEFT}" y="${y - 12}" width="5" height="44" fill="${color}"/>`,
    text({ x: 98, y: y + 22, size: 38, fill: color, said: name, narrow: 0.86, bold: true }),
    text({ x: 200, y: y + 22, size: 34, fill: '#f4efe2', said: short }),
    text({ x: 1127, y: y + 22, size: 38, fill: color, said: shortSol(BigInt(prizeLamports)), isEnd: true }),
  ].join('');
}

function outcome({ state, reason, winners }: RoundSummary): string {
  const total = winners.reduce((sum, { prizeLamports }) => sum + BigInt(prizeLamports), 0n);
  switch (state) {
    case 'open':
      return 'Open: the entries are not locked yet';
    case 'locked':
    case 'committed':
      return 'The entries are locked, the draw is near';
    case 'drawn':
      return `${shortSol(total)} drawn, on their way`;
    case 'paid':
      return `${shortSol(total)} paid to ${winners.length} ${winners.length === 1 ? 'wallet' : 'wallets'}`;
    case 'rolled-over':
      return 'No draw this hour: the prizes stay in the pool';
    case 'held':
      return reason === CLOSED ? 'Closed: it is paid on chain' : 'Held: an operator has to look at it';
  }
}

const fitting = (title: string) => Math.min(132, Math.floor(2_100 / title.length));

const countText = (count: number) => count.toLocaleString('en-US');

function timeText(iso: string): string {
  const at = new Date(iso);
  const two = (value: number) => `${value}`.padStart(2, '0');
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
}
