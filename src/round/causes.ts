/** The steps of a round that can be late. */
export const LATE_STEPS = ['lock', 'commit', 'beacon', 'draw', 'pay'] as const;
export type LateStepName = (typeof LATE_STEPS)[number];

/** What delayed the steps that were late, as sentences. */
export type Causes = Readonly<Partial<Record<LateStepName, string>>>;
