import { setTimeout as sleep } from 'node:timers/promises';
import { type Participants, participants, type Stats, stats } from '../../src/contract/stats.ts';
import type { Lottery } from './startLottery.ts';

const EVERY_MS = 200;

/** What a visitor is told at one moment. */
export interface Told {
  /** Unix milliseconds, before anything was asked. */
  readonly at: number;
  readonly stats: Stats;
  readonly list: Participants['data'];
}

/** Asks as a visitor's page would, but more often, until it is stopped; `stop` returns all answers. */
export function watchPublic(lottery: Lottery): { readonly told: readonly Told[]; stop(): Promise<readonly Told[]> } {
  const told: Told[] = [];
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const at = Date.now();
      const [figures, list] = await Promise.all([
        lottery.get('/api/lottery/stats'),
        lottery.get('/api/lottery/eligible-participants'),
      ]);
      told.push({ at, stats: stats.parse(figures), list: participants.parse(list).data });
      await sleep(EVERY_MS);
    }
  })();
  // An error is thrown by `stop`; until then nobody waits for it.
  watching.catch(() => undefined);
  return {
    told,
    async stop() {
      isStopped = true;
      await watching;
      return told;
    },
  };
}
