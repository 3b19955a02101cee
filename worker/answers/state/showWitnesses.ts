import type { Proof } from '../../../src/contract/round.ts';
import type { Witness, WitnessCount } from '../../../src/contract/witness.ts';
import type { RoundRecord } from '../../../src/round/record.ts';
import type { TestimonyRow } from '../../store/views/rounds/testimonies.ts';
import { isoOfSeconds } from '../isoTime.ts';

/** A round's watchers as its detail shows them. */
export function showWitnesses(testimonies: readonly TestimonyRow[]): Witness[] {
  return testimonies.map((one) => ({ ...claimOf(one), operator: one.operator }));
}

/** The watchers as the proof shows them. Who runs each is left out, because the terms in the proof say that. */
export function witnessClaims(testimonies: readonly TestimonyRow[]): Proof['witnesses'] {
  return testimonies.map(claimOf);
}

function claimOf({ name, address, said }: TestimonyRow): Proof['witnesses'][number] {
  return {
    ...{ name, address },
    root: said?.seen?.root ?? null,
    entries: said?.seen?.entries ?? null,
    unjudged: said?.seen?.unjudged ?? null,
    signature: said?.signature ?? null,
    slot: said?.slot ?? null,
    blockTime: said === null ? null : isoOfSeconds(said.blockTime),
  };
}

/**
 * How many operators saw a round's list. An operator with a watcher that saw another list does not count. Null for a
 * round without a lock or without watchers.
 */
export function countWitnesses(
  { round, lock }: Pick<RoundRecord, 'round' | 'lock'>,
  testimonies: readonly TestimonyRow[],
): WitnessCount | null {
  const own = testimonies.filter((testimony) => testimony.round === round);
  if (lock === null || own.length === 0) return null;
  const { root } = lock;
  const differ = own.flatMap(({ name, operator, said }) =>
    said?.seen && said.seen.root !== root ? [{ name, operator, root: said.seen.root }] : [],
  );
  const others = new Set(differ.map(({ operator }) => operator));
  const saw = own.filter(({ said, operator }) => said?.seen?.root === root && !others.has(operator));
  return {
    known: new Set(own.map(({ operator }) => operator)).size,
    saw: new Set(saw.map(({ operator }) => operator)).size,
    differ: differ.map(({ name, root: other }) => ({ name, root: other })),
  };
}
