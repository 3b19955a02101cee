import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPursue, type Intention } from '../../../worker/engine/intention.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { rememberAttempts } from '../../../worker/engine/rememberAttempts.ts';
import { createSweepJournal } from '../../../worker/engine/sweepJournal.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { createRoundStore } from '../../../worker/store/rounds/rounds.ts';
import { ANOTHER_IS_FINAL } from '../../../worker/store/rows/states.ts';
import { emptyDatabase } from '../database.ts';
import { pursuedChain, signedAs } from '../pursuedChain.ts';
import { REACH } from '../roundStates.ts';

const OVERLAPS_MS = 5_000;
const MARK_TAKEN = { InstructionError: [1, { Custom: 0 }] };
const landed = (confirmationStatus: string, err: unknown = null) => ({ err, confirmationStatus, slot: 950 });

describe('an intention of which the chain lets only one attempt land', () => {
  let db: D1Database;
  let now = 0;
  let surprises: unknown[] = [];
  beforeEach(async () => {
    db = await emptyDatabase();
    now = 1_000_000;
    await REACH.locked(createRoundStore(db, () => now));
  });
  afterEach(() => expect(surprises).toEqual([]));

  function begin(overlaps = true) {
    const chain = pursuedChain(() => now);
    surprises = chain.surprises;
    const journal = createJournal(db, () => now);
    const pursueOne = createPursue(
      createPursueAll({ journal: rememberAttempts(journal, () => now), rpc: chain.rpc, now: () => now }),
    );
    const intention: Intention = {
      ...{ key: 'commit:123', mayResend: true, maySign: async () => true },
      ...(overlaps && { overlapsAfterMs: OVERLAPS_MS }),
      sign: async (attempt) => signedAs(`${attempt}`),
    };
    const pursue = (altered: Partial<Intention> = {}) => pursueOne({ ...intention, ...altered });
    const states = async () => (await journal.attempts('commit:123')).map(({ state }) => state);
    return { chain, pursue, journal, states, sweep: createSweepJournal({ journal, rpc: chain.rpc }) };
  }

  /** Two attempts that nobody has seen. */
  async function twins() {
    const begun = begin();
    await begun.pursue();
    now += OVERLAPS_MS;
    await begun.pursue();
    expect(await begun.states()).toEqual(['sent', 'sent']);
    return begun;
  }

  it('gets a second attempt when nobody has seen the first for five seconds, and no sooner', async () => {
    const { chain, pursue, states } = begin();
    await pursue();
    now += OVERLAPS_MS - 1;
    await pursue();
    expect(await states()).toEqual(['sent']);
    now += 1;
    expect(await pursue()).toMatchObject({ kind: 'pending', seen: 'sent', row: { attempt: 1 } });
    expect(chain.sent.at(-1)).toBe('bytes 1');
    expect(await states()).toEqual(['sent', 'sent']);
  });

  it('gets no third attempt while two are alive, however long that takes, and both are sent again', async () => {
    const { chain, pursue, states } = await twins();
    chain.sent.length = 0;
    now += 20_000;
    await pursue();
    expect(await states()).toEqual(['sent', 'sent']);
    expect(chain.sent.toSorted()).toEqual(['bytes 0', 'bytes 1']);
  });

  it.each(['processed', 'confirmed', 'finalized'])(
    'gets no second attempt when the first was seen %s',
    async (seen) => {
      const { chain, pursue, states } = begin();
      await pursue();
      chain.said.status = landed(seen);
      now += OVERLAPS_MS;
      await pursue();
      expect(await states()).toHaveLength(1);
    },
  );

  it('gets none when it may not be signed, and the first one goes on', async () => {
    const { pursue, states } = begin();
    await pursue();
    now += OVERLAPS_MS;
    expect(await pursue({ maySign: async () => false })).toMatchObject({ kind: 'pending', row: { attempt: 0 } });
    expect(await states()).toEqual(['sent']);
  });

  it('is the only kind that overlaps: where the chain would let two attempts land, the first is waited for', async () => {
    const { pursue, states } = begin(false);
    await pursue();
    now += 60_000;
    expect(await pursue()).toMatchObject({ kind: 'pending', row: { attempt: 0 } });
    expect(await states()).toEqual(['sent']);
  });

  it.each([0, 1])(
    'is done once when attempt %i lands: the other one is dead, whether or not it failed',
    async (first) => {
      const { chain, pursue, states } = await twins();
      chain.said.statuses.set(`signature ${first}`, landed('confirmed'));
      expect(await pursue()).toMatchObject({ kind: 'pending', seen: 'confirmed', row: { attempt: first } });
      chain.said.statuses.set(`signature ${first}`, landed('finalized'));
      expect(await pursue()).toMatchObject({ kind: 'final', row: { attempt: first } });
      expect((await states()).toSorted()).toEqual(['failed', 'finalized']);
      chain.sent.length = 0;
      now += 60_000;
      expect(await pursue()).toMatchObject({ kind: 'final', row: { attempt: first } });
      expect([chain.sent, await states()]).toEqual([
        [],
        first === 0 ? ['finalized', 'failed'] : ['failed', 'finalized'],
      ]);
    },
  );

  it('is done once when both reach the chain: the mark exists already, and the second fails', async () => {
    const { chain, pursue, journal } = await twins();
    chain.said.statuses.set('signature 0', landed('confirmed'));
    chain.said.statuses.set('signature 1', landed('finalized', MARK_TAKEN));
    expect(await pursue()).toMatchObject({ kind: 'pending', seen: 'confirmed', row: { attempt: 0 } });
    chain.said.statuses.set('signature 0', landed('finalized'));
    now += 60_000;
    expect(await pursue()).toMatchObject({ kind: 'final', row: { attempt: 0 } });
    expect(await journal.attempts('commit:123')).toMatchObject([
      { state: 'finalized' },
      { state: 'failed', proof: JSON.stringify(MARK_TAKEN) },
    ]);
  });

  it('waits for the first one when the second has failed and nobody has seen the first yet', async () => {
    const { chain, pursue, states } = await twins();
    chain.said.statuses.set('signature 1', landed('finalized', MARK_TAKEN));
    expect(await pursue({ maySign: async () => false })).toMatchObject({ kind: 'pending', row: { attempt: 0 } });
    expect(await states()).toEqual(['sent', 'failed']);
  });

  it('is idle once both are dead', async () => {
    const { chain, pursue, states } = await twins();
    chain.said.blockHeight = 1_500;
    // No node is asked during the first six seconds.
    now += 7_000;
    expect(await pursue({ maySign: async () => false })).toMatchObject({ kind: 'idle', attempts: [{}, {}] });
    expect(await states()).toEqual(['expired', 'expired']);
  });

  it('leaves nothing open when the minute\u2019s sweep finds that one attempt is final', async () => {
    const { chain, pursue, journal, sweep } = await twins();
    chain.said.statuses.set('signature 1', landed('confirmed'));
    await pursue();
    chain.said.statuses.set('signature 1', landed('finalized'));
    await sweep();
    expect(await journal.attempts('commit:123')).toMatchObject([
      { state: 'failed', proof: ANOTHER_IS_FINAL },
      { state: 'finalized' },
    ]);
  });

  it('gets an overlapping attempt only while the journal has the first one as not seen', async () => {
    const { journal, states } = await twins();
    const third = { ...signedAs('2'), blockhash: 'blockhash', lastValidBlockHeight: 1_000, signedSlot: 900 };
    const row = { ...third, key: 'commit:123', attempt: 2 };
    await journal.writeAll([row]);
    expect(await states()).toHaveLength(2);
    const [, second] = await journal.attempts('commit:123');
    if (second === undefined) throw new Error('no second attempt');
    await journal.settleAll([{ row: second, state: 'confirmed', slot: 950 }]);
    await journal.writeAll([{ ...row, overlaps: true }]);
    expect(await states()).toEqual(['sent', 'confirmed']);
  });
});
