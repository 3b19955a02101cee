import { timetableWarnings } from '../../../worker/settings/findWarnings.ts';
import { type Finding, fine, problem } from '../Finding.ts';
import type { CheckInput } from '../SetupInput.ts';

const ABOUT = 'timetable';

export interface TimetableInput extends Pick<CheckInput, 'settings' | 'now'> {
  /** GENESIS_TIME of what is deployed, unix seconds; null before the first deployment. */
  readonly deployedGenesis: number | null;
}

/**
 * Before the first deployment: whether round 1 begins in the future, and not too far ahead. After it: whether
 * GENESIS_TIME is still the deployed one, from which the rounds are numbered.
 */
export function checkTimetable({ settings, now, deployedGenesis }: TimetableInput): Finding[] {
  const { clock } = settings;
  const unix = now() / 1000;
  const begins = new Date(clock.genesisTime * 1000).toISOString();
  if (deployedGenesis !== null) {
    const began = new Date(deployedGenesis * 1000).toISOString();
    return clock.genesisTime === deployedGenesis
      ? [fine(ABOUT, `round 1 ${clock.genesisTime > unix ? 'begins' : 'began'} at ${begins}`)]
      : [problem(ABOUT, `GENESIS_TIME is ${begins}, and the rounds are numbered from ${began}. Put it back.`)];
  }
  const warnings = timetableWarnings(clock, unix).map((sentence) => problem(ABOUT, sentence));
  if (warnings.length > 0) return warnings;
  return clock.genesisTime > unix
    ? [fine(ABOUT, `round 1 begins at ${begins}, rounds take ${clock.roundSeconds} s`)]
    : [problem(ABOUT, `GENESIS_TIME is ${begins}, which is over. Give a full hour of the next seven days.`)];
}
