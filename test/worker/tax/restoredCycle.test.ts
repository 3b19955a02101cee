import { describe, expect, it } from 'vitest';
import { SignerRefusal } from '../../../worker/chain/signing/signer.ts';
import { carriedInto } from '../../../worker/tax/carriedInto.ts';
import type { TaxContext } from '../../../worker/tax/context.ts';
import { createExitCycle } from '../../../worker/tax/exitCycle.ts';
import { type BegunNote, createFirstHand } from '../../../worker/tax/firstHand.ts';
import { planTax } from '../../../worker/tax/planTax.ts';
import type { OwnPart } from '../../../worker/tax/readOwnParts.ts';
import { TAX_RESERVE } from '../../../worker/tax/startCycle.ts';
import { answering } from '../fakeNodes.ts';
import { LINES, PART_0, PLAN, plannedCycles, SENT } from '../plannedCycles.ts';
import { BEGUN_AT, CONFIG, CYCLE_ID, cycleAfterSwap, noteOf, TAX_WALLET } from '../taxContext.ts';

const { planned, onNodes, database } = plannedCycles();

describe('a part that was signed, and that a restored database has forgotten', () => {
  it.each(['the same process', 'another one'])('is not signed by %s before it can land no more', async (who) => {
    const { first, live, look, see, paid, restore } = await planned({});
    await look(first);
    expect(paid).toHaveLength(LINES);
    await restore();
    const life = who === 'another one' ? live() : first;
    await look(life);
    // 182 blocks after the one at which the gap was noticed.
    see({ height: SENT.height + 182 });
    await look(life);
    expect(paid).toHaveLength(LINES);
    see({ height: SENT.height + 183 });
    await look(life);
    expect(paid).toHaveLength(2 * LINES);
  });

  it('and that has landed is taken over, so that nobody is paid again', async () => {
    const { first, live, look, see, paid, onChain, restore, steps, lines } = await planned({});
    await look(first);
    await restore();
    const life = live();
    await look(life);
    see({ height: 1_000, status: 'finalized' });
    onChain.parts = [PART_0];
    await look(life);
    expect([paid.length, await steps(), await lines()]).toEqual([LINES, [[0, 'final']], ['SUCCESS', 'SUCCESS']]);
  });

  it.each([
    ['with other amounts', { off: 1n, extra: -BigInt(LINES) }, PART_0, 'with other amounts'],
    ['with more receivers', { extra: 1n }, PART_0, 'with other amounts'],
    ['as a part that is not known here', {}, { ...PART_0, part: 3 }, 'a part on chain that the database does not know'],
  ] as const)('and that has landed %s waits for a person', async (_, view, part, sentence) => {
    const { first, live, look, see, paid, onChain, restore, steps } = await planned(view);
    await look(first);
    await restore();
    const life = live();
    await look(life);
    see({ height: 1_000 });
    onChain.parts = [part];
    const looked = look(life);
    await expect(looked).rejects.toThrow(SignerRefusal);
    await expect(looked).rejects.toThrow(sentence);
    expect([paid.length, await steps()]).toEqual([LINES, [[0, 'pending']]]);
  });

  it('as a later attempt is not signed again as that attempt', async () => {
    const { first, live, look, see, paid } = await planned({});
    await look(first);
    see({ height: 600 });
    // The first is proven dead, and a second is signed.
    await look(first);
    expect(paid).toHaveLength(2 * LINES);
    await database().prepare('DELETE FROM journal WHERE attempt = 1').run();
    await look(first);
    await look(live());
    expect(paid).toHaveLength(2 * LINES);
  });
});

describe('a cycle that was held up for days', () => {
  it('is paid by another process at once: its history is not asked for', async () => {
    const { first, live, look, mayPay, paid, onChain } = await planned({});
    mayPay.pool = false;
    await look(first);
    onChain.isTooLong = true;
    mayPay.pool = true;
    await look(live());
    expect(paid).toHaveLength(LINES);
  });
});

describe('a cycle that comes back from before its end', () => {
  const NEXT = CYCLE_ID + 10;
  /** A person closes it before anything is paid, the next cycle is given the sum, and the database is put back. */
  async function cameBack() {
    const each = await planned({});
    const { first, look, mayPay } = each;
    const close = (life: TaxContext) =>
      createExitCycle({ ...life, db: database() })({
        cycle: CYCLE_ID,
        exit: 'close',
        by: 'ann',
        reason: 'looked at it',
      });
    const none = { configVersion: CONFIG.version, withheld: 9n, inMint: 9n, unsold: 0n, harvests: [] };
    const begin = async (life: TaxContext, id: number) => {
      expect(await life.tax.start({ id, slot: BEGUN_AT, currency: 'SOL', ...none })).toBe(true);
      await life.firstHand.began({ id, slot: BEGUN_AT });
      return carriedInto(life, { id });
    };
    // As its plan did.
    await carriedInto(first, { id: CYCLE_ID });
    mayPay.pool = false;
    await look(first);
    expect([await close(first), await begin(first, NEXT)]).toEqual([{ kind: 'done' }, 1_000_000n]);
    const db = database();
    await db.batch([
      db.prepare('DELETE FROM tax_cycles WHERE id = ?').bind(NEXT),
      db
        .prepare(
          `UPDATE tax_cycles SET state = 'distribute', reason = NULL, carried_out = NULL, ended_at = NULL
           WHERE id = ?`,
        )
        .bind(CYCLE_ID),
      db.prepare(`UPDATE tax_steps SET status = 'pending'`),
      db.prepare(`UPDATE tax_lines SET status = 'pending'`),
      db.prepare('DELETE FROM journal'),
    ]);
    mayPay.pool = true;
    return { ...each, begin };
  }

  it.each(['the same process', 'another one'])('is not paid by %s: a later cycle was given its sum', async (who) => {
    const { first, live, look, see, paid, begin, lines, alerts } = await cameBack();
    const life = who === 'another one' ? live() : first;
    expect(await look(life)).toMatchObject({ kind: 'wait' });
    see({ height: 1_000 });
    await look(life);
    await look(life);
    expect(await life.tax.get(CYCLE_ID)).toMatchObject({ state: 'done', carriedOut: 1_000_000n });
    // It ends by itself, a person is told, and no cycle is given its sum a second time.
    expect([paid, await lines(), await begin(life, NEXT + 10)]).toEqual([[], ['FAILED', 'FAILED'], 0n]);
    expect([...alerts.keys()]).toEqual([`tax-distributed:${CYCLE_ID}`, `tax-carried:${NEXT + 10}`]);
  });

  it('takes in what the chain has of it', async () => {
    const { live, look, see, paid, onChain, steps } = await cameBack();
    const life = live();
    await look(life);
    see({ height: 1_000, status: 'finalized' });
    onChain.parts = [PART_0];
    await look(life);
    expect([paid, await steps()]).toEqual([[], [[0, 'final']]]);
  });
});

