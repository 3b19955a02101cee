import { SignerRefusal } from '../chain/signing/signer.ts';
import type { Pursuit } from '../engine/intention.ts';
import { isOver } from '../store/journal/journal.ts';
import type { TaxCycle, TaxLine, TaxStep } from '../store/rows/taxRows.ts';
import { poolWallets } from '../terms/poolWallets.ts';
import type { TaxContext } from './context.ts';
import { createReadSigning } from './offer.ts';
import type { OwnPart } from './readOwnParts.ts';
import { stepKey } from './stepKeys.ts';

/** Parts of a cycle's distribution, and all its lines. */
export interface Parts {
  readonly cycle: TaxCycle;
  readonly parts: readonly TaxStep[];
  readonly lines: readonly TaxLine[];
}

export interface PursuedPart {
  readonly step: TaxStep;
  readonly pursuit: Pursuit;
  /**
   * Why nothing was signed for an idle part. `later`: it may not be signed yet, or a person has closed its cycle.
   * `failed`: its transaction has failed. `ended`: its cycle had ended before the database was restored. An `OwnPart`:
   * the chain has the part already.
   */
  readonly idle: 'later' | 'failed' | 'ended' | OwnPart;
}

/** Looks at each part once. Those that may be signed now are signed and sent together. */
export async function pursueParts(
  context: TaxContext,
  { cycle, parts, lines }: Parts,
): Promise<{ readonly pursued: readonly PursuedPart[]; readonly fault: Error | null }> {
  const { firstHand, settings, mayPayPool } = context;
  const readSigning = createReadSigning(context);
  const idle = new Map<number, PursuedPart['idle']>();
  // All wallets that are or were the pool's, because the pool of the running round may be another one than that of the
  // cycle.
  const { pools } = poolWallets(settings, context.terms.all(), 0);
  const paysPool = (part: number) =>
    lines.some(
      ({ address, ...line }) =>
        line.part === part &&
        line.status === 'pending' &&
        (address === cycle.pool?.wallet || pools.some((pool) => pool === address)),
    );
  const { pursued, fault } = await context.pursueAll(
    parts.map((step) => ({
      step,
      key: stepKey(cycle.id, 'distribute', step.part),
      mayResend: true,
      async maySign(attempts) {
        const { part } = step;
        if (attempts.some(isOver)) idle.set(part, 'later');
        else if (attempts.some(({ state }) => state === 'failed')) idle.set(part, 'failed');
        else if (!(await firstHand.mayWrite(cycle, stepKey(cycle.id, 'distribute', part), attempts.length)))
          idle.set(part, 'later');
        else {
          const onChain = await findPart(context, cycle, part);
          if (onChain !== undefined) idle.set(part, onChain);
          else if (paysPool(part) && !(await mayPayPool())) idle.set(part, 'later');
        }
        return !idle.has(part);
      },
      sign: async (attempt) => context.signer.signDistribution(cycle, lines, step.part, await readSigning(attempt)),
    })),
  );
  return {
    fault,
    pursued: pursued.map(({ intention: { step }, pursuit }) => ({
      ...{ step, pursuit },
      idle: idle.get(step.part) ?? 'later',
    })),
  };
}

/**
 * After a gap in our record of the cycle (`firstHand.ts`): the part as the chain has it, `ended` if the chain does not
 * have it and the cycle had ended, or undefined if the part may be paid. A part that only the chain knows was signed
 * before this database was restored, and nobody here can tell whom it has paid. So nothing of the cycle is signed until
 * a person has looked. Nothing of an ended cycle is signed, because a later cycle may have paid its amounts.
 */
async function findPart(
  { firstHand, tax }: TaxContext,
  { id }: TaxCycle,
  part: number,
): Promise<OwnPart | 'ended' | undefined> {
  const { parts: onChain, hasEnded } = firstHand.afterGap(id) ?? { parts: [], hasEnded: false };
  if (onChain.length === 0 && !hasEnded) return undefined;
  const known = new Set((await tax.steps(id, 'distribute')).map((step) => step.part));
  const foreign = onChain.find((one) => !known.has(one.part));
  if (foreign !== undefined)
    throw new SignerRefusal(
      `Tax cycle ${id} has a part on chain that the database does not know (${foreign.signature}): was the database restored? Nothing of the cycle is paid until a person has looked.`,
    );
  return onChain.find((one) => one.part === part) ?? (hasEnded ? 'ended' : undefined);
}
