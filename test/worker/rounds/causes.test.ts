import { beforeEach, describe, expect, it } from 'vitest';
import { SignerRefusal } from '../../../worker/chain/signing/signer.ts';
import type { RoundContext } from '../../../worker/rounds/context.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { undeliveredAlerts } from '../../../worker/store/journal/alerts.ts';
import { lockProblems } from '../../../worker/store/rounds/lockProblems.ts';
import { createTaxStore } from '../../../worker/store/tax/taxCycles.ts';
import { storedOperations } from '../../../worker/store/views/console/operations.ts';
import { COMPLETE } from '../completeSettings.ts';
import { emptyDatabase } from '../database.ts';
import { fixedTerms } from '../fixedTerms.ts';
import { DOCUMENTS } from '../honestRound.ts';
import { END_OF_1, lockedRound, NO_ANSWER, roundMachine } from '../roundMachine.ts';
import { rpcStub } from '../rpcStub.ts';

let db: D1Database;
let now: number;
beforeEach(async () => {
  db = await emptyDatabase();
  now = (END_OF_1 + 60) * 1000;
});

const machine = (altered: Partial<RoundContext> = {}) => roundMachine({ db, now: () => now }, altered);

/** What an operator is told of round 1: the public word and the exact cause. */
async function told(): Promise<{ reason: string | null; detail: string | null; alert: string | undefined }> {
  const { rounds } = await storedOperations(db);
  const [alert] = await undeliveredAlerts(db);
  return { reason: rounds[0]?.reason ?? null, detail: rounds[0]?.detail ?? null, alert: alert?.message };
}

describe('the cause for which a round is held', () => {
  it('is the sentence with which the signer refused it', async () => {
    const refusal = 'round 1: the stored winners are not the drawn ones';
    const { rounds, settings, advance } = machine({ pursue: () => Promise.reject(new SignerRefusal(refusal)) });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    await advance();
    expect(await told()).toMatchObject({ reason: 'record-mismatch', detail: refusal });
    expect((await told()).alert).toContain(`Cause: ${refusal}.`);
  });

  it('names the wallet whose key was removed from the settings meanwhile', async () => {
    const { rounds, settings, advance } = machine();
    const lock = { ...lockedRound(settings), wallet: settings.adminWallet };
    await rounds.insertLock(lock, DOCUMENTS, 'lock');
    await rounds.commit(1, { signature: 'commit', slot: 5, blockTime: END_OF_1 - 30, final: true });
    await advance();
    const { reason, detail } = await told();
    expect(reason).toBe('record-mismatch');
    expect(detail).toContain(settings.adminWallet);
    expect(detail).toContain('OLD_POOL_SECRET_KEYS');
  });

  it('tells missing documents from documents that do not match', async () => {
    const answer = { signature: 'ab', randomness: 'cd' };
    const { rounds, settings, advance } = machine({ fetchBeacon: async () => answer });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    await rounds.commit(1, { signature: 'commit', slot: 5, blockTime: END_OF_1 - 30, final: true });
    await db.prepare('UPDATE rounds SET pool_lamports = ?').bind('1').run();
    await advance();
    expect((await told()).detail).toBe('its stored entries, rules or prizes do not match its commitment');
    await db.batch([
      db.prepare('DELETE FROM round_documents'),
      db.prepare("UPDATE rounds SET state = 'committed', reason = NULL"),
    ]);
    await advance();
    expect((await told()).detail).toBe('its entries and rules are not stored');
  });
});

describe('the cause for which a round is called off', () => {
  const stored = () => db.prepare('SELECT reason, detail FROM rounds WHERE round = 1').first();

  it('says what became of the last attempt', async () => {
    const attempts = [{ attempt: 0, state: 'expired', proof: 'block height 7 is past' }] as never;
    const { rounds, settings, advance } = machine({
      pursue: async () => ({ kind: 'idle', attempts }),
      rpc: rpcStub({ agree: async () => [false, false] as never }),
    });
    await rounds.insertLock(lockedRound(settings), DOCUMENTS, 'lock');
    await advance();
    expect(await stored()).toEqual({
      reason: 'commitment-late',
      detail: '1 attempt, the last one expired: block height 7 is past; none reached the chain in time',
    });
  });

  it('says what the nodes answered when nothing could be locked', async () => {
    now = (END_OF_1 - 30) * 1000;
    const found = { isFound: false };
    const { advance } = machine({
      rpc: rpcStub({
        agree: async () => {
          if (!found.isFound) throw NO_ANSWER;
          return [false, false] as never;
        },
      }),
    });
    await advance();
    found.isFound = true;
    now = (END_OF_1 + 60) * 1000;
    await advance();
    expect(await stored()).toEqual({ reason: 'nodes-silent', detail: NO_ANSWER.summary });
  });

  it('says that no terms hold, and a person is told when the round is over and not at the first attempt', async () => {
    now = (END_OF_1 - 30) * 1000;
    const alerts: string[] = [];
    const parsed = parseSettings(COMPLETE);
    if (!parsed.ok) throw new Error(parsed.problems.join());
    const { advance } = machine({
      terms: fixedTerms(parsed.settings, { kind: 'none' }),
      raiseAlert: async (key) => void alerts.push(key),
      rpc: rpcStub({ agree: async () => [false, false] as never }),
    });
    await advance();
    expect(await lockProblems(db, 1, 1)).toMatchObject(new Map([[1, { reason: 'no-terms' }]]));
    expect(alerts).toEqual([]);
    now = (END_OF_1 + 60) * 1000;
    await advance();
    expect(await stored()).toMatchObject({ reason: 'no-terms', detail: expect.stringContaining('No announced terms') });
    expect(alerts).toEqual(['no-terms:1']);
  });
});

describe('the cause for which a tax cycle stands or fails', () => {
  const NEW = {
    slot: 1,
    currency: 'SOL',
    configVersion: null,
    withheld: 1n,
    inMint: 0n,
    unsold: 0n,
    harvests: [],
  } as const;

  it('is what the signer refused, until the cycle moves on', async () => {
    const tax = createTaxStore(db, () => now);
    await tax.start({ id: 1, ...NEW });
    expect(await tax.refused(1, 'harvest', 'nothing to pay in part 0')).toBe(true);
    expect(await tax.refused(1, 'harvest', 'nothing to pay in part 0')).toBe(false);
    expect((await tax.get(1))?.detail).toBe('nothing to pay in part 0');
    await tax.move(1, 'harvest', 'withdraw');
    expect((await tax.get(1))?.detail).toBeNull();
  });

  it('stays with a cycle that failed', async () => {
    const tax = createTaxStore(db, () => now);
    await tax.start({ id: 1, ...NEW });
    await tax.move(1, 'harvest', 'withdraw');
    await tax.move(1, 'withdraw', 'swap');
    const failure = { from: 'swap', reason: 'swap-refused', detail: 'Raydium: approve (of 5 GOD)' } as const;
    await tax.fail(1, { ...failure, fees: 0n, carriedOut: 0n });
    expect(await tax.get(1)).toMatchObject({ state: 'failed', reason: 'swap-refused', detail: failure.detail });
    // A cycle that has ended has no refusal any more.
    expect(await tax.refused(1, 'swap', 'late')).toBe(false);
  });
});
