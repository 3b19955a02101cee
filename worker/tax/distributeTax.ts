import { readOutcomes } from '../chain/ledger/readOutcome.ts';
import { SignerRefusal } from '../chain/signing/signer.ts';
import { type Step, waitFor } from '../engine/runSteps.ts';
import type { JournalRow } from '../store/journal/journal.ts';
import type { TaxCycle, TaxLine, TaxStep } from '../store/rows/taxRows.ts';
import type { SettledStep } from '../store/tax/taxSteps.ts';
import { agreeOnLanded } from './agreeOnFigures.ts';
import { moved, type TaxContext } from './context.ts';
import { feesPaid, tellResult } from './failTax.ts';
import { hasNews, landedAs } from './landedAs.ts';
import { planTax } from './planTax.ts';
import { type Parts, pursueParts } from './pursueParts.ts';
import type { OwnPart } from './readOwnParts.ts';
import { aloneIn } from './stepKeys.ts';

/** How soon the next look comes after a part was split or given up, or turned out to be paid on chain already. */
const UNDER_WAY_MS = 400;
/** A part that may not be signed yet is looked at again after this long. */
const LATER_MS = 5_000;

/** `distribute → done`: pays the planned lines, all parts side by side, each exactly once. */
export async function distributeTax(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { tax } = context;
  if (cycle.total === null) return planTax(context, cycle);
  // Steps are read before lines. If another instance splits a part between the two reads, that part has lost its lines,
  // and nothing is paid for it. In the other order the new parts would seem to have no lines, and would be given up.
  const parts = (await tax.steps(cycle.id, 'distribute')).filter(isOpen);
  const lines = await tax.lines(cycle.id);
  const soonest = await payParts(context, { cycle, parts, lines });
  const isLeft = (await tax.steps(cycle.id, 'distribute')).some(isOpen);
  if (isLeft) return waitFor(context, Number.isFinite(soonest) ? soonest : 0);
  return finish(context, cycle);
}

const isOpen = ({ status }: TaxStep) => status !== 'final' && status !== 'failed';

/** Looks at all parts once and does what is due for each. Returns how long to wait before the next look, ms. */
async function payParts(context: TaxContext, { cycle, parts, lines }: Parts): Promise<number> {
  const { tax } = context;
  const isEmpty = ({ part, status }: TaxStep) =>
    status === 'pending' && !lines.some((line) => line.part === part && line.status === 'pending');
  const settled: SettledStep[] = parts
    .filter(isEmpty)
    .map((step) => ({ step, outcome: { status: 'failed', signature: null, fee: null } }));
  const due = parts.filter((step) => !isEmpty(step));
  const { pursued, fault } = await pursueParts(context, { cycle, parts: due, lines });

  let soonest = Number.POSITIVE_INFINITY;
  for (const { step, pursuit, idle } of pursued) {
    if (pursuit.kind === 'final') settled.push({ step, outcome: landedAs(pursuit.row, 'final'), lines: 'SUCCESS' });
    else if (pursuit.kind === 'pending' && pursuit.seen === 'confirmed' && step.status === 'pending')
      settled.push({ step, outcome: { status: 'confirmed', signature: pursuit.row.signature, fee: null } });
    if (pursuit.kind === 'idle') soonest = Math.min(soonest, idle === 'later' ? LATER_MS : UNDER_WAY_MS);
    if (pursuit.kind === 'pending') soonest = Math.min(soonest, context.pollAgain(pursuit));
  }
  const isPaid = settled.some(({ lines: paid }) => paid === 'SUCCESS');
  if (settled.length > 0 && (isPaid || !hasNews(pursued))) await tax.settleSteps(settled);
  let refusal: SignerRefusal | null = null;
  for (const { step, pursuit, idle } of pursued) {
    if (pursuit.kind !== 'idle' || idle === 'later') continue;
    if (idle === 'failed') await giveUp(context, { cycle, step, lines }, pursuit.attempts);
    else if (idle === 'ended') await leaveUnpaid(context, { cycle, step });
    else refusal = (await adopt(context, { cycle, step, lines }, idle)) ?? refusal;
  }
  if (fault ?? refusal) throw fault ?? refusal;
  return soonest;
}

interface Part {
  readonly cycle: TaxCycle;
  readonly step: TaxStep;
  readonly lines: readonly TaxLine[];
}

/**
 * Takes over a part that was paid before this database was restored, and returns null. If other amounts are planned
 * now, nothing is taken over, and a refusal is returned, which a person has to look at.
 */
