/** The least that a wallet held in an hour, lamports. `hour` counts hours since a fixed moment. */
export interface HourlyLow {
  readonly hour: number;
  readonly lamports: bigint;
}

const HOURS_A_DAY = 24n;

/**
 * Lamports that a wallet spends in a day, rounded down, by the least that it held in each hour. `lows`: oldest first;
 * hours may be missing. With `isEarning`, income is subtracted: this is right for the pool, whose income is regular.
 * Other wallets are filled by a person, who perhaps never does it again. Null before two hours are known; 0 when
 * nothing is spent.
 */
export function spentPerDay(lows: readonly HourlyLow[], isEarning: boolean): bigint | null {
  const hours = (lows.at(-1)?.hour ?? 0) - (lows[0]?.hour ?? 0);
  if (hours <= 0) return null;
  let spent = 0n;
  for (const [i, { lamports }] of lows.entries()) {
    const change = (lows[i - 1]?.lamports ?? lamports) - lamports;
    if (change > 0n || isEarning) spent += change;
  }
  return spent <= 0n ? 0n : (spent * HOURS_A_DAY) / BigInt(hours);
}

/** Whole days that a balance lasts; null when nothing is spent. */
export function daysLeft(lamports: bigint, perDay: bigint): number | null {
  return perDay === 0n ? null : Number(lamports / perDay);
}
