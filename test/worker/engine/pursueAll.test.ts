import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NodesSilent } from '../../../worker/chain/node/rpcError.ts';
import type { Intention } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { countedDatabase } from '../countedDatabase.ts';
import { emptyDatabase } from '../database.ts';
import { failingBatches } from '../failingBatches.ts';
import { oneByOne } from '../oneByOne.ts';
import { openSteps } from '../openSteps.ts';
import { attemptOf, pursuedChain, signedAs } from '../pursuedChain.ts';

const KEYS = ['tax:1:harvest:0', 'tax:1:harvest:1', 'tax:1:harvest:2'];

let db: D1Database;
let now = 0;
let surprises: unknown[] = [];
beforeEach(async () => {
  db = await emptyDatabase();
  await openSteps(db, 1, 'harvest', 40);
  now = 1_000_000;
});
afterEach(() => {
  expect(surprises).toEqual([]);
});

function chainOf(onSend?: (bytes: string) => unknown) {
  const chain = pursuedChain(() => now, onSend);
  ({ surprises } = chain);
  return chain;
}
const intentionsOf = (altered: (key: string) => Partial<Intention> = () => ({})): Intention[] =>
  KEYS.map((key) => ({
    ...{ key, mayResend: true, maySign: async () => true, sign: async (attempt) => signedAs(`${key} ${attempt}`) },
    ...altered(key),
  }));
const pursueAllOf = (chain: ReturnType<typeof chainOf>, database = db) =>
  createPursueAll({ journal: createJournal(database, () => now), rpc: chain.rpc, now: () => now });
const rows = async () =>
  (await db.prepare('SELECT key, attempt, state, bytes FROM journal ORDER BY key, attempt').all()).results;
const bytesOf = (attempt: number) => KEYS.map((key) => `bytes ${key} ${attempt}`);

