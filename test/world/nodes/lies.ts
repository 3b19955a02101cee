import { balanceLies } from './balanceLies.ts';
import { holderLies } from './holderLies.ts';
import { ledgerLies } from './ledgerLies.ts';
import type { Lie, Mark } from './lie.ts';
import { transactionLies } from './transactionLies.ts';

/** Every lie that a node of this world can tell, by its name. */
export const LIES = { ...holderLies, ...balanceLies, ...ledgerLies, ...transactionLies } satisfies Record<
  string,
  (mark: Mark) => Lie[]
>;
export type LieName = keyof typeof LIES;
