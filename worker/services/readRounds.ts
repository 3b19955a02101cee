import type { Proof, RoundDetail, RoundSummary, RoundsPage } from '../../src/contract/round.ts';
import type { Winner, WinnersPage } from '../../src/contract/winner.ts';
import { beaconTime } from '../../src/draw/beaconNetwork.ts';
import { entriesFromLeaves } from '../../src/draw/entry.ts';
import { payoutMemo } from '../../src/payout/payoutMemo.ts';
import { splitTotal } from '../../src/payout/splitPrize.ts';
import { type RoundClock, roundAt, roundEndsAt, roundStartsAt } from '../../src/round/clock.ts';
import type { LockRecord, RoundRecord } from '../../src/round/record.ts';
import { guardAddress } from '../chain/transactions.ts';
import { readDocuments } from '../store/roundDocuments.ts';
import { createRoundStore } from '../store/rounds.ts';
import {
  type WinnerCursor,
  type WinnerRow,
  winnersOfRound,
  winnersOfRounds,
  winnersPage,
  winnerTotals,
} from '../store/winners.ts';
import { composeWinner, composeWinnersPage, iso } from './composeStats.ts';
import { publicWinner } from './publicState.ts';

export interface ReadRoundsInput {
  readonly db: D1Database;
  readonly clock: RoundClock;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** The rounds as the public routes show them. A round the clock has not reached is null. */
export function createReadRounds({ db, clock, now }: ReadRoundsInput) {
  const rounds = createRoundStore(db, now);
  const isReached = (round: number) => round <= roundAt(clock, now() / 1000);

  return {
    async page(from: number | null, limit: number): Promise<RoundsPage> {
      const records = await rounds.page(from ?? Number.MAX_SAFE_INTEGER, limit);
      const oldest = records.at(-1)?.round ?? 1;
      const winners = await winnersOfRounds(db, oldest, records[0]?.round ?? 0);
      return {
        rounds: records.map((record) =>
          summary(
            record,
            winners.filter((winner) => winner.round === record.round),
            clock,
          ),
        ),
        nextCursor: records.length === limit && oldest > 1 ? String(oldest - 1) : null,
      };
    },

    async detail(round: number): Promise<RoundDetail | null> {
      if (!isReached(round)) return null;
      const [record, winners] = await Promise.all([rounds.get(round), winnersOfRound(db, round)]);
      const parts = await onChain(record, winners);
      return { ...(record === null ? openSummary(round, clock) : summary(record, winners, clock)), ...parts };
    },

    async proof(round: number): Promise<Proof | null> {
      if (!isReached(round)) return null;
      const [record, winners, documents] = await Promise.all([
        rounds.get(round),
        winnersOfRound(db, round),
        readDocuments(db, round),
      ]);
      const lock = record?.lock ?? null;
      return {
        roundNumber: round,
        endsAt: iso(record?.endsAt ?? roundEndsAt(clock, round)),
        state: record?.state ?? 'open',
        reason: record?.reason ?? null,
        rules:
          documents === null
            ? null
            : { ...documents.rules, excluded: documents.rules.excluded.map(([a, b, c]) => [a, b, c]) },
        rulesHash: lock?.rulesHash ?? null,
        snapshot:
          lock === null || documents === null
            ? null
            : {
                slot: lock.slot,
                takenAt: new Date(lock.takenAt).toISOString(),
                entries: entriesFromLeaves(documents.leaves).map(({ owner, amount }) => [owner, amount.toString()]),
                root: lock.root,
              },
        ...(await onChain(record, winners)),
        prize:
          lock === null
            ? null
            : {
                poolLamports: lock.pool.toString(),
                totalLamports: lock.total.toString(),
                lamports: splitTotal(lock.total).places.map(String),
              },
        winners:
          winners.length === 0
            ? null
            : winners.map(({ place, address, lamports }) => ({ place, address, lamports: lamports.toString() })),
      };
    },

    async winners(after: WinnerCursor | null, limit: number, address: string | null): Promise<WinnersPage> {
      const [rows, totals] = await Promise.all([winnersPage(db, { limit, after, address }), winnerTotals(db, address)]);
      return composeWinnersPage(rows.map(publicWinner), limit, totals.winners);
    },
  };
}

/** Commitment, beacon and payout as the detail and the proof show them. */
async function onChain(
  record: RoundRecord | null,
  winners: readonly WinnerRow[],
): Promise<Pick<Proof, 'commitment' | 'beacon' | 'payout'>> {
  const lock = record?.lock ?? null;
  if (record === null || lock === null) return { commitment: null, beacon: null, payout: null };
  return {
    commitment: {
      wallet: lock.wallet,
      memo: lock.memo,
      signature: record.commitment?.signature ?? null,
      slot: record.commitment?.slot ?? null,
      blockTime: record.commitment === null ? null : iso(record.commitment.blockTime),
    },
    beacon: {
      network: lock.beacon.name,
      publicKey: lock.beacon.publicKey,
      genesisTime: lock.beacon.genesisTime,
      period: lock.beacon.periodSeconds,
      round: lock.beaconRound,
      time: iso(beaconTime(lock.beacon, lock.beaconRound)),
      signature: record.drawn?.signature ?? null,
      randomness: record.drawn?.randomness ?? null,
    },
    payout: await payoutOf(record, lock, winners.length),
  };
}

async function payoutOf(record: RoundRecord, lock: LockRecord, winners: number): Promise<Proof['payout']> {
  if (record.payout === null) return null;
  return {
    memo: payoutMemo({ ...lock, winners }),
    guard: await guardAddress(lock.wallet, lock.endsAt),
    signature: record.payout.signature,
    slot: record.payout.slot,
    status: record.payout.status,
  };
}

function summary(record: RoundRecord, winners: readonly WinnerRow[], clock: RoundClock): RoundSummary {
  const { lock } = record;
  return {
    roundNumber: record.round,
    state: record.state,
    reason: record.reason,
    startsAt: iso(record.endsAt - clock.roundSeconds),
    endsAt: iso(record.endsAt),
    entries: lock?.entries ?? null,
    root: lock?.root ?? null,
    poolLamports: lock?.pool.toString() ?? null,
    totalLamports: lock?.total.toString() ?? null,
    beaconRound: lock?.beaconRound ?? null,
    winners: winners.map(apiWinner),
    payoutSignature: record.payout?.signature ?? null,
  };
}

/** A round of the clock without a row yet. */
function openSummary(round: number, clock: RoundClock): RoundSummary {
  return {
    roundNumber: round,
    state: 'open',
    reason: null,
    startsAt: iso(roundStartsAt(clock, round)),
    endsAt: iso(roundEndsAt(clock, round)),
    entries: null,
    root: null,
    poolLamports: null,
    totalLamports: null,
    beaconRound: null,
    winners: [],
    payoutSignature: null,
  };
}

function apiWinner(row: WinnerRow): Winner {
  return composeWinner(publicWinner(row));
}
