import type { RoundDetail } from '../../../src/contract/round.ts';
import { utcText } from '../../format/timeText.ts';
import { roundSteps, type StepState } from '../../rounds/roundSteps.ts';
import { STEP_TITLES } from '../../rounds/stepTexts.ts';
import { usePublicSettings } from '../console/usePublicSettings.ts';

const MARKS: Readonly<Record<StepState, { readonly tone: string; readonly text: string }>> = {
  done: { tone: 'mint', text: 'DONE' },
  now: { tone: 'amber', text: 'NOW' },
  ahead: { tone: 'grey', text: 'AHEAD' },
  owed: { tone: 'ruby', text: 'OWED' },
  never: { tone: 'grey', text: 'NEVER' },
};

/** The steps of a round that are done, and when. */
export function RoundSteps({ round }: { readonly round: RoundDetail }) {
  const entryLockSeconds = usePublicSettings()?.entryLockSeconds ?? null;
  return (
    <ol className="steps" aria-label="Steps">
      {roundSteps(round, { now: Date.now(), entryLockSeconds }).map(({ name, state, at, due }) => {
        const late = round.late.find(({ step }) => step === name);
        const time = at ?? (state === 'never' ? null : due);
        return (
          <li key={name}>
            <span className={`badge ${MARKS[state].tone}`}>{MARKS[state].text}</span>
            <strong>{STEP_TITLES[name]}</strong>
            {time !== null && (
              <time dateTime={new Date(time).toISOString()}>
                {at === null && 'due '}
                {utcText(time)}
              </time>
            )}
            {late !== undefined && (
              <span className="wide warn">
                {late.seconds} s late. {late.cause}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
