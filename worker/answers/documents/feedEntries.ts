import type { RoundSummary } from '../../../src/contract/round.ts';
import { exactSol } from '../../../src/money/lamports.ts';
import { capital } from '../../../src/round/placeWords.ts';
import { describeReason } from '../../../src/round/reasonText.ts';

/** A round as a feed shows it. Nothing is escaped yet. */
export interface FeedEntry {
  /** The address of the round's page: also the entry's name, for ever. */
  readonly url: string;
  readonly title: string;
  /** Sentences. */
  readonly text: string;
  /** ISO 8601: the round's end, and when it was settled. */
  readonly endedAt: string;
  readonly settledAt: string;
}

/** What a feed is made of; `origin` is `https://host`. */
export interface Feed {
  readonly origin: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

/** The rounds that are paid, rolled over or held, since feed readers keep an entry as they first saw it. */
export function feedEntries(origin: string, rounds: readonly RoundSummary[]): FeedEntry[] {
  return rounds
    .filter(({ state }) => state === 'paid' || state === 'rolled-over' || state === 'held')
    .map((round) => ({
      url: `${origin}/rounds/${round.roundNumber}`,
      title: `Round ${round.roundNumber}: ${outcome(round)}`,
      text: [...round.winners.map(winnerText), describeReason(round.reason)].filter(Boolean).join(' '),
      endedAt: round.endsAt,
      settledAt: round.finalAt ?? round.endsAt,
    }));
}

function outcome({ state, winners }: RoundSummary): string {
  if (state === 'rolled-over') return 'rolled over, the prizes stay in the pool';
  if (state === 'held') return 'held, an operator has to look at it';
  const total = winners.reduce((sum, { prizeLamports }) => sum + BigInt(prizeLamports), 0n);
  return `${exactSol(total)} SOL to ${winners.length} ${winners.length === 1 ? 'wallet' : 'wallets'}`;
}

function winnerText({ position, prizeLamports, address }: RoundSummary['winners'][number]): string {
  return `${capital(position)} place: ${exactSol(BigInt(prizeLamports))} SOL to ${address}.`;
}
