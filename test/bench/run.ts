import '../world/quietBindings.ts';
import { WORKER_BUNDLE } from '../rounds/workerBundle.ts';
import { wordsOf } from '../world/wordsOf.ts';
import { buildWorkerBundle } from '../world/wranglerCommand.ts';
import { benchAdmin } from './benchAdmin.ts';
import { benchApi } from './benchApi.ts';
import { benchBill } from './benchBill.ts';
import { benchDistribution } from './benchDistribution.ts';
import { benchDraw } from './benchDraw.ts';
import { benchExits } from './benchExits.ts';
import { benchAccounts, benchLock } from './benchLock.ts';
import { benchLocks } from './benchLocks.ts';
import { benchPage } from './benchPage.ts';
import { benchPayout } from './benchPayout.ts';
import { benchPush } from './benchPush.ts';
import { benchRounds } from './benchRounds.ts';
import { benchStart } from './benchStart.ts';
import { benchTax } from './benchTax.ts';
import { benchTrips } from './benchTrips.ts';
import { benchYear } from './benchYear.ts';

/**
 * `npm run bench [name…]`: runs all benches or the named ones, and prints one line of JSON for each figure. All take
 * about ten minutes.
 */
const BENCHES = {
  draw: benchDraw,
  api: benchApi,
  lock: benchLock,
  locks: benchLocks,
  accounts: benchAccounts,
  exits: benchExits,
  payout: benchPayout,
  start: benchStart,
  page: benchPage,
  push: benchPush,
  rounds: benchRounds,
  admin: benchAdmin,
  distribution: benchDistribution,
  tax: benchTax,
  trips: benchTrips,
  bill: benchBill,
  year: benchYear,
};

const names = wordsOf(`npm run bench [name…], with names of: ${Object.keys(BENCHES).join(', ')}`, (args) => {
  const unknown = args.filter((name) => !(name in BENCHES));
  if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}.`);
  return args;
});
await buildWorkerBundle(WORKER_BUNDLE);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) await bench();
}
process.exit(0);
