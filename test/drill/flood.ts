import { lookAlikeTexts } from '../world/stranger/lookAlikeTexts.ts';
import { type Ground, onGround, type Say } from './Ground.ts';

/** Visitors at the moment of the draw, each asking for everything a page asks for, again and again. */
const VISITORS = 60;
/** Transactions of a stranger that name the pool wallet and look like its commitments. */
const LOOK_ALIKES = 300;
/** A round is paid within this time after its end, however many visitors there are. Seconds. */
const PAID_WITHIN = 20;
const WATCH_FROM = 5;

/** All visitors come at once, and a stranger floods the pool wallet's history. The round is paid in spite of that. */
export async function drillFlood(say: Say, after: (ground: Ground) => Promise<void>): Promise<void> {
  await onGround(
    say,
    async () => ({}),
    async (ground) => {
      const { lottery, world } = ground;
      await ground.paid(1);
      const known = { round: 2, endsAt: lottery.endsAt(2) };
      await world.stranger.sendLookAlikes(
        Array.from({ length: LOOK_ALIKES }, (_, i) => ({
          names: [lottery.pool.publicKey],
          memos: [lookAlikeTexts.commitment(known, i)],
        })),
      );
      say(`A stranger has sent ${LOOK_ALIKES} look-alikes of commitments to the pool wallet.`);
      const end = lottery.endsAt(2);
      const crowd = visit(lottery.url, { from: end - WATCH_FROM, until: end + PAID_WITHIN });
      const paid = await ground.paid(2);
      const answers = await crowd;
      const late = (Date.parse(paid.notes.paidAt ?? '') - end * 1000) / 1000;
      const failed = answers.filter((status) => status >= 500).length;
      say(`${VISITORS} visitors asked ${answers.length} times around the draw; ${failed} answers were failures.`);
      say(`Round 2 was paid ${late.toFixed(1)} s after its end.`);
      if (!(late < PAID_WITHIN)) throw new Error(`round 2 was paid ${late} s after its end`);
      if (failed > 0) throw new Error(`${failed} visitors were sent away with a failure`);
      await after(ground);
    },
  );
}

const PATHS = ['trigger', '/', '/api/lottery/stats', '/api/lottery/eligible-participants', '/api/lottery/winners'];

/** The statuses of everything the visitors asked. Times are unix seconds. */
async function visit(url: string, times: { readonly from: number; readonly until: number }): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, times.from * 1000 - Date.now())));
  const statuses: number[] = [];
  const visitor = async (): Promise<void> => {
    for (let i = 0; Date.now() < times.until * 1000; i++) {
      const path = PATHS[i % PATHS.length] ?? '/';
      const response = await (path === 'trigger' ? trigger(url) : fetch(url + path));
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visitor));
  return statuses;
}

const trigger = (url: string) =>
  fetch(`${url}/api/lottery/trigger-round`, { method: 'POST', headers: { 'content-type': 'application/json' } });
