/** The states in which a tax cycle is stored. */
export const CYCLE_STATES = ['harvest', 'withdraw', 'swap', 'distribute', 'done', 'empty', 'failed'] as const;
export type CycleState = (typeof CYCLE_STATES)[number];

/**
 * What each state may become by a step of the cycle. SQL conditions are built from this table: a step that is not in it
 * changes no row. An operator may also close a cycle in any state of `CYCLE_IN_FLIGHT`; then it is `failed`.
 */
export const NEXT_CYCLE_STATES = {
  /** Fees go from the token accounts to the mint. Accounts that cannot be harvested are left to the next cycle. */
  harvest: ['withdraw'],
  /** Everything that the mint withholds goes to the tax wallet. Without swaps the GOD itself is distributed. */
  withdraw: ['swap', 'distribute'],
  /** The GOD is sold. When it cannot be sold, the cycle fails and the GOD is kept for the next cycle. */
  swap: ['distribute', 'failed'],
  /**
   * The lines are paid. Only a cycle without a swap can still fail: when there is no GOD after all, or when it had its
   * result before the database was restored.
   */
  distribute: ['done', 'failed'],
  /** Every line is paid or has failed. The amount of a line that has failed goes into the next cycle. */
  done: [],
  /** There was less to collect than is worth a cycle. */
  empty: [],
  /** Ended without a distribution. */
  failed: [],
} as const satisfies Record<CycleState, readonly CycleState[]>;

/** States in which a cycle still wants work. */
export const CYCLE_IN_FLIGHT = ['harvest', 'withdraw', 'swap', 'distribute'] as const satisfies readonly CycleState[];
export type CycleInFlight = (typeof CYCLE_IN_FLIGHT)[number];

/** What a person may do with a cycle that waits: let it try again, or end it. */
export const CYCLE_EXITS = ['release', 'close'] as const;
export type CycleExit = (typeof CYCLE_EXITS)[number];

/** From which states a cycle may fail. */
export type MayFail = {
  [S in CycleState]: 'failed' extends (typeof NEXT_CYCLE_STATES)[S][number] ? S : never;
}[CycleState];

/** Why a cycle ended without a distribution; its GOD carries over. */
export const CYCLE_FAILURES = [
  'nothing-collected',
  'below-fees',
  'already-distributed',
  'exchange-unavailable',
  'swap-refused',
  'swap-unknown',
  'swap-rejected',
  'closed',
] as const;
export type CycleFailure = (typeof CYCLE_FAILURES)[number];

/**
 * Failures at an exchange. Until a swap is possible again, no cycle begins, so one record tells of the whole outage.
 */
export const EXCHANGE_FAILURES: readonly CycleFailure[] = [
  'exchange-unavailable',
  'swap-refused',
  'swap-unknown',
  'swap-rejected',
];

/** The public sentence for a failure. */
function cycleFailureText(failure: CycleFailure): string {
  switch (failure) {
    case 'nothing-collected':
      return 'The withheld fees could not be withdrawn. They stay where they are for the next cycle.';
    case 'below-fees':
      return 'Selling the GOD would have cost more in network fees than it brings. It is kept until twice as much is there.';
    case 'already-distributed':
      return 'This cycle had paid out or ended before the database was restored. What was collected since goes into the next cycle.';
    case 'exchange-unavailable':
      return 'No exchange gave a usable quote. The GOD is kept and sold in a later cycle.';
    case 'swap-refused':
      return 'What the exchange wanted signed was not an honest swap, so it was not signed. The GOD is kept.';
    case 'swap-unknown':
      return 'The exchange offered a kind of swap that cannot be checked here, so it was not signed. The GOD is kept.';
    case 'swap-rejected':
      return 'The chain refused the swap three times. The GOD is kept and sold in a later cycle.';
    case 'closed':
      return 'An operator ended this cycle. What is known to be left of it goes into the next cycle.';
  }
}

/** The public sentence for a failure; null for none, or for one that this version does not know. */
export function describeCycleFailure(reason: string | null): string | null {
  const known = CYCLE_FAILURES.find((candidate) => candidate === reason);
  return known === undefined ? null : cycleFailureText(known);
}