async function adopt(
  context: TaxContext,
  { cycle, step, lines }: Part,
  { signature }: OwnPart,
): Promise<SignerRefusal | null> {
  const { fee, solChange, godChange, changes } = await agreeOnLanded(context, signature);
  const due = lines.filter(({ part, status }) => part === step.part && status === 'pending');
  const left = cycle.currency === 'SOL' ? solChange + fee : godChange;
  const isWhole = due.reduce((sum, { amount }) => sum + amount, left) === 0n;
  if (
    !isWhole ||
    (cycle.currency === 'SOL' && receiptsOf(due).some(([address, amount]) => changes.get(address) !== amount))
  )
    return new SignerRefusal(
      `Part ${step.part} of tax cycle ${cycle.id} was paid before the database was restored, with other amounts than are planned now: ${signature}. Nothing more of the cycle is paid until a person has closed it.`,
    );
  await context.tax.settleStep(step, { status: 'final', signature, fee }, 'SUCCESS');
  return null;
}

/** What each receiver gets in all, because several lines may name the same wallet. */
function receiptsOf(lines: readonly TaxLine[]): readonly (readonly [string, bigint])[] {
  const sums = new Map<string, bigint>();
  for (const { address, amount } of lines) sums.set(address, (sums.get(address) ?? 0n) + amount);
  return [...sums];
}

/**
 * The chain refused a part. Each of its lines gets a part of its own, so that a bad line does not stop the others. A
 * line that fails alone is FAILED, and its amount joins the next cycle.
 */
async function giveUp(
  context: TaxContext,
  { cycle, step, lines }: Part,
  attempts: readonly JournalRow[],
): Promise<void> {
  const { tax } = context;
  const due = lines.filter((line) => line.part === step.part && line.status === 'pending');
  if (due.length > 1) {
    const moves = due.map(({ line, amount }) => ({ line, amount, part: aloneIn(line) }));
    return tax.splitPart(cycle, step.part, moves);
  }
  const last = attempts.at(-1);
  await tax.settleStep(step, { status: 'failed', signature: last?.signature ?? null, fee: null }, 'FAILED');
  await context.raiseAlert(
    `tax-line:${cycle.id}:${step.part}`,
    `A line of tax cycle ${cycle.id} to ${due[0]?.address ?? 'nobody'} could not be paid: ${last?.proof ?? ''}. Its amount joins the next cycle.`,
  );
}

/**
 * The cycle ended before the database was restored, and had not paid this part. So the part is marked as failed.
 * Whether the next cycle is given the amount is decided when that cycle is planned, by `carriedInto`.
 */
async function leaveUnpaid(context: TaxContext, { cycle, step }: Pick<Part, 'cycle' | 'step'>): Promise<void> {
  await tellResult(context, cycle);
  await context.tax.settleStep(step, { status: 'failed', signature: null, fee: null }, 'FAILED');
}

/**
 * Ends a cycle when each of its lines is paid or has failed. What was not paid out, and the difference between planned
 * and real fees, goes to the next cycle.
 */
async function finish(context: TaxContext, cycle: TaxCycle): Promise<Step> {
  const { tax } = context;
  await finalizeSteps(context, cycle);
  const lines = await tax.lines(cycle.id);
  const paid = lines.reduce((sum, line) => sum + (line.status === 'SUCCESS' ? line.amount : 0n), 0n);
  const fees = await feesPaid(context, cycle.id);
  const proceeds = (cycle.proceeds ?? 0n) + (cycle.carriedIn ?? 0n);
  const carriedOut = cycle.currency === 'SOL' ? proceeds - fees - paid : 0n;
  return moved(context, await tax.finish(cycle.id, { fees, carriedOut }));
}

/** Harvests and the withdrawal were left as confirmed. Those that enough nodes call final are marked as final. */
async function finalizeSteps({ tax, rpc }: TaxContext, cycle: TaxCycle): Promise<void> {
  const steps = (await tax.steps(cycle.id)).flatMap((step) =>
    step.status === 'confirmed' && step.signature !== null ? [{ ...step, signature: step.signature }] : [],
  );
  const outcomes = await readOutcomes(
    rpc,
    steps.map(({ signature }) => signature),
  );
  const final = steps.flatMap((step): SettledStep[] => {
    const outcome = outcomes.get(step.signature);
    if (outcome?.seen !== 'finalized' || outcome.error !== null) return [];
    return [{ step, outcome: { status: 'final', signature: step.signature, fee: step.fee } }];
  });
  if (final.length > 0) await tax.settleSteps(final);
}
