import { parseTaxMemo } from '../../src/tax/taxMemo.ts';
import { SignerRefusal } from '../chain/signer.ts';
import type { SignedMemo } from '../chain/weighMemos.ts';
import { inGroups } from '../engine/inGroups.ts';
import type { Pursuit } from '../engine/intention.ts';
import type { TaxCycle, TaxLine, TaxStep } from '../store/taxRows.ts';
import { stepKey, type TaxContext } from './context.ts';
import { createReadSigning } from './offer.ts';
import { SLACK_SECONDS, searchTaxMemos } from './searchTaxMemos.ts';

/** Parts of a cycle's distribution, and all its lines. */
export interface Parts {
  readonly cycle: TaxCycle;
  readonly parts: readonly TaxStep[];
  readonly lines: readonly TaxLine[];
}

/** Parts that may be pursued now: the others have no attempt yet, and something of them may still be on its way. */
export async function partsInTime(context: TaxContext, cycle: TaxCycle, parts: readonly TaxStep[]): Promise<TaxStep[]> {
  const keyOf = ({ part }: TaxStep) => stepKey(cycle.id, 'distribute', part);
  const attempts = await context.journal.attemptsOf(parts.map(keyOf));
  const inTime = await inGroups(parts, async (step) => {
    const key = keyOf(step);
    return attempts.has(key) || (await context.mayBegin(key, cycle.stateSince)) ? [step] : [];
  });
  return inTime.flat();
}

/** A part after a look at it. */
export interface PursuedPart {
  readonly step: TaxStep;
  readonly pursuit: Pursuit;
  /** Where nothing may be signed because the chain has the part already. */
  readonly onChain: SignedMemo | null;
}

/** Pays parts: one look at each, and what may be signed of them goes out together. */
export async function pursueParts(
  context: TaxContext,
  { cycle, parts, lines }: Parts,
): Promise<{ readonly pursued: readonly PursuedPart[]; readonly fault: Error | null }> {
  const readSigning = createReadSigning(context);
  const found = new Map<number, SignedMemo>();
  let search: Promise<ReadonlyMap<number, SignedMemo>> | null = null;
  const { pursued, fault } = await context.pursueAll(
    parts.map((step) => ({
      step,
      key: stepKey(cycle.id, 'distribute', step.part),
      mayResend: true,
      async maySign(attempts) {
        if (attempts.some((attempt) => attempt.state === 'failed')) return false;
        // Before a signature the chain is asked: after a restored database the memo is already there. Whoever may sign
        // is asked when all deaths of this look are proven: one search serves them all.
        search ??= searchParts(context, cycle);
        const memo = (await search).get(step.part);
        if (memo !== undefined) found.set(step.part, memo);
        return memo === undefined;
      },
      sign: async (attempt) => context.signer.signDistribution(cycle, lines, step.part, await readSigning(attempt)),
    })),
  );
  return {
    fault,
    pursued: pursued.map(({ intention: { step }, pursuit }) => ({
      ...{ step, pursuit },
      onChain: found.get(step.part) ?? null,
    })),
  };
}

/**
 * The memos of the cycle's parts on chain, signed by our wallet, by part; a part is missing when no node has any trace
 * of it. A part that only the chain knows is one of an earlier life of this database: who it has paid cannot be told
 * from here, so nothing is signed until a person has looked.
 */
async function searchParts(context: TaxContext, cycle: TaxCycle): Promise<ReadonlyMap<number, SignedMemo>> {
  const known = new Set((await context.tax.steps(cycle.id, 'distribute')).map((step) => step.part));
  const found = await searchTaxMemos(context, cycle.id - SLACK_SECONDS, (memo) => memo.cycle === cycle.id);
  const foreign = found.find((memo) => !known.has(parseTaxMemo(memo.text)?.part ?? -1));
  if (foreign !== undefined)
    throw new SignerRefusal(
      `Tax cycle ${cycle.id} has a part on chain that the database does not know (${foreign.signature}): was it restored? Nothing of it is paid until a person has looked.`,
    );
  const byPart = new Map<number, SignedMemo>();
  // A final one counts before all others.
  for (const memo of [...found.filter(({ final }) => final), ...found.filter(({ final }) => !final)]) {
    const part = parseTaxMemo(memo.text)?.part ?? -1;
    if (!byPart.has(part)) byPart.set(part, memo);
  }
  return byPart;
}
