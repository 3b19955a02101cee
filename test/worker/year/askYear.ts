import { QUICKNET } from '../../../src/protocol/terms/beaconNetwork.ts';
import { createReadPublicState } from '../../../worker/answers/state/publicState.ts';
import { createKeepDocuments } from '../../../worker/rounds/lists/keepDocuments.ts';
import { undeliveredAlerts } from '../../../worker/store/journal/alerts.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { sinceCheckpoint, unjournaled, writeCheckpoint } from '../../../worker/store/rounds/checkpoints.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { storedOperations } from '../../../worker/store/views/console/operations.ts';
import { unacknowledgedOutflows } from '../../../worker/store/views/console/outflows.ts';
import { pausesSince } from '../../../worker/store/views/rounds/pauses.ts';
import { readDocuments } from '../../../worker/store/views/rounds/roundDocuments.ts';
import { owedAndPaid, owedByOpenRounds, prizesSince } from '../../../worker/store/views/rounds/winners.ts';
import { createCountFairness } from '../../../worker/upkeep/countFairness.ts';
import { createTidyUp } from '../../../worker/upkeep/tidyUp.ts';
import { wallet } from '../../domain/wallets.ts';
import { freshWorker } from '../freshWorker.ts';
import { BEACON_1000, COMMITMENT, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { endOf, FIRST_LARGE, LARGE_LISTS, ROUNDS } from './fillRounds.ts';
import { idOf } from './fillTax.ts';

const NOW_MS = endOf(ROUNDS) * 1000 + 30_000;
const now = () => NOW_MS;
/** The list whose reading needs the most differences. */
export const DEEPEST = FIRST_LARGE + LARGE_LISTS - 1;

/** A rounds' object that knows every wallet's standing but no state, so that lists come from the database. */
const standing = {
  ...{ amount: '0', frozen: '0', isEligible: false, excluded: null, rank: null, eligible: 0, readAt: 0 },
  threshold: '100000000000',
};
const OBJECT = {
  getByName: () => ({
    wallet: async () => standing,
    publicState: async () => Promise.reject(new Error('no state here')),
  }),
};

const PATHS = [
  '/api/lottery/rounds?limit=100',
  '/api/lottery/rounds?limit=20&cursor=4000',
  '/api/lottery/rounds?limit=20&state=held',
  '/api/lottery/rounds?limit=20&state=paid',
  `/api/lottery/rounds?limit=20&address=${wallet(2)}`,
  '/api/lottery/rounds?limit=20&date=2024-06-01',
  '/api/lottery/rounds/4000',
  `/api/lottery/rounds/${ROUNDS}/proof`,
  '/api/lottery/winners?limit=100',
  `/api/lottery/winners?limit=20&address=${wallet(2)}`,
  `/api/lottery/wallets/${wallet(2)}`,
  '/api/lottery/tax',
  '/api/lottery/fairness',
] as const;

type Ask = (db: D1Database) => Promise<void>;

/** Makes every query to the database through the product's own code, by caller. */
export const ASKED: Readonly<Record<string, Ask>> = {
  async visitor(DB) {
    for (const path of PATHS) {
      const { status } = await freshWorker({ DB, ROUNDS: OBJECT }).ask(path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
  },
  async minute(db) {
    const rounds = createRoundStore(db, now);
    const documentsOf = createKeepDocuments(db);
    await createReadPublicState({ db, documentsOf, closedRounds: () => ROUNDS, now, recentWinners: 5 })();
    await rounds.firstGap(0, ROUNDS);
    const { wallet: pool } = lockOf();
    const slot = (await sinceCheckpoint(db, pool, Number.MAX_SAFE_INTEGER))?.checkpoint.slot ?? 0;
    await unjournaled(db, ['a', 'b'], pool);
    await writeCheckpoint(db, { wallet: pool, slot: slot + 1, takenAt: NOW_MS, lamports: 1n });
    await undeliveredAlerts(db);
    await unacknowledgedOutflows(db);
    await createCountFairness({ db, now })();
    await createTidyUp({ db, rounds, pools: [pool], closedRounds: () => ROUNDS, now })();
  },
  async round(db) {
    const [rounds, journal] = [createRoundStore(db, now), createJournal(db, now)];
    const round = (await rounds.inFlightAndNewest()).newest + 1;
    const lock = { ...lockOf(round, DOCUMENTS, endOf(round)), beacon: QUICKNET };
    const attempt = { attempt: 0, bytes: 'bytes', blockhash: 'hash', lastValidBlockHeight: 1, signedSlot: 1 };
    await pausesSince(db, NOW_MS - 3_600_000);
    await owedByOpenRounds(db, lock.wallet);
    await owedAndPaid(db, lock.wallet);
    await prizesSince(db, lock.wallet, endOf(ROUNDS) - 86_400);
    await rounds.insertLock(lock, DOCUMENTS, `lock-${round}`);
    await rounds.inFlight();
    const [row] = await journal.writeAll([{ ...attempt, key: `commit:${round}`, signature: `commit-${round}` }]);
    await journal.settleAll(row === undefined ? [] : [{ row, state: 'finalized', slot: 2 }]);
    await rounds.commit(round, COMMITMENT);
    await rounds.commitmentFinal(round, { ...COMMITMENT, final: true });
    await readDocuments(db, round);
    await rounds.draw(round, BEACON_1000, WINNERS_1000);
    await rounds.payoutSeen(round, `payout-${round}`, 'confirmed');
    await rounds.pay(round, `payout-${round}`, 99_999_999);
    await rounds.get(round);
  },
  async tax(db) {
    const [tax, journal] = [createTaxStore(db, now), createJournal(db, now)];
    const attempt = { attempt: 0, bytes: 'bytes', blockhash: 'hash', lastValidBlockHeight: 1, signedSlot: 1 };
    const id = ((await tax.newestEnded())?.id ?? 0) + 60;
    const harvests = [{ amount: 1n, accounts: ['a'] }];
    await tax.lastSwap();
    await tax.carriedOver();
    await tax.inFlight();
    await tax.recordEmpty({ id: id - 1, slot: 1, currency: 'SOL', withheld: 0n, unsold: 0n });
    await tax.start({ id, slot: 1, currency: 'SOL', configVersion: 1, withheld: 1n, inMint: 0n, unsold: 0n, harvests });
    await tax.work();
    const key = `tax:${id}:harvest:0`;
    await journal.attemptsOf([key]);
    const rows = await journal.writeAll([{ ...attempt, key, signature: `harvest-${id}` }]);
    await journal.settleAll(rows.map((row) => ({ row, state: 'finalized', slot: 2 })));
    await journal.under(`tax:${id}`);
    await tax.steps(id, 'harvest');
    await tax.settleStep({ cycle: id, name: 'harvest', part: 0 }, { status: 'final', signature: 'h', fee: 1n });
    await tax.move(id, 'harvest', 'withdraw');
    await tax.addStep({ cycle: id, name: 'withdraw', part: 0, amount: 1n, currency: 'GOD' });
    await tax.settleStep({ cycle: id, name: 'withdraw', part: 0 }, { status: 'confirmed', signature: 'w', fee: 1n });
    await tax.move(id, 'withdraw', 'swap', 'w');
    await tax.addStep({ cycle: id, name: 'swap', part: 0, amount: 1n, currency: 'GOD' });
    await tax.swapped(id, { signature: 's', fee: 1n, sold: 1n, proceeds: 1n });
    const line = { walletId: 'w', label: 'w', address: wallet(2), amount: 1n, percentage: 100, part: 0 };
    await tax.plan(id, {
      ...{ lines: [line], parts: 1, total: 1n, fees: 1n, leftOver: 0n, carriedIn: 0n, currency: 'SOL' },
      ...{ unpayable: new Set(), pool: { wallet: wallet(1), lines: [] } },
    });
    await tax.lines(id);
    await tax.settleStep(
      { cycle: id, name: 'distribute', part: 0 },
      { status: 'final', signature: 'd', fee: 1n },
      'SUCCESS',
    );
    await tax.finish(id, { fees: 1n, carriedOut: 0n });
  },
  async console(db) {
    await storedOperations(db);
    const { readTaxTransactions, readTaxSums } = await import('../../../worker/answers/tax/readTax.ts');
    await readTaxTransactions(db, { filter: 'all', limit: 50, before: null });
    await readTaxTransactions(db, { filter: 'failed', limit: 50, before: null });
    await readTaxTransactions(db, { filter: 'completed', limit: 50, before: idOf(1_000) });
    await readTaxSums(db, endOf(0), endOf(ROUNDS));
  },
};
