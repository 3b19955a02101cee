import type { Witness, WitnessCount } from '../../src/contract/witness.ts';
import type { RoundRecord } from '../../src/round/record.ts';
import type { TestimonyRow } from '../store/testimonies.ts';
import { isoOfSeconds } from './isoTime.ts';

/** A round's watchers as its detail and its proof show them. */
export function showWitnesses(testimonies: readonly TestimonyRow[]): Witness[] {
  return testimonies.map(({ name, address, said }) => ({
    name,
    address,
    root: said?.root ?? null,
    entries: said?.entries ?? null,
    signature: said?.signature ?? null,
    slot: said?.slot ?? null,
    blockTime: said === null ? null : isoOfSeconds(said.blockTime),
  }));
}

/** How many of a round's watchers saw its list; null for a round without a lock or without watchers. */
export function countWitnesses(
  { round, lock }: Pick<RoundRecord, 'round' | 'lock'>,
  testimonies: readonly TestimonyRow[],
): WitnessCount | null {
  const own = testimonies.filter((testimony) => testimony.round === round);
  if (lock === null || own.length === 0) return null;
  const { root } = lock;
  return {
    known: own.length,
    saw: own.filter(({ said }) => said?.root === root).length,
    differ: own.flatMap(({ name, said }) => (said === null || said.root === root ? [] : [{ name, root: said.root }])),
  };
}
