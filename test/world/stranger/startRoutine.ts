import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicKey } from '@solana/web3.js';
import * as z from 'zod';
import { associatedAccount } from '../associatedAccount.ts';
import type { Holder } from '../createHolders.ts';
import type { RoundSchedule } from '../workerSettings.ts';
import type { Habit } from './everySlot.ts';
import { type KnownRound, lookAlikeTexts } from './lookAlikeTexts.ts';
import type { LookAlike, Stranger } from './startStranger.ts';

export interface RoutineInput {
  readonly stranger: Stranger;
  readonly mint: PublicKey;
  readonly pool: PublicKey;
  readonly taxWallet: PublicKey;
  readonly holders: readonly Holder[];
  readonly schedule: RoundSchedule;
  /** The address at which the tax report is read, because a look-alike has to name a cycle that exists. */
  readonly appUrl: string;
  /** Called with a line about something that he could not do. */
  readonly onFailure: (line: string) => void;
}

/** Look-alikes of one round's commitment, all at once. */
const FLOOD = 30;
const EMPTY_ACCOUNTS = 20;
const SMALL_ACCOUNTS = 5;
/** Base units in each of the small ones. */
const SMALL_AMOUNT = 10n;
/** Accounts he harvests at a time. */
const HARVESTED = 20;
/**
 * How long he burns, harvests and sends dust in every slot. It is short, because the local runtime gets slower with
 * every transaction.
 */
const HABIT_MS = 4_000;

interface Act {
  readonly name: string;
  /** Milliseconds of the clock. */
  readonly at: number;
  readonly work: () => Promise<unknown>;
}

/**
 * The stranger of `STRANGER=1`: in every round he does everything once that a hostile stranger can do. Returns the
 * function that ends it.
 */
export function startRoutine(input: RoutineInput): () => Promise<void> {
  const { schedule, onFailure } = input;
  const ended = new AbortController();
  const live = async (): Promise<void> => {
    for (let round = currentRound(schedule); ; round++) {
      for (const { name, at, work } of actsOf(input, round)) {
        await sleep(Math.max(0, at - Date.now()), undefined, { signal: ended.signal });
        await work().catch((error: unknown) =>
          onFailure(`The stranger could not send ${name} in round ${round}: ${error}`),
        );
      }
    }
  };
  const living = live().catch((error: unknown) => {
    if (!ended.signal.aborted) onFailure(`The stranger has given up: ${error}`);
  });
  return () => {
    ended.abort();
    return living;
  };
}

function currentRound({ genesisTime, roundSeconds }: RoundSchedule): number {
  return Math.max(1, Math.floor((Date.now() / 1000 - genesisTime) / roundSeconds) + 1);
}

/** In the order of the clock. */
function actsOf(input: RoutineInput, round: number): Act[] {
  const { stranger, mint, pool, taxWallet, holders, schedule } = input;
  const { genesisTime, roundSeconds, entryLockSeconds } = schedule;
  const endsAt = genesisTime + round * roundSeconds;
  const [begin, lock, end] = [endsAt - roundSeconds, endsAt - entryLockSeconds, endsAt].map((unix) => unix * 1000) as [
    number,
    number,
    number,
  ];
  const names = [pool, taxWallet, associatedAccount(mint, taxWallet)];
  const known = { round, endsAt };
  const accounts = holders.map((holder) => holder.tokenAccount);
  const harvested = Array.from({ length: HARVESTED }, (_, i) => accounts[(round * HARVESTED + i) % accounts.length]);
  const someAccounts = harvested.filter((account) => account !== undefined);
  const habits = async (): Promise<void> => {
    const burning = await stranger.burnEverySlot();
    const dusted = [pool, ...someAccounts.slice(0, 1)].map((account) => stranger.dustEverySlot(account));
    await forAWhile([burning, stranger.harvestEverySlot(someAccounts), ...dusted]);
  };
  const lookAlikes = async (variant: number) =>
    stranger.sendLookAlikes(lookAlikesOf(names, { known, cycle: await newestCycle(input.appUrl), variant }));
  return [
    { name: 'look-alikes', at: begin + 500, work: () => lookAlikes(1) },
    { name: 'SOL to the mark', at: begin + 500, work: () => stranger.preFundMark(pool, endsAt) },
    { name: 'empty accounts', at: begin + 1_000, work: () => stranger.dustAccounts(EMPTY_ACCOUNTS) },
    { name: 'small accounts', at: begin + 1_000, work: () => stranger.dustAccounts(SMALL_ACCOUNTS, SMALL_AMOUNT) },
    { name: 'a flood', at: lock - 1_000, work: () => stranger.sendLookAlikes(floodOf(pool, known)) },
    { name: 'burns, harvests and dust', at: lock, work: habits },
    { name: 'look-alikes', at: lock + HABIT_MS, work: () => lookAlikes(2) },
    { name: 'look-alikes', at: end, work: () => lookAlikes(3) },
  ];
}

interface Known {
  readonly known: KnownRound;
  /** The newest tax cycle's id. */
  readonly cycle: number;
  readonly variant: number;
}

/** Transactions of version 1. */
function lookAlikesOf(names: readonly PublicKey[], { known, cycle, variant }: Known): LookAlike[] {
  const [commitment, payout] = [lookAlikeTexts.commitment(known, variant), lookAlikeTexts.payout(known, variant)];
  return [
    { names, memos: [commitment] },
    { names, memos: ['a dummy', payout] },
    { names, memos: [lookAlikeTexts.tax(cycle, variant)] },
    { names, memos: ['a dummy', lookAlikeTexts.tax(cycle), commitment] },
  ];
}

function floodOf(pool: PublicKey, known: KnownRound): LookAlike[] {
  return Array.from({ length: FLOOD }, (_, i) => ({
    names: [pool],
    memos: [lookAlikeTexts.commitment(known, 100 + i)],
  }));
}

async function forAWhile(habits: readonly Habit[]): Promise<void> {
  await sleep(HABIT_MS);
  await Promise.all(habits.map((habit) => habit.stop()));
}

const report = z.object({ cycles: z.array(z.object({ id: z.number() })) });

/** While there is no cycle, the current second of the clock: the id that a cycle would get now. */
async function newestCycle(appUrl: string): Promise<number> {
  const response = await fetch(`${appUrl}/api/lottery/tax`);
  const { cycles } = report.parse(await response.json());
  return cycles[0]?.id ?? Math.floor(Date.now() / 1000);
}