describe('intentions that are pursued together', () => {
  it('are all in the journal before the first of them is sent', async () => {
    const known: number[] = [];
    const chain = chainOf(async () => {
      known.push((await rows()).length);
      return 'accepted';
    });
    const { pursued } = await pursueAllOf(chain)(intentionsOf());
    expect(pursued.map(({ intention, pursuit }) => [intention.key, pursuit.kind])).toEqual(
      KEYS.map((key) => [key, 'pending']),
    );
    expect(chain.sent.toSorted()).toEqual(bytesOf(0));
    expect(known).toEqual([3, 3, 3]);
  });

  it('take three trips to the database for what was found, what is dead and what was signed, however many they are', async () => {
    const chain = chainOf();
    const { DB, trips } = countedDatabase(db);
    const pursueAll = pursueAllOf(chain, DB);
    await pursueAll(intentionsOf());
    expect(trips).toHaveLength(2);
    chain.said.status = { err: { InstructionError: [0, 'Custom'] }, confirmationStatus: 'finalized', slot: 950 };
    await pursueAll(intentionsOf());
    expect(trips).toHaveLength(5);
    chain.said.status = { err: null, confirmationStatus: 'confirmed', slot: 951 };
    await pursueAll(intentionsOf());
    expect(trips).toHaveLength(7);
    expect((await rows()).map(({ attempt, state }) => [attempt, state])).toEqual(
      KEYS.flatMap(() => [
        [0, 'failed'],
        [1, 'confirmed'],
      ]),
    );
  });

  it('are not sent at all when the journal cannot be written', async () => {
    const chain = chainOf();
    const { pursued, fault } = await pursueAllOf(chain, failingBatches(db, 'before'))(intentionsOf());
    expect([pursued, fault?.message]).toEqual([[], 'D1_ERROR: network lost']);
    expect([chain.sent, await rows()]).toEqual([[], []]);
  });

  it('are not sent when the answer to the write is lost; exactly these bytes are sent the next time', async () => {
    const chain = chainOf();
    const { fault } = await pursueAllOf(chain, failingBatches(db, 'after'))(intentionsOf());
    expect(fault?.message).toBe('D1_ERROR: network lost');
    expect(chain.sent).toEqual([]);
    await pursueAllOf(chain)(intentionsOf(() => ({ sign: neverCalled('sign') })));
    expect(chain.sent.toSorted()).toEqual(bytesOf(0));
  });

  it('are neither written nor sent when one of them is refused its signature', async () => {
    const chain = chainOf();
    const refusing = intentionsOf((key) =>
      key === KEYS[1] ? { sign: () => Promise.reject(new Error('the stored lines are not the configuration’s')) } : {},
    );
    const { pursued, fault } = await pursueAllOf(chain)(refusing);
    expect([pursued, fault?.message]).toEqual([[], expect.stringContaining('stored lines')]);
    expect([chain.sent, await rows()]).toEqual([[], []]);
  });

  it('are followed to their end beside one that is refused its signature', async () => {
    const chain = chainOf();
    const pursueAll = pursueAllOf(chain);
    const [refused, ...sent] = intentionsOf();
    if (refused === undefined) throw new Error('no intention');
    await pursueAll(sent);
    chain.said.status = { err: null, confirmationStatus: 'finalized', slot: 951 };
    const refusing = { ...refused, maySign: () => Promise.reject(new Error('a part that only the chain knows')) };
    const { pursued, fault } = await pursueAll([refusing, ...sent]);
    expect(pursued.map(({ intention, pursuit }) => [intention.key, pursuit.kind])).toEqual([
      [KEYS[1], 'final'],
      [KEYS[2], 'final'],
    ]);
    expect(fault?.message).toBe('a part that only the chain knows');
  });

  it('wait while no node answers about them, and are sent again all the same', async () => {
    const chain = chainOf();
    const pursueAll = pursueAllOf(chain);
    await pursueAll(intentionsOf());
    now += 2_000;
    chain.said.unanswered = true;
    const { pursued, fault } = await pursueAll(intentionsOf());
    expect([pursued, fault]).toEqual([[], expect.any(NodesSilent)]);
    expect(chain.sent.toSorted()).toEqual([...bytesOf(0), ...bytesOf(0)].toSorted());
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  it('are asked about in one call for all of them, with one more for their ends', async () => {
    const chain = chainOf();
    const pursueAll = pursueAllOf(chain);
    await pursueAll(intentionsOf());
    const asked = async () => {
      const before = chain.calls.length;
      await pursueAll(intentionsOf(() => ({ mayResend: false })));
      return chain.calls.slice(before).map(({ method }) => method);
    };
    // No attempt dies so soon after it was signed.
    now += 5_999;
    expect(await asked()).toEqual(['getSignatureStatuses']);
    now += 1;
    expect(await asked()).toEqual(['getSignatureStatuses', 'getEpochInfo']);
  });

  it('are sent again, and their ends asked for, at once after a clock that was an hour ahead is right again', async () => {
    const chain = chainOf();
    const pursueAll = pursueAllOf(chain);
    now += 3_600_000;
    await pursueAll(intentionsOf());
    now -= 3_600_000;
    await pursueAll(intentionsOf());
    expect(chain.calls.filter(({ method }) => method === 'getEpochInfo')).toHaveLength(1);
    expect(chain.sent).toHaveLength(2 * KEYS.length);
  });

  it('make few calls even for many: ten looks in four seconds at 40 that do not land', async () => {
    const chain = chainOf();
    const pursueAll = pursueAllOf(chain);
    const many = Array.from({ length: 40 }, (_, part) => ({
      ...{ key: `tax:1:harvest:${part}`, mayResend: true, maySign: async () => true },
      sign: async (attempt: number) => signedAs(`${part} ${attempt}`),
    }));
    await pursueAll(many);
    for (let look = 0; look < 10; look++) {
      now += 400;
      await pursueAll(many);
    }
    const count = (method: string) => chain.calls.filter((call) => call.method === method).length;
    expect([count('getSignatureStatuses'), count('getEpochInfo')]).toEqual([10, 0]);
    // Each is sent, and again every two seconds.
    expect(count('sendTransaction')).toBe(3 * 40);
    expect(chain.calls).toHaveLength(130);
  });

  it('are sent with another writer’s bytes when that writer was first, and not at all when its attempt is dead', async () => {
    const chain = chainOf();
    const others = oneByOne(createJournal(db, () => now));
    const rivals = intentionsOf((key) => ({
      sign: async () => {
        const rival = await others.write({ ...attemptOf(`rival ${key}`), key });
        if (key === KEYS[2]) await others.bury(rival, 'expired', 'a proof');
        return signedAs(`late ${key}`);
      },
    }));
    await pursueAllOf(chain)(rivals);
    expect(chain.sent.toSorted()).toEqual([`bytes rival ${KEYS[0]}`, `bytes rival ${KEYS[1]}`]);
    expect((await rows()).map(({ bytes }) => bytes)).toEqual(KEYS.map((key) => `bytes rival ${key}`));
  });

  it('leave those unsigned that may not be signed, and say so', async () => {
    const chain = chainOf();
    const { pursued } = await pursueAllOf(chain)(
      intentionsOf((key) => (key === KEYS[0] ? { maySign: async () => false } : {})),
    );
    expect(pursued.map(({ pursuit }) => pursuit.kind)).toEqual(['idle', 'pending', 'pending']);
    expect(chain.sent.toSorted()).toEqual(bytesOf(0).slice(1));
  });

  it('are signed again only when the death of each is in the database', async () => {
    const chain = chainOf();
    const pursueAll = pursueAllOf(chain);
    await pursueAll(intentionsOf());
    Object.assign(chain.said, { blockHeight: 1_001 });
    now += 6_000;
    const stored: unknown[] = [];
    const asking = intentionsOf(() => ({
      maySign: async () => {
        stored.push(...(await rows()).map(({ state }) => state));
        return true;
      },
    }));
    await pursueAll(asking);
    expect(new Set(stored)).toEqual(new Set(['expired']));
    expect((await rows()).map(({ attempt, state }) => [attempt, state])).toEqual(
      KEYS.flatMap(() => [
        [0, 'expired'],
        [1, 'sent'],
      ]),
    );
  });
});
