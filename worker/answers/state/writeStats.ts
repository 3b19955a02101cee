import type { Stats } from '../../../src/contract/stats.ts';
import { composeStats, type Moment } from './composeStats.ts';

interface Written extends Omit<Moment, 'now'> {
  readonly solPrice: Stats['solPrice'];
  readonly second: number;
  readonly before: string;
  readonly after: string;
}

let written: Written | null = null;

/** Stands for the server's time: a character that is in no figure and no name. */
const TIME_PLACEHOLDER = '\u0000';

/** `GET /api/lottery/stats` as text. Only the server's time differs within a second, so the rest is written once. */
export function writeStats(moment: Moment, solPrice: Stats['solPrice']): string {
  const { before, after } = writtenAt(moment, solPrice);
  return `${before}${new Date(moment.now).toISOString()}${after}`;
}

function writtenAt(moment: Moment, solPrice: Stats['solPrice']): Written {
  const { state, clock, now } = moment;
  const second = Math.floor(now / 1000);
  const isSame =
    written?.state === state && written.clock === clock && written.second === second && written.solPrice === solPrice;
  if (written !== null && isSame) return written;
  const text = JSON.stringify({ ...composeStats(moment, solPrice), serverTime: TIME_PLACEHOLDER });
  const [before = '', after = ''] = text.split(JSON.stringify(TIME_PLACEHOLDER).slice(1, -1));
  written = { state, clock, solPrice, second, before, after };
  return written;
}
