import type { LateStep, RoundDetail, RoundSummary, RoundsPage } from '../../src/contract/round.ts';
import type { Witness } from '../../src/contract/witness.ts';
import { LATE_STEPS } from '../../src/round/causes.ts';
import { ROUND_STATES } from '../../src/round/state.ts';
import { WINNER } from './expectedShapes.ts';
import { amount, fields, list, number, oneOf, orNull, text, time } from './hasShape.ts';

// In a file of its own, so that the landing page does not load these shapes at its start.

const moment = orNull(time);

const SUMMARY_FIELDS = {
  roundNumber: number,
  state: oneOf('open', ...ROUND_STATES),
  reason: orNull(text),
  startsAt: time,
  endsAt: time,
  entries: orNull(number),
  root: orNull(text),
  poolLamports: orNull(amount),
  totalLamports: orNull(amount),
  beaconRound: orNull(number),
  winners: list(WINNER),
  payoutSignature: orNull(text),
  lockedAt: moment,
  committedAt: moment,
  beaconAt: moment,
  drawnAt: moment,
  paidAt: moment,
  finalAt: moment,
  late: list(fields<LateStep>({ step: oneOf(...LATE_STEPS), seconds: number, cause: text })),
};

export const ROUND_SUMMARY = fields<RoundSummary>(SUMMARY_FIELDS);

export const ROUNDS = fields<RoundsPage>({
  rounds: list(ROUND_SUMMARY),
  nextCursor: orNull(text),
});

type Part<Name extends 'commitment' | 'beacon' | 'payout'> = NonNullable<RoundDetail[Name]>;

export const ROUND = fields<RoundDetail>({
  ...SUMMARY_FIELDS,
  owedSince: orNull(time),
  closedAt: orNull(time),
  witnesses: list(
    fields<Witness>({
      name: text,
      operator: text,
      address: text,
      root: orNull(text),
      entries: orNull(number),
      unjudged: orNull(number),
      signature: orNull(text),
      slot: orNull(number),
      blockTime: orNull(time),
    }),
  ),
  commitment: orNull(
    fields<Part<'commitment'>>({
      wallet: text,
      memo: text,
      mark: text,
      signature: orNull(text),
      slot: orNull(number),
      blockTime: orNull(time),
    }),
  ),
  beacon: orNull(
    fields<Part<'beacon'>, 'network' | 'publicKey' | 'genesisTime' | 'period'>({
      round: number,
      time,
      signature: orNull(text),
      randomness: orNull(text),
    }),
  ),
  payout: orNull(
    fields<Part<'payout'>>({
      memo: text,
      mark: text,
      signature: orNull(text),
      slot: orNull(number),
      status: oneOf('drawn', 'sent', 'confirmed', 'final'),
    }),
  ),
});
