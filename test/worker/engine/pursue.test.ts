import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { createPursue, type Intention } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { createJournal, type JournalRow } from '../../../worker/store/journal/journal.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { neverCalled } from '../../domain/neverCalled.ts';
import { emptyDatabase } from '../database.ts';
import { failingBatches } from '../failingBatches.ts';
import { NodeFailure, rpcError } from '../fakeNodes.ts';
import { oneByOne } from '../oneByOne.ts';
import { attemptOf, pursuedChain, signedAs } from '../pursuedChain.ts';
import { REACH } from '../roundStates.ts';

describe('pursuing an intention', () => {
  let db: D1Database;
  let now = 0;
  beforeEach(async () => {
    db = await emptyDatabase();
    now = 1_000_000;
    await REACH.drawn(createRoundStore(db, () => now));
  });

  let surprises: unknown[][] = [];
  afterEach(() => {
    const all = surprises.flat();
    surprises = [];
    expect(all).toEqual([]);
  });

  function chainOf(onSend?: (bytes: string) => unknown) {
    const chain = pursuedChain(() => now, onSend);
    surprises.push(chain.surprises);
    return chain;
  }
  const intentionOf = (altered: Partial<Intention> = {}): Intention => ({
    ...{ key: 'payout:123', mayResend: true, maySign: async () => true, sign: async () => signedAs('first') },
    ...altered,
  });
  const pursueOf = (chain: ReturnType<typeof chainOf>, database = db) =>
    createPursue(createPursueAll({ journal: createJournal(database, () => now), rpc: chain.rpc, now: () => now }));
  const rows = () => createJournal(db, () => now).attempts('payout:123');
  const noSigning = neverCalled('sign');

  /** An intention whose first attempt has been written and sent. */
  async function begun(onSend?: (bytes: string) => unknown) {
    const chain = chainOf(onSend);
    const pursue = pursueOf(chain);
    await pursue(intentionOf());
    chain.sent.length = 0;
    return { chain, pursue, ...chain };
  }

  it('writes the signed bytes before it sends them', async () => {
    const chain = chainOf(async (bytes) => {
      const row = await db
        .prepare('SELECT bytes, signature, state FROM journal WHERE key = ?')
        .bind('payout:123')
        .first();
      expect(row).toEqual({ bytes, signature: 'signature first', state: 'sent' });
      return 'signature first';
    });
    const pursuit = await pursueOf(chain)(intentionOf());
    expect(chain.sent).toEqual(['bytes first']);
    expect(pursuit).toMatchObject({ kind: 'pending', seen: 'sent', row: { attempt: 0, bytes: 'bytes first' } });
    expect(await rows()).toMatchObject([{ blockhash: 'blockhash', lastValidBlockHeight: 1_000, signedSlot: 900 }]);
  });

  it('sends nothing when the journal cannot be written', async () => {
    const chain = chainOf();
    await expect(pursueOf(chain, failingBatches(db, 'before'))(intentionOf())).rejects.toThrow('D1_ERROR');
    expect(chain.sent).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('sends nothing when the answer to the write is lost, and sends exactly these bytes the next time', async () => {
    const chain = chainOf();
    await expect(pursueOf(chain, failingBatches(db, 'after'))(intentionOf())).rejects.toThrow('D1_ERROR');
    expect(chain.sent).toEqual([]);
    expect(await pursueOf(chain)(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'pending', seen: 'sent' });
    expect(chain.sent).toEqual(['bytes first']);
  });

  it.each([
    [
      'no answer',
      () => {
        throw new NodeFailure('TimeoutError', 'timed out');
      },
    ],
    ['"already processed"', () => rpcError(-32_002, 'This transaction has already been processed')],
    ['"blockhash not found"', () => rpcError(-32_002, 'Blockhash not found')],
    ['500', () => new Response('', { status: 500 })],
    ['429', () => new Response('', { status: 429 })],
  ])('takes %s to a sending for nothing at all: the attempt stays open', async (_what, onSend) => {
    const chain = chainOf(onSend);
    expect(await pursueOf(chain)(intentionOf())).toMatchObject({ kind: 'pending', seen: 'sent' });
    expect(await rows()).toMatchObject([{ attempt: 0, state: 'sent', bytes: 'bytes first' }]);
  });

  it('sends the same bytes again after two seconds without a trace, and signs nothing', async () => {
    const { pursue, sent } = await begun();
    const again = intentionOf({ sign: noSigning, maySign: neverCalled('maySign') });
    now += 1_999;
    expect(await pursue(again)).toMatchObject({ kind: 'pending', seen: 'sent' });
    expect(sent).toEqual([]);
    now += 1;
    await pursue(again);
    await pursue(again);
    expect(sent).toEqual(['bytes first']);
    now += 2_000;
    await pursue(again);
    expect(sent).toEqual(['bytes first', 'bytes first']);
    expect(await rows()).toHaveLength(1);
  });

  it('sends nothing again when it may not, however long there is no trace', async () => {
    const { pursue, sent } = await begun();
    now += 600_000;
    expect(await pursue(intentionOf({ mayResend: false, sign: noSigning }))).toMatchObject({ kind: 'pending' });
    expect(sent).toEqual([]);
  });

  it('searches the whole history for an attempt that is a minute old, or that another process has signed, and for no other', async () => {
    const { chain, pursue, searches } = await begun();
    const again = intentionOf({ sign: noSigning });
    now += 59_999;
    await pursue(again);
    expect(searches).toEqual([false]);
    now += 1;
    await pursue(again);
    expect(searches).toEqual([false, true]);
    await pursueOf(chain)(again);
    expect(searches).toEqual([false, true, true]);
  });

  it('calls no attempt dead before its whole history was searched, however young it is', async () => {
    const { pursue, said, searches } = await begun();
    said.blockHeight = 1_001;
    now += 6_000;
    const next = intentionOf({ sign: async () => signedAs('second') });
    expect(await pursue(next)).toMatchObject({ kind: 'pending', row: { attempt: 1 } });
    expect(searches).toEqual([false, true, true]);
  });

  it('sends what it finds in the journal at once after a restart', async () => {
    const { chain, sent } = await begun();
    await pursueOf(chain)(intentionOf({ sign: noSigning }));
    expect(sent).toEqual(['bytes first']);
  });

  it.each([
    ['processed', 'sent', 'sent', null],
    ['confirmed', 'confirmed', 'confirmed', 950],
  ])('waits while the transaction is %s', async (confirmationStatus, seen, state, slot) => {
    const { pursue, said, sent } = await begun();
    said.status = { err: null, confirmationStatus, slot: 950 };
    now += 60_000;
    expect(await pursue(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'pending', seen, slot });
    expect(await rows()).toMatchObject([{ state }]);
    expect(sent).toEqual([]);
  });

  it('is done when the transaction is final, and asks no node ever again', async () => {
    const { chain, pursue, said } = await begun();
    said.status = { err: null, confirmationStatus: 'finalized', slot: 951 };
    expect(await pursue(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'final', slot: 951 });
    expect(await rows()).toMatchObject([{ state: 'finalized', slot: 951 }]);
    chain.calls.length = 0;
    for (const later of [pursue, pursueOf(chain)]) {
      expect(await later(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'final', slot: 951 });
    }
    expect(chain.calls).toEqual([]);
  });

  it('takes an old transaction that a node lists without a status for final', async () => {
    const { pursue, said } = await begun();
    said.status = { err: null, confirmationStatus: null, slot: 952 };
    expect(await pursue(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'final', slot: 952 });
  });

  it.each(['processed', 'confirmed'])('believes no error that is only %s: a fork may still undo it', async (status) => {
    const { pursue, said, sent } = await begun();
    said.status = { err: { InstructionError: [3, 'Custom'] }, confirmationStatus: status, slot: 950 };
    now += 60_000;
    expect(await pursue(intentionOf({ sign: noSigning }))).toMatchObject({ kind: 'pending', seen: 'sent' });
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    expect(sent).toEqual([]);
  });

  it('stores the final error of a failed attempt, and signs the next one', async () => {
    const { pursue, said, sent } = await begun();
    said.status = { err: { InstructionError: [3, 'Custom'] }, confirmationStatus: 'finalized', slot: 950 };
    const asked: (readonly JournalRow[])[] = [];
    const maySign = async (attempts: readonly JournalRow[]) => {
      asked.push(attempts);
      return true;
    };
    const pursuit = await pursue(intentionOf({ maySign, sign: async () => signedAs('second') }));
    expect(pursuit).toMatchObject({ kind: 'pending', seen: 'sent', row: { attempt: 1, bytes: 'bytes second' } });
    expect(asked).toMatchObject([[{ attempt: 0, state: 'failed', proof: '{"InstructionError":[3,"Custom"]}' }]]);
    expect(sent).toEqual(['bytes second']);
    expect(await rows()).toMatchObject([
      { attempt: 0, state: 'failed', proof: '{"InstructionError":[3,"Custom"]}' },
      { attempt: 1, state: 'sent', bytes: 'bytes second' },
    ]);
  });

  it('signs the next attempt after an expiry only with the proof of it', async () => {
    const { pursue, said, sent } = await begun();
    const next = intentionOf({ mayResend: false, sign: async () => signedAs('second') });
    now += 6_000;
    said.blockHeight = 1_000;
    expect(await pursue(next)).toMatchObject({ kind: 'pending', row: { attempt: 0 } });
    now += 2_000;
    said.blockHeight = 1_001;
    said.firstBlock = 901;
    expect(await pursue(next)).toMatchObject({ kind: 'pending', row: { attempt: 0 } });
    expect(sent).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    now += 2_000;
    said.firstBlock = 900;
    expect(await pursue(next)).toMatchObject({ kind: 'pending', row: { attempt: 1, bytes: 'bytes second' } });
    expect(sent).toEqual(['bytes second']);
    expect(await rows()).toMatchObject([
      { state: 'expired', proof: expect.stringContaining('expired: finalized block height 1001 > 1000') },
      { state: 'sent' },
    ]);
  });

  it('stops when an attempt is dead and no other may be signed, and says what died', async () => {
    const { pursue, said, sent } = await begun();
    said.blockHeight = 1_001;
    now += 6_000;
    const stop = intentionOf({ maySign: async () => false, sign: noSigning });
    const idle = { kind: 'idle', attempts: [{ attempt: 0, state: 'expired' }] };
    expect(await pursue(stop)).toMatchObject(idle);
    expect(await pursue(stop)).toMatchObject(idle);
    expect(sent).toEqual([]);
    expect(await rows()).toMatchObject([{ attempt: 0, state: 'expired' }]);
  });

  it('signs nothing at all when it may not', async () => {
    const chain = chainOf();
    const pursuit = await pursueOf(chain)(intentionOf({ maySign: async () => false, sign: noSigning }));
    expect(pursuit).toEqual({ kind: 'idle', attempts: [] });
    expect(chain.calls).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('learns nothing from nodes that are down', async () => {
    const { pursue, said, sent } = await begun();
    Object.assign(said, { down: true, blockHeight: 5_000 });
    now += 60_000;
    await expect(pursue(intentionOf({ sign: noSigning }))).rejects.toThrow(RpcError);
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    expect(sent).toEqual([]);
  });

  it("sends another writer's bytes when that one was first, and forgets its own", async () => {
    const chain = chainOf();
    const sign = async () => {
      await oneByOne(createJournal(db, () => now)).write(attemptOf('rival'));
      return signedAs('late');
    };
    expect(await pursueOf(chain)(intentionOf({ sign }))).toMatchObject({
      kind: 'pending',
      row: { bytes: 'bytes rival' },
    });
    expect(chain.sent).toEqual(['bytes rival']);
    expect(await rows()).toMatchObject([{ attempt: 0, bytes: 'bytes rival' }]);
  });

  it('sends nothing when the other writer was first and its attempt is dead already', async () => {
    const chain = chainOf();
    const sign = async () => {
      const journal = oneByOne(createJournal(db, () => now));
      await journal.bury(await journal.write(attemptOf('rival')), 'expired', 'proof');
      return signedAs('late');
    };
    await pursueOf(chain)(intentionOf({ sign }));
    expect(chain.sent).toEqual([]);
    expect(await rows()).toMatchObject([{ attempt: 0, state: 'expired', bytes: 'bytes rival' }]);
  });

  it('leaves one attempt and one transaction however many pursue it at once', async () => {
    const chain = chainOf();
    const sign = vi.fn(async () => signedAs(`${sign.mock.calls.length}`));
    await Promise.all(Array.from({ length: 10 }, () => pursueOf(chain)(intentionOf({ sign }))));
    expect(sign.mock.calls.length).toBeGreaterThan(1);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(new Set(chain.sent)).toEqual(new Set([row?.bytes]));
  });
});
