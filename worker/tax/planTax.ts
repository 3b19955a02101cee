import { address } from '../../src/address/address.ts';
import { type PoolLines, payPool, poolLines } from '../../src/distribution/poolLines.ts';
import { lamportsToSol } from '../../src/money/lamports.ts';
import { LAMPORTS_PER_SIGNATURE } from '../../src/money/networkFee.ts';
import { isAboveRent, type PlannedLine, planDistribution } from '../../src/tax/planDistribution.ts';
import { agreeOnRent } from '../chain/accounts/readChain.ts';
import { readReceivers } from '../chain/accounts/readReceivers.ts';
import { godAccount } from '../chain/accounts/tokenAccount.ts';
import { AGAIN, type Step, waitFor } from '../engine/runSteps.ts';
import type { TaxCycle } from '../store/rows/taxRows.ts';
import { announcedRoundAt, poolWallets } from '../terms/poolWallets.ts';
import { TermsUnread } from '../terms/TermsBook.ts';
import { agreeOnGod, holdsAtLeast } from './agreeOnFigures.ts';
import { carriedInto } from './carriedInto.ts';
import { AFTER_GAP, AFTER_GAP_MS, moved, type TaxContext } from './context.ts';
import { failTax, feesPaid, isDistributed } from './failTax.ts';
import { TAX_RESERVE } from './startCycle.ts';
import { aloneIn, cycleKey } from './stepKeys.ts';

const ASK_AGAIN_MS = 30_000;

/**
 * Fixes who receives what, once, by the configuration that is pinned to the cycle. The sum is what the finalized swap
 * brought or, in a cycle in GOD, what the tax wallet holds.
 */
export async function planTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { tax, settings, firstHand } = context;
  // A restore of the database may have lost an earlier plan of this cycle, whose payments may be on chain. Then the
  // journal lacks attempts that it had.
  const journaled = () => context.journal.under(cycleKey(cycle.id));
  if (!(await firstHand.isClear(cycle, journaled))) return waitFor(context, AFTER_GAP_MS, AFTER_GAP);
  const config = cycle.config ?? (await context.activeConfig());
  if (config === null) {
    await context.raiseAlert(
      `tax-config:${cycle.id}`,
      `Tax cycle ${cycle.id} has something to distribute and no configuration is active. It waits for one.`,
    );
    return waitFor(context, ASK_AGAIN_MS, 'The collected tax waits for an active configuration.');
  }
  if (cycle.config === null) {
    return moved(context, await tax.pinConfig(cycle.id, config.version));
  }
  const pool = await poolOf(context, cycle, config.wallets);
  if ('why' in pool) {
    await context.raiseAlert(
      `tax-terms:${cycle.id}`,
      `Tax cycle ${cycle.id} waits: the chain could not tell which wallet is the lottery's pool, since ${pool.why}.`,
    );
    return waitFor(context, ASK_AGAIN_MS, 'The collected tax waits until the terms in force are known.');
  }
  const inSol = cycle.currency === 'SOL';
  const carriedIn = inSol ? await carriedInto(context, cycle) : 0n;
  const alreadyPaid = await feesPaid(context, cycle.id);
  const plan = planDistribution({
    currency: cycle.currency,
    proceeds: inSol ? (cycle.proceeds ?? 0n) : await agreeOnGod(context, cycle.id),
    carriedIn,
    feesPaid: alreadyPaid,
    // The fee of one signature, because a first attempt offers no price for compute units. The difference from the real
    // cost goes to the next cycle.
    feePerPart: LAMPORTS_PER_SIGNATURE,
    wallets: payPool(config.wallets, pool),
  });
  if (!inSol && plan.total === 0n) {
    const failure = { from: 'distribute', reason: 'nothing-collected', detail: null } as const;
    return moved(context, await failTax(context, cycle, failure));
  }
  if (!inSol && (await isDistributed(context, cycle, 'distribute'))) return AGAIN;
  const open = openLines(context, cycle, plan.lines);
  const fees = LAMPORTS_PER_SIGNATURE * BigInt(new Set(open.map(({ part }) => part)).size);
  const outflow = inSol ? open.reduce((sum, { amount }) => sum + amount, 0n) : await rentOfAccounts(context, open);
  if (open.length > 0 && !(await holdsAtLeast(context, outflow + fees + TAX_RESERVE))) {
    await context.raiseAlert(
      `tax-reserve:${cycle.id}`,
      `Paying tax cycle ${cycle.id} would leave less than the reserve of ${lamportsToSol(TAX_RESERVE)} SOL in the tax wallet ${settings.taxWallet.address}. Send SOL to this wallet.`,
    );
    return waitFor(context, ASK_AGAIN_MS, 'The tax wallet needs SOL for network fees.');
  }
  const unpayable = await unpayableOf(context, cycle, plan.lines);
  if (unpayable.size > 0) {
    const named = [...unpayable].map((line) => plan.lines[line]?.address).slice(0, 5);
    await context.raiseAlert(
      `tax-unpayable:${cycle.id}`,
      `${unpayable.size} of tax cycle ${cycle.id}'s receivers cannot be paid (an empty account that would get less than an account must hold, a program, or the tax wallet itself): ${named.join(', ')}. Their amounts join the next cycle.`,
    );
  }
  return moved(context, await tax.plan(cycle.id, { ...plan, currency: cycle.currency, carriedIn, pool, unpayable }));
}