describe('a plan in GOD that a restored database has forgotten', () => {
  /** A cycle that has nothing but its row, of an object with this note. */
  async function unplanned(noted: BegunNote, parts: readonly OwnPart[]) {
    let height = 1_000;
    const account = Buffer.alloc(165);
    account.writeBigUInt64LE(7_000n, 64);
    const owner = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
    const node = answering({
      getEpochInfo() {
        height += 200;
        return { blockHeight: height, absoluteSlot: height };
      },
      getAccountInfo: { context: { slot: 1 }, value: { owner, data: [account.toString('base64'), 'base64'] } },
    });
    const { context } = onNodes([node]);
    const readOwnParts = async () => ({ kind: 'whole' as const, parts });
    const firstHand = createFirstHand({ rpc: context.rpc, begunNote: noteOf(noted), wallet: TAX_WALLET, readOwnParts });
    const none = { withheld: 9n, inMint: 9n, unsold: 0n, harvests: [] };
    await context.tax.start({ id: CYCLE_ID, slot: BEGUN_AT, currency: 'GOD', configVersion: CONFIG.version, ...none });
    await context.tax.move(CYCLE_ID, 'harvest', 'withdraw');
    await context.tax.move(CYCLE_ID, 'withdraw', 'distribute');
    for (let i = 0; i < 2; i++) {
      const cycle = await context.tax.get(CYCLE_ID);
      if (cycle !== null) await planTax({ ...context, firstHand }, cycle);
    }
    return context.tax.get(CYCLE_ID);
  }

  it('is not made a second time by another process: what is at hand is later GOD', async () => {
    const attempts = [`tax:${CYCLE_ID}:distribute:0 0`];
    const cycle = await unplanned({ cycle: CYCLE_ID, wallet: TAX_WALLET, attempts }, [PART_0]);
    expect(cycle).toMatchObject({ state: 'failed', reason: 'already-distributed', carriedOut: 0n });
  });

  it('is not made for a cycle that had ended: what is at hand is later GOD', async () => {
    const cycle = await unplanned({ cycle: CYCLE_ID + 120, wallet: TAX_WALLET, attempts: [] }, []);
    expect(cycle).toMatchObject({ state: 'failed', reason: 'already-distributed', carriedOut: 0n });
  });
});

describe('a plan in SOL that a restored database has forgotten', () => {
  it.each<[string, BegunNote, readonly OwnPart[], string]>([
    [
      'is made again where the chain has its parts',
      { cycle: CYCLE_ID, wallet: TAX_WALLET, attempts: [`tax:${CYCLE_ID}:distribute:0 0`] },
      [PART_0],
      'planned',
    ],
    [
      'is made again of a cycle that had ended',
      { cycle: CYCLE_ID + 120, wallet: TAX_WALLET, attempts: [] },
      [],
      'planned',
    ],
    [
      'waits for SOL where the chain has no part',
      { cycle: CYCLE_ID - 9, wallet: TAX_WALLET, attempts: [] },
      [],
      'unplanned',
    ],
  ])('%s: a person is asked only for SOL that is still to be paid', async (_, noted, parts, expected) => {
    let height = 1_000;
    const node = answering({
      getEpochInfo() {
        height += 200;
        return { blockHeight: height, absoluteSlot: height };
      },
      getBalance: { context: { slot: 1 }, value: Number(TAX_RESERVE) },
      getMinimumBalanceForRentExemption: 890_880,
      getMultipleAccounts: {
        context: { slot: 1 },
        value: PLAN.lines.map(() => ({
          lamports: 5_000_000,
          executable: false,
          owner: '11111111111111111111111111111111',
        })),
      },
    });
    const { context, alerts } = onNodes([node]);
    await cycleAfterSwap(context);
    const readOwnParts = async () => ({ kind: 'whole' as const, parts });
    const firstHand = createFirstHand({ rpc: context.rpc, begunNote: noteOf(noted), wallet: TAX_WALLET, readOwnParts });
    for (let i = 0; i < 2; i++) {
      const cycle = await context.tax.get(CYCLE_ID);
      if (cycle !== null) await planTax({ ...context, firstHand }, cycle);
    }
    const isPlanned = (await context.tax.get(CYCLE_ID))?.total !== null;
    const asked = alerts.has(`tax-reserve:${CYCLE_ID}`);
    expect([isPlanned ? 'planned' : 'unplanned', asked]).toEqual([expected, expected === 'unplanned']);
  });
});
