import { expect, it } from 'vitest';
import { createReconcilePool } from '../../../worker/rounds/watch/reconcilePool.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { emptyDatabase } from '../database.ts';
import { answering } from '../fakeNodes.ts';
import { countedTerms } from '../fixedTerms.ts';
import { BEACON_1000, DOCUMENTS, lockOf, WINNERS_1000 } from '../honestRound.ts';
import { oneByOne } from '../oneByOne.ts';
import { A, NOW, open, SENT, SETTINGS } from '../poolOutflows.ts';
import { FINAL } from '../roundStates.ts';
import { rpcNodes } from '../rpcNodes.ts';

it('an outflow as large as the last payment is found, also where a liar of three names a slot before that payment', async () => {
  const db = await emptyDatabase();
  const rounds = createRoundStore(db, () => NOW);
  const lock = { ...lockOf(1), wallet: SETTINGS.pool.address };
  await rounds.insertLock(lock, DOCUMENTS, 'lock');
  await rounds.commit(1, FINAL);
  await rounds.draw(1, BEACON_1000, WINNERS_1000);
  const journal = oneByOne(createJournal(db, () => NOW));
  const row = await journal.write({
    ...{ key: 'payout:1', attempt: 0, bytes: 'bytes', signature: 'payment', blockhash: 'hash' },
    ...{ lastValidBlockHeight: 1, signedSlot: 9_940 },
  });
  await journal.see(row, 'finalized', 9_950);
  await rounds.pay(1, 'payment', 9_950);

  const chain = { slot: 10_000, lamports: 500_000_000_000, rows: [] as string[] };
  const node = (behind: number) =>
    answering({
      getBalance: () => ({ context: { slot: chain.slot - behind }, value: chain.lamports }),
      getMinimumBalanceForRentExemption: () => 900_000,
      getSignaturesForAddress: () =>
        chain.rows.map((signature) => ({
          ...{ signature, slot: 10_010, blockTime: 1, memo: null, err: null, confirmationStatus: 'finalized' },
        })),
      getTransaction: (asked: string, { encoding }: { encoding: string }) =>
        encoding === 'base64'
          ? { transaction: [Buffer.from(SENT.get(asked) ?? []).toString('base64'), 'base64'] }
          : null,
    });
  const { rpc, surprises, now, later } = rpcNodes([node(100), node(0), node(0)], NOW);
  const reconcile = createReconcilePool({
    ...{ db, rpc, rounds, settings: SETTINGS, terms: countedTerms([]), now },
    raiseAlert: async () => {},
  });
  await reconcile();
  chain.lamports -= Number(lock.total);
  chain.slot += 150;
  chain.rows = [A];
  later(60_000);
  await reconcile();
  expect(surprises).toEqual([]);
  expect(await open(db)).toEqual([A]);
});
