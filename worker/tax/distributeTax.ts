import { parseTaxMemo } from '../../src/tax/taxMemo.ts';
import { SignerRefusal } from '../chain/signer.ts';
import type { SignedMemo } from '../chain/weighMemos.ts';
import { AGAIN, type Step, waitFor } from '../engine/step.ts';
import type { JournalRow } from '../store/journal.ts';
import type { TaxCycle, TaxLine, TaxStep } from '../store/taxRows.ts';
import { agreeOnLanded } from './agreeOnFigures.ts';
import { stepKey, type TaxContext } from './context.ts';
import { feesPaid } from './feesPaid.ts';
import { finalizeSteps } from './finalizeSteps.ts';
import { readSigning } from './offer.ts';
import { planTax } from './planTax.ts';
import { SLACK_SECONDS, searchTaxMemos } from './searchTaxMemos.ts';

/** What was found on chain becomes final, or a part is split: looked at again after this long. */
const UNDER_WAY_MS = 400;
/** A part that comes late is looked at again after this long. */
const LATE_MS = 5_000;

/** `distribute → done`: pays the planned lines, part by part, each exactly once. */
export async function distributeTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { tax } = context;
  if (cycle.total === null) return planTax(context, cycle);
  // Steps before lines: a part that another instance splits between the two readings has then lost its lines, and
  // nothing is paid for it. The other way round its new parts would have none yet, and be given up.
  const steps = await tax.steps(cycle.id, 'distribute');
  const lines = await tax.lines(cycle.id);
  let soonest = Number.POSITIVE_INFINITY;
  for (const step of steps) {
    if (step.status === 'final' || step.status === 'failed') continue;
    soonest = Math.min(soonest, await pay(context, { cycle, step, lines }));
  }
  const left = (await tax.steps(cycle.id, 'distribute')).some(
    ({ status }) => status !== 'final' && status !== 'failed',
  );
  if (left) return waitFor(context, Number.isFinite(soonest) ? soonest : 0);
  return finish(context, cycle);
}

interface Part {
  readonly cycle: TaxCycle;
  readonly step: TaxStep;
  readonly lines: readonly TaxLine[];
}

/** Brings one part on; how long to wait before it is looked at again, ms. */
async function pay(context: TaxContext, part: Part): Promise<number> {
  const { cycle, step, lines } = part;
  const { pursue, signer, tax } = context;
  const key = stepKey(cycle.id, 'distribute', step.part);
  if (!lines.some((line) => line.part === step.part && line.status === 'pending') && step.status === 'pending') {
    await tax.settleStep(step, { status: 'failed', signature: null, fee: null });
    return 0;
  }
  const isFirst = (await context.journal.attempts(key)).length === 0;
  if (isFirst && !(await context.mayBegin(key, cycle.stateSince))) return LATE_MS;
  const search: { found: SignedMemo | null } = { found: null };
  const pursuit = await pursue({
    key,
    mayResend: true,
    async maySign(attempts) {
      if (attempts.some((attempt) => attempt.state === 'failed')) return false;
      // Before a signature the chain is asked: after a restored database the memo is already there.
      search.found = await searchPart(context, cycle, step.part);
      return search.found === null;
    },
    sign: async (attempt) => signer.signDistribution(cycle, lines, step.part, await readSigning(context, attempt)),
  });
  if (pursuit.kind === 'idle') {
    if (search.found === null) await giveUp(context, part, pursuit.attempts);
    else await adopt(context, part, search.found);
    return UNDER_WAY_MS;
  }
  const { signature } = pursuit.row;
  if (pursuit.kind === 'final') {
    const { fee } = await agreeOnLanded(context, signature);
    await tax.settleStep(step, { status: 'final', signature, fee }, 'SUCCESS');
    return 0;
  }
  if (pursuit.seen === 'confirmed' && step.status === 'pending')
    await tax.settleStep(step, { status: 'confirmed', signature, fee: null });
  return context.pollAgain(pursuit);
}

