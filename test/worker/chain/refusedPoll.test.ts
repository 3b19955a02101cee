import { beforeEach, describe, expect, it, vi } from 'vitest';
import { planDistribution } from '../../../src/tax/planDistribution.ts';
import { RpcError } from '../../../worker/chain/node/rpcError.ts';
import { createPursueAll } from '../../../worker/engine/pursueAll.ts';
import { createJournal } from '../../../worker/store/journal/journal.ts';
import { distributeTax } from '../../../worker/tax/distributeTax.ts';
import { databaseWithConfig } from '../databaseWithConfig.ts';
import { answering, type FakeNode } from '../fakeNodes.ts';
import { namedBytes } from '../namedBytes.ts';
import { CONFIG, CYCLE_ID, cycleAfterSwap, POOL_LINES, taxContext } from '../taxContext.ts';

let db: D1Database;
beforeEach(async () => {
  db = await databaseWithConfig();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

const PLAN = planDistribution({
  ...{ currency: 'SOL', proceeds: 1_000_000n, carriedIn: 0n, feesPaid: 25_000n, feePerPart: 5_000n },
  wallets: CONFIG.wallets,
});
const PART_0 = 'signature of part 0';
const LANDED = { slot: 500, confirmationStatus: 'finalized' };
type Status = object | null;

/** A node on a chain where part 0 has landed. It says this of a signature, or refuses to answer. */
const nodeSaying = (statusOf: (signature: string) => Status, isRefused = () => false): FakeNode =>
  answering({
    getLatestBlockhash: {
      context: { slot: 400 },
      value: { blockhash: 'b'.repeat(40), lastValidBlockHeight: 550 },
    },
    isBlockhashValid: { context: { slot: 400 }, value: true },
    sendTransaction: (bytes: string) => bytes,
    getSignatureStatuses: (signatures: string[]) =>
      isRefused() ? new Response('', { status: 429 }) : { context: { slot: 900 }, value: signatures.map(statusOf) },
    getEpochInfo: { blockHeight: 450, absoluteSlot: 450 },
  });

describe('a distribution that has landed', () => {
  it('is not paid again when the honest node is refused one poll and the other one calls it failed', async () => {
    const paid: string[] = [];
    const said = { isRefused: false, isFailed: false };
    const honest = nodeSaying(
      (signature) => (signature === PART_0 ? { ...LANDED, err: null } : null),
      () => said.isRefused,
    );
    const failed = { ...LANDED, err: { InstructionError: [2, { Custom: 1 }] } };
    const liar = nodeSaying((signature) => (signature === PART_0 && said.isFailed ? failed : null));
    const world = taxContext(db, [honest, liar]);
    const { rpc, now, later, context: given } = world;
    const signDistribution: typeof given.signer.signDistribution = (_cycle, lines, part, { blockhash }) => {
      const due = lines.filter((line) => line.part === part && line.status === 'pending');
      paid.push(...due.map(({ address }) => address));
      return { bytes: namedBytes(`part ${part}`), signature: `signature of part ${part}`, blockhash };
    };
    const context: typeof given = {
      ...given,
      pursueAll: createPursueAll({ journal: createJournal(db, now), rpc, now }),
      signer: { ...given.signer, signDistribution },
    };
    const { tax } = context;
    await cycleAfterSwap(context);
    await tax.plan(CYCLE_ID, { ...PLAN, currency: 'SOL', carriedIn: 0n, pool: POOL_LINES, unpayable: new Set() });
    const look = async () => {
      const cycle = await tax.get(CYCLE_ID);
      if (cycle === null) throw new Error('no cycle');
      await distributeTax(context, cycle);
    };
    await look();
    expect(paid).toHaveLength(CONFIG.wallets.length);
    later(1_000);
    Object.assign(said, { isRefused: true, isFailed: true });
    await expect(look()).rejects.toThrow(RpcError);
    later(1_000);
    // The same holds when both answer and contradict each other, and after the lie is over.
    said.isRefused = false;
    await look();
    later(1_000);
    said.isFailed = false;
    await look();
    expect(paid).toHaveLength(CONFIG.wallets.length);
    expect(await tax.steps(CYCLE_ID, 'distribute')).toHaveLength(1);
  });
});
