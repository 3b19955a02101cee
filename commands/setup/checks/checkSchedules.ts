import { CRONS } from '../../../worker/crons.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { SetupInput } from '../SetupInput.ts';

const ABOUT = 'schedules';

/**
 * Says which of the worker's schedules the account lacks. The schedule of the minute does the work of every other
 * schedule that is lost. If it is lost itself, no other schedule does its work.
 */
export async function checkSchedules({ target }: Pick<SetupInput, 'target'>): Promise<readonly Finding[]> {
  if (target.account === null) return [];
  const there = await target.account.schedules().catch((error: unknown) => error);
  if (!isList(there))
    return [note(ABOUT, `They could not be read back (${there instanceof Error ? there.message : ''})`)];
  const missing = Object.values(CRONS).filter(({ cron }) => !there.includes(cron));
  if (missing.length === 0) return [fine(ABOUT, `all ${there.length} are there`)];
  return missing.map((lost) =>
    lost === CRONS.minute
      ? problem(ABOUT, `${lost.cron} is missing: nothing wakes the lottery each minute. Deploy again.`)
      : note(ABOUT, `${lost.cron} is missing: the minute’s schedule does its work, later. Deploy again.`),
  );
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);
