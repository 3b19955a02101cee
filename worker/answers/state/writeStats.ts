import type { Stats } from '../../../src/contract/stats.ts';
import { composeStats, type Moment } from './composeStats.ts';

/** What was written last, apart from the server's time. */
interface Written extends Omit<Moment, 'now'> {
  readonly solPrice: Stats['solPrice'];
  readonly second: number;
  readonly before: string;
  readonly after: string;
}

let written: Written | null = null;

/** A character that stands in no figure and no name. */
const PLACE_OF_TIME = '\u0000';

/**
 * `GET /api/lottery/stats` as text. Within a second of one state only the server's time changes. So the rest is
 * composed and written once for all visitors of that second.
 */
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
  const text = JSON.stringify({ ...composeStats(moment, solPrice), serverTime: PLACE_OF_TIME });
  const [before = '', after = ''] = text.split(JSON.stringify(PLACE_OF_TIME).slice(1, -1));
  written = { state, clock, solPrice, second, before, after };
  return written;
}