/**
 * The part's memo on chain, signed by our wallet; null when no node has any trace of it. A part that only the chain
 * knows is one of an earlier life of this database: who it has paid cannot be told from here, so nothing is signed
 * until a person has looked.
 */
async function searchPart(context: TaxContext, cycle: TaxCycle, part: number): Promise<SignedMemo | null> {
  const known = new Set((await context.tax.steps(cycle.id, 'distribute')).map((step) => step.part));
  const found = await searchTaxMemos(context, cycle.id - SLACK_SECONDS, (memo) => memo.cycle === cycle.id);
  const foreign = found.find((memo) => !known.has(parseTaxMemo(memo.text)?.part ?? -1));
  if (foreign !== undefined)
    throw new SignerRefusal(
      `Tax cycle ${cycle.id} has a part on chain that the database does not know (${foreign.signature}): was it restored? Nothing of it is paid until a person has looked.`,
    );
  const own = found.filter((memo) => parseTaxMemo(memo.text)?.part === part);
  return own.find(({ final }) => final) ?? own[0] ?? null;
}

/**
 * Takes over what an earlier life of this database has paid; where the chain's amounts are others, a person is told.
 */
async function adopt(context: TaxContext, { cycle, step, lines }: Part, memo: SignedMemo): Promise<void> {
  if (!memo.final) return;
  const { tax } = context;
  const { signature } = memo;
  const { fee, changes } = await agreeOnLanded(context, signature);
  const differing = lines.filter(
    (line) => cycle.currency === 'SOL' && line.part === step.part && changes.get(line.address) !== line.amount,
  );
  if (differing.length > 0) {
    await context.raiseAlert(
      `tax-adopted:${cycle.id}:${step.part}`,
      `Part ${step.part} of tax cycle ${cycle.id} was paid before the database was restored, with other amounts than are stored now for ${differing.map((line) => line.address).join(', ')}. The chain's are right: ${signature}`,
    );
  }
  await tax.settleStep(step, { status: 'final', signature, fee }, 'SUCCESS');
}

/**
 * The chain refused a part. One bad line must not take the others with it: each gets a part of its own. A line that
 * fails alone is FAILED, and its amount joins the next cycle.
 */
async function giveUp(
  context: TaxContext,
  { cycle, step, lines }: Part,
  attempts: readonly JournalRow[],
): Promise<void> {
  const { tax } = context;
  const due = lines.filter((line) => line.part === step.part && line.status === 'pending');
  const first = Math.max(...(await tax.steps(cycle.id, 'distribute')).map((other) => other.part)) + 1;
  if (due.length > 1) {
    const moves = due.map(({ line, amount }, index) => ({ line, amount, part: first + index }));
    return tax.splitPart(cycle, step.part, moves);
  }
  const last = attempts.at(-1);
  await tax.settleStep(step, { status: 'failed', signature: last?.signature ?? null, fee: null }, 'FAILED');
  await context.raiseAlert(
    `tax-line:${cycle.id}:${step.part}`,
    `A line of tax cycle ${cycle.id} to ${due[0]?.address ?? 'nobody'} could not be paid: ${last?.proof ?? ''}. Its amount joins the next cycle.`,
  );
}

/** Everything is paid or failed: what was not paid out, and what fees differed from the plan, is the next cycle's. */
async function finish(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { tax } = context;
  await finalizeSteps(context, cycle);
  const lines = await tax.lines(cycle.id);
  const paid = lines.reduce((sum, line) => sum + (line.status === 'SUCCESS' ? line.amount : 0n), 0n);
  const fees = await feesPaid(context, cycle.id);
  const proceeds = (cycle.proceeds ?? 0n) + (cycle.carriedIn ?? 0n);
  await tax.finish(cycle.id, { fees, carriedOut: cycle.currency === 'SOL' ? proceeds - fees - paid : 0n });
  return AGAIN;
}