/**
 * The lines that are still to be paid. After a gap in our record of the cycle, these are the lines that are not on
 * chain, or none if the cycle had ended before the database was restored.
 */
function openLines({ firstHand }: TaxContext, { id }: TaxCycle, lines: readonly PlannedLine[]): readonly PlannedLine[] {
  const { parts, hasEnded } = firstHand.afterGap(id) ?? { parts: [], hasEnded: false };
  const onChain = new Set(parts.map(({ part }) => part));
  return hasEnded ? [] : lines.filter(({ part }, line) => !onChain.has(part) && !onChain.has(aloneIn(line)));
}

/**
 * The pool's lines, and the wallet that they pay: that of the terms in force when the cycle began, even if other terms
 * hold now. Throws an RpcError while too few nodes say what is announced. `why`: in words, why the announcements could
 * not be read.
 */
async function poolOf(
  { terms, settings }: TaxContext,
  { id }: TaxCycle,
  wallets: Parameters<typeof poolLines>[0],
): Promise<PoolLines | { readonly why: string }> {
  // The round that was running when the cycle began follows from announced terms. If none are known, the chain is
  // asked.
  if (terms.all().counted.length === 0) await terms.look();
  try {
    await terms.announcedFor(announcedRoundAt(settings.clock, terms.all(), id));
  } catch (error) {
    if (!(error instanceof TermsUnread)) throw error;
    return { why: error.detail };
  }
  return poolLines(wallets, poolWallets(settings, terms.all(), id));
}

/** Bytes of an associated account of a transfer-fee mint. */
const GOD_ACCOUNT_BYTES = 182;

/** Lamports for the GOD accounts that receivers still lack. The tax wallet pays them and must keep its reserve. */
async function rentOfAccounts(
  { rpc, settings }: TaxContext,
  lines: readonly { readonly address: string }[],
): Promise<bigint> {
  const accounts = lines.map((line) => godAccount(settings.mint, address(line.address)));
  const missing = await rpc.agree({
    about: 'which receivers have an account of GOD',
    ask: async (node) => (await readReceivers(node, accounts)).filter((receiver) => receiver.lamports === 0n).length,
  });
  return missing === 0 ? 0n : BigInt(missing) * (await agreeOnRent(rpc, GOD_ACCOUNT_BYTES));
}

/** The indexes of the lines that would make their transaction fail, or whose money would be lost. */
async function unpayableOf(
  { rpc, settings }: TaxContext,
  cycle: TaxCycle,
  lines: readonly { readonly address: string; readonly amount: bigint }[],
): Promise<ReadonlySet<number>> {
  if (cycle.currency === 'GOD' || lines.length === 0) return new Set();
  const rentMinimum = await agreeOnRent(rpc, 0);
  const addresses = lines.map((line) => line.address);
  // The nodes have to agree whether a line can be paid, and not on what its receiver holds, which always changes.
  return rpc.agree({
    about: 'whether the receivers of the tax can be paid',
    async ask(node) {
      const receivers = await readReceivers(node, addresses);
      return new Set(
        lines.flatMap(({ amount, address: to }, index) => {
          const receiver = receivers[index];
          const isPayable =
            receiver !== undefined && !receiver.isExecutable && isAboveRent(amount, receiver.lamports, rentMinimum);
          // A payment of the tax wallet to itself moves nothing, and the next cycle would not get it either.
          return isPayable && to !== settings.taxWallet.address ? [] : [index];
        }),
      );
    },
    isSame: ({ value: a }, { value: b }) => [...a].join() === [...b].join(),
  });
}
