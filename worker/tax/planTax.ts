import { isAboveRent, planDistribution } from '../../src/tax/planDistribution.ts';
import { readBalance, readComputePrice } from '../chain/readChain.ts';
import { readFee } from '../chain/readFee.ts';
import { readReceivers } from '../chain/readReceivers.ts';
import { readTokenAmount } from '../chain/readTokenAmount.ts';
import { AGAIN, type Step, waitFor } from '../services/context.ts';
import type { TaxCycle } from '../store/taxRows.ts';
import type { TaxContext } from './context.ts';
import { failTax } from './failTax.ts';
import { feesPaid } from './feesPaid.ts';
import { USUAL_PRICE } from './offer.ts';
import { TAX_RESERVE } from './startCycle.ts';
import { TAX_COMPUTE_UNITS } from './taxSigner.ts';

const ASK_AGAIN_MS = 30_000;

/** Fixes who receives what, once: by the configuration pinned when the cycle began, out of what the finalized swap brought. */
export async function planTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { tax, rpc, settings } = context;
  const config = cycle.config ?? (await context.activeConfig());
  if (config === null) {
    await context.raiseAlert(
      `tax-config:${cycle.id}`,
      `Tax cycle ${cycle.id} has something to distribute and no configuration is active. It waits for one.`,
    );
    return waitFor(context, ASK_AGAIN_MS, 'The collected tax waits for an active configuration.');
  }
  if (cycle.config === null) {
    await tax.pinConfig(cycle.id, config);
    return AGAIN;
  }
  const inSol = cycle.currency === 'SOL';
  const payer = settings.taxWallet.address;
  const { computePrice, feePerPart } = await rpc.read(async (node) => {
    const price = await readComputePrice(node, payer, USUAL_PRICE);
    const fee = await readFee(node, { payer, computePrice: price, computeUnits: TAX_COMPUTE_UNITS });
    return { computePrice: price, feePerPart: fee };
  });
  const carriedIn = inSol ? await tax.carriedOver() : 0n;
  const alreadyPaid = await feesPaid(context, cycle.id);
  const plan = planDistribution({
    currency: cycle.currency,
    proceeds: inSol ? (cycle.proceeds ?? 0n) : await rpc.read((node) => readTokenAmount(node, context.ownAccount)),
    carriedIn,
    feesPaid: alreadyPaid,
    feePerPart,
    wallets: config.wallets,
  });
  if (!inSol && plan.total === 0n) {
    await failTax(context, cycle, 'nothing-collected');
    return AGAIN;
  }
  if (inSol && !(await keepsReserve(context, plan.total + plan.fees - alreadyPaid))) {
    await context.raiseAlert(
      `tax-reserve:${cycle.id}`,
      `Paying tax cycle ${cycle.id} would leave less than the reserve of 0.1 SOL in the tax wallet ${settings.taxWallet.address}. Send it some.`,
    );
    return waitFor(context, ASK_AGAIN_MS, 'The tax wallet needs SOL for network fees.');
  }
  await tax.plan(cycle.id, {
    ...plan,
    currency: cycle.currency,
    carriedIn,
    computePrice,
    unpayable: await unpayableOf(context, cycle, plan.lines),
  });
  return AGAIN;
}

/** Whether the reserve is left once `outflow` lamports (the lines and the distribution's own fees) are gone. */
async function keepsReserve(context: TaxContext, outflow: bigint): Promise<boolean> {
  const { rpc, settings } = context;
  const balance = await rpc.read((node) => readBalance(node, settings.taxWallet.address, 'confirmed'));
  return balance.lamports - outflow >= TAX_RESERVE;
}

/** Lines that would fail the transaction they are part of, or whose money would be gone. */
async function unpayableOf(
  { rpc }: TaxContext,
  cycle: TaxCycle,
  lines: readonly { readonly address: string; readonly amount: bigint }[],
): Promise<ReadonlySet<number>> {
  if (cycle.currency === 'GOD' || lines.length === 0) return new Set();
  const { receivers, rentMinimum } = await rpc.read((node) =>
    readReceivers(
      node,
      lines.map((line) => line.address),
    ),
  );
  return new Set(
    lines.flatMap(({ amount }, index) => {
      const receiver = receivers[index];
      const isPayable =
        receiver !== undefined && !receiver.isExecutable && isAboveRent(amount, receiver.lamports, rentMinimum);
      return isPayable ? [] : [index];
    }),
  );
}
