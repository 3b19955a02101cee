/** The states in which a round is stored. A round without a row has not ended, or is not yet noted as missed. */
export const ROUND_STATES = ['locked', 'committed', 'drawn', 'paid', 'rolled-over', 'held'] as const;
export type RoundState = (typeof ROUND_STATES)[number];

/** What each state may become. SQL conditions are built from this table: a step that is not in it changes no row. */
export const NEXT = {
  /**
   * Entries, prizes and rules are fixed and stored; nothing is promised yet. The round is called off when its
   * commitment did not reach the chain in time. It is held when its hour has a mark that no transaction of ours made,
   * when its record contradicts itself, or when its next step fails for too long.
   */
  locked: ['committed', 'rolled-over', 'held'],
  /** The commitment is on chain in time: from now on the round is owed, and can never be rolled over. */
  committed: ['drawn', 'held'],
  /** The beacon has named the winners. Only the payment is missing. */
  drawn: ['paid', 'held'],
  /** The payment is final on chain. */
  paid: [],
  /** Called off before anything was promised: its prizes stay in the pool. */
  'rolled-over': [],
  /** Waits for a person; exits.ts has the ways out. A committed round stays owed. */
  held: [],
} as const satisfies Record<RoundState, readonly RoundState[]>;

/** States in which a round still wants work. No later round is locked meanwhile. */
export const IN_FLIGHT = ['locked', 'committed', 'drawn'] as const satisfies readonly RoundState[];
export type InFlight = (typeof IN_FLIGHT)[number];

/** The states of a stored round that is neither paid nor rolled over. */
export const UNSETTLED = [...IN_FLIGHT, 'held'] as const satisfies readonly RoundState[];

/** States that a round never leaves. */
export const ENDED_FOR_GOOD = ['paid', 'rolled-over'] as const satisfies readonly RoundState[];

/** Limits: a round that breaks one of them is not locked. */
export const LIMIT_REASONS = [
  'no-eligible-wallets',
  'reserve',
  'prize-below-rent',
  'prize-above-ceiling',
  'daily-cap',
] as const;
export type LimitReason = (typeof LIMIT_REASONS)[number];

/** Why a round was rolled over: nothing had been promised, and its prizes stay in the pool. */
export const ROLL_OVER_REASONS = [
  'missed',
  'no-terms',
  'paused',
  'commitment-late',
  'snapshot-unreliable',
  'nodes-disagree',
  'nodes-silent',
  ...LIMIT_REASONS,
  'shadow',
] as const;
export type RollOverReason = (typeof ROLL_OVER_REASONS)[number];

/** Why a round waits for a person. A held round that was committed stays owed. */
export const HOLD_REASONS = [
  'commitment-lost',
  'mark-without-record',
  'payout-rejected',
  'record-mismatch',
  'overdue',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/**
 * Shown in place of the reason of a held round that a person has closed: it is paid on chain, and its record is lost.
 * Never stored.
 */
export const CLOSED = 'closed' as const;
