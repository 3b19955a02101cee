import type { WalletForm } from '../marks/judgeMaker.ts';
import { lotteryName, readWitnessMemo } from './witnessMemo.ts';

/** An hour of a lottery, about which its watchers testify. Unix seconds. */
export interface WitnessedHour {
  /** Hash of the lottery’s first terms. */
  readonly lottery: string;
  readonly round: number;
  readonly endsAt: number;
  /** When its beacon is due: a later testimony proves nothing. */
  readonly beaconAt: number;
}

/** Why a transaction that made a watcher’s mark is no testimony about an hour; null when it is one. */
export function otherTestimony(
  { transfers, memo }: Pick<WalletForm, 'transfers' | 'memo'>,
  blockTime: number,
  { lottery, round, endsAt, beaconAt }: WitnessedHour,
): string | null {
  if (transfers.length > 0) return 'transfers: expected none got some';
  const said = readWitnessMemo(memo);
  if (said?.lottery !== lotteryName(lottery) || said.round !== round || said.endsAt !== endsAt)
    return `memo: expected a testimony about round=${round} ends=${endsAt} got ${memo}`;
  return blockTime < beaconAt ? null : `block time: expected before ${beaconAt} got ${blockTime}`;
}
