import { afterEach, beforeEach, expect, vi } from 'vitest';
import { planDistribution } from '../../src/tax/planDistribution.ts';
import { createPursueAll } from '../../worker/engine/pursueAll.ts';
import { createJournal } from '../../worker/store/journal/journal.ts';
import type { TaxContext } from '../../worker/tax/context.ts';
import { distributeTax } from '../../worker/tax/distributeTax.ts';
import { type BegunNote, createFirstHand } from '../../worker/tax/firstHand.ts';
import type { OwnPart } from '../../worker/tax/readOwnParts.ts';
import { databaseWithConfig } from './databaseWithConfig.ts';
import { answering, type FakeNode } from './fakeNodes.ts';
import { namedBytes } from './namedBytes.ts';
import { CONFIG, CYCLE_ID, cycleAfterSwap, landed, noteOf, POOL_LINES, TAX_WALLET, taxContext } from './taxContext.ts';

export const PLAN = planDistribution({
  ...{ currency: 'SOL', proceeds: 1_000_000n, carriedIn: 0n, feesPaid: 25_000n, feePerPart: 5_000n },
  wallets: CONFIG.wallets,
});
export const LINES = PLAN.lines.length;
/** A transaction signed at height 400 can land until height 550, and in one more block. */
const SIGNED = 400;
const LAST_VALID = 550;

/** What nodes say of a signature, and how high their finalized chain is. */
export interface View {
  status: 'finalized' | 'confirmed' | null;
  error: object | null;
  height: number;
  /** How much more than planned the part has paid to each line. */
  off: bigint;
  /** How much it has paid to other receivers. */
  extra: bigint;
}
export const SENT: View = { status: null, error: null, height: SIGNED + 10, off: 0n, extra: 0n };

function nodeOf(view: View): FakeNode {
  return answering({
    getLatestBlockhash: {
      context: { slot: SIGNED },
      value: { blockhash: 'b'.repeat(40), lastValidBlockHeight: LAST_VALID },
    },
    isBlockhashValid: { context: { slot: SIGNED }, value: true },
    sendTransaction: (bytes: string) => bytes,
    getSignatureStatuses: (signatures: string[]) => ({
      context: { slot: view.height },
      value: signatures.map(
        () => view.status && { slot: 420, err: view.error, confirmationStatus: view.status, confirmations: null },
      ),
    }),
    getEpochInfo: () => ({ blockHeight: view.height, absoluteSlot: view.height }),
    getFirstAvailableBlock: 1,
    getBlocks: (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, i) => from + i),
    getBlock: (of: number) => ({ blockHeight: of }),
    getTransaction: () => {
      const answer = landed({ lamports: -PLAN.total - view.off * BigInt(LINES) - view.extra });
      for (const { address, amount } of PLAN.lines) {
        answer.transaction.message.accountKeys.push(address as never);
        answer.meta.preBalances.push(10);
        answer.meta.postBalances.push(10 + Number(amount + view.off));
      }
      return answer;
    },
  });
}

export const PART_0: OwnPart = {
  signature: 'forgotten',
  slot: 420,
  blockTime: CYCLE_ID + 30,
  cycle: CYCLE_ID,
  part: 0,
};

/** Planned cycles, on a new database for each test. A test fails if a node was asked what it does not know. */
export function plannedCycles() {
  let db: D1Database;
  let surprises: unknown[] = [];
  beforeEach(async () => {
    db = await databaseWithConfig();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
  });
  afterEach(() => {
    expect(surprises).toEqual([]);
    surprises = [];
  });

  /** As `taxContext`, on the test's database. */
  function onNodes(nodes: readonly FakeNode[], given: Parameters<typeof taxContext>[2] = {}) {
    const each = taxContext(db, nodes, given);
    ({ surprises } = each);
    return each;
  }

  /** A planned cycle of one part, and nodes with these views of it. `parts`: those that the wallet's history shows. */
  async function planned(...given: readonly Partial<View>[]) {
    const views = given.map((view) => ({ ...SENT, ...view }));
    const paid: string[] = [];
    const onChain: { parts: readonly OwnPart[]; isTooLong?: true } = { parts: [] };
    const mayPay = { pool: true };
    const each = onNodes(views.map(nodeOf), {
      readOwnParts: async () => ({ kind: 'whole', parts: onChain.parts }),
      mayPayPool: async () => mayPay.pool,
    });
    const { rpc, now } = each.context;
    const signDistribution: TaxContext['signer']['signDistribution'] = (_cycle, lines, part, { blockhash }) => {
      paid.push(
        ...lines.filter((line) => line.part === part && line.status === 'pending').map(({ address }) => address),
      );
      return { bytes: namedBytes(`${part} ${paid.length}`), signature: `signature ${part} ${paid.length}`, blockhash };
    };
    const begunNote = noteOf<BegunNote>();
    /** One life of the process. */
    const live = (): TaxContext => {
      const readOwnParts = async () =>
        onChain.isTooLong ? ({ kind: 'too-long' } as const) : ({ kind: 'whole', parts: onChain.parts } as const);
      const firstHand = createFirstHand({ rpc, begunNote, wallet: TAX_WALLET, readOwnParts });
      const journal = firstHand.watch(createJournal(db, now));
      const signer = { ...each.context.signer, signDistribution };
      return { ...each.context, firstHand, journal, signer, pursueAll: createPursueAll({ journal, rpc, now }) };
    };
    const first = live();
    /** How many different transactions went out. */
    const sent = () =>
      new Set(each.calls.flatMap(({ method, params }) => (method === 'sendTransaction' ? [String(params[0])] : [])))
        .size;
    await cycleAfterSwap(first);
    await first.tax.plan(CYCLE_ID, { ...PLAN, currency: 'SOL', carriedIn: 0n, pool: POOL_LINES, unpayable: new Set() });
    const look = async (life: TaxContext) => {
      const cycle = await life.tax.get(CYCLE_ID);
      if (cycle === null) throw new Error('no cycle');
      each.later(7_000);
      return distributeTax(life, cycle);
    };
    return {
      ...{ sent, first, live, look, paid, onChain, mayPay, alerts: each.alerts, later: each.later },
      see(...seen: readonly Partial<View>[]) {
        for (const [i, view] of seen.entries()) Object.assign(views[i] ?? {}, view);
      },
      /** Restores a copy of the database from before anything was sent. */
      restore: () => db.prepare("DELETE FROM journal WHERE key LIKE 'tax:%'").run(),
      steps: async () => (await first.tax.steps(CYCLE_ID, 'distribute')).map(({ part, status }) => [part, status]),
      lines: async () => (await first.tax.lines(CYCLE_ID)).map(({ status }) => status),
    };
  }

  return {
    ...{ planned, onNodes },
    database: () => db,
    renew: async () => {
      db = await databaseWithConfig();
    },
  };
}

export type PlannedCycle = Awaited<ReturnType<ReturnType<typeof plannedCycles>['planned']>>;
