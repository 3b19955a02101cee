/** The states a round is stored in. A round without a row is open, or not yet settled as missed. */
export const ROUND_STATES = ['locked', 'committed', 'drawn', 'paid', 'rolled-over', 'held'] as const;
export type RoundState = (typeof ROUND_STATES)[number];

/** Which way each state may leave. After `committed` the only ways are the draw, the payment, and a person. */
export const NEXT = {
  locked: ['committed', 'rolled-over', 'held'],
  committed: ['drawn', 'held'],
  drawn: ['paid', 'held'],
  paid: [],
  'rolled-over': [],
  held: [],
} as const satisfies Record<RoundState, readonly RoundState[]>;

/** States in which a round still wants work; the next lock waits for them. */
export const IN_FLIGHT = ['locked', 'committed', 'drawn'] as const satisfies readonly RoundState[];
export type InFlight = (typeof IN_FLIGHT)[number];

/** Why a round was rolled over: its prizes stay in the pool, and nothing had been promised. */
export const ROLL_OVER_REASONS = [
  'missed',
  'paused',
  'commitment-late',
  'snapshot-unreliable',
  'nodes-disagree',
  'no-eligible-wallets',
  'reserve',
  'prize-below-rent',
  'prize-above-ceiling',
  'daily-cap',
] as const;
export type RollOverReason = (typeof ROLL_OVER_REASONS)[number];

/** Why a round waits for a person. A held round that was committed stays owed. */
export const HOLD_REASONS = [
  'foreign-commitment',
  'commitment-lost',
  'commitment-without-record',
  'payout-without-record',
  'guard-without-journal',
  'payout-rejected',
  'record-mismatch',
  'overdue',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
