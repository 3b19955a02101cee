import { Hono } from 'hono';
import type { RoundDetail } from '../../src/contract/round.ts';
import { roundPicture, winPicture } from '../answers/documents/roundPicture.ts';
import { createReadRounds } from '../answers/rounds/readRounds.ts';
import type { AppEnv } from '../http/appEnv.ts';
import { edgeCache } from '../http/edgeCache.ts';
import { ApiFault } from '../http/fault.ts';
import { publicReader } from '../http/publicReader.ts';
import { requireSettings } from '../http/requireSettings.ts';
import { renderPng } from '../pictures/renderPng.ts';

/** The picture of a round under way is kept only shortly: it is to show the round as it is when a link is shared. */
const MOVING = 'public, max-age=15';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The picture of a link to a round, or to one of its wins (`12-1.png`). No number begins with 0. */
export const pictureRoutes = new Hono<AppEnv>().get(
  '/og/rounds/:file{[1-9][0-9]{0,11}(?:-[1-9])?\\.png}',
  requireSettings,
  edgeCache(),
  async (c) => {
    const [number, place] = c.req.param('file').replace('.png', '').split('-');
    const round = Number(number);
    const { clock } = c.get('settings');
    // This counts like a request for a proof, which costs about as much.
    const read = publicReader({ env: c.env, client: c.req.header('CF-Connecting-IP') });
    const rounds = (db: Parameters<typeof createReadRounds>[0]['db']) =>
      createReadRounds({ db, clock, now: () => Date.now() });
    const detail = await read('documents', (db) => rounds(db).detail(round));
    if (detail === null) throw new ApiFault('NOT_FOUND', `Round ${round} has not started yet.`);
    const win = detail.winners.find((winner) => `${winner.place}` === place);
    if (place !== undefined && !win)
      throw new ApiFault('NOT_FOUND', `Nobody has won place ${place} of round ${round}.`);
    const png = await renderPng(win ? winPicture(detail, win) : roundPicture(detail));
    return c.body(png, 200, { 'Content-Type': 'image/png', 'Cache-Control': cacheOf(detail) });
  },
);

/** The picture of a round that is `paid` or `rolled-over` does not change any more. */
function cacheOf({ state }: RoundDetail): string {
  return state === 'paid' || state === 'rolled-over' ? FOR_EVER : MOVING;
}
