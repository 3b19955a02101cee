import { checkMeant } from './checkMeant.ts';
import { type Finding, hasProblem, note, problem } from './Finding.ts';
import type { KeptSetup } from './KeptSetup.ts';
import { knownAdminKeys } from './keptFolder.ts';
import { whyOfOther } from './otherEnvironment.ts';
import { type Question, resolveAnswer } from './questions.ts';
import type { SetupInput } from './SetupInput.ts';
import { alertStep, CHECK_STEPS } from './steps/checkSteps.ts';
import { makingSteps, type ReadCommit } from './steps/makingSteps.ts';
import { runSteps, type Step } from './steps/Step.ts';

export interface SetupPlan {
  readonly questions: readonly Question[];
  /** Answers from a file, by name. They replace the answers of an earlier run. */
  readonly given: Readonly<Record<string, string>>;
  /** Asks a person. Null when nobody is there to ask: then the usual answer is taken. */
  readonly ask: ((question: Question) => Promise<string>) | null;
  readonly readCommit: ReadCommit;
}

/**
 * Sets up a lottery. The last step looks whether the deployed lottery answers. Returns whether all steps went well.
 * After a problem, the next run goes on where this one stopped.
 */
export async function runSetup(input: SetupInput, plan: SetupPlan): Promise<boolean> {
  const { environment, kept, now, print, target, isDryRun } = input;
  if (kept.facts().startedAt === null) kept.note({ startedAt: now() });
  print(
    isDryRun
      ? `A dry run of the setup for ${target.name}: nothing of it is kept.`
      : `Setup for ${target.name}; what it knows is in ${kept.folder}.`,
  );
  const steps = [answersStep(plan), ...CHECK_STEPS, alertStep({ isRepeated: false }), ...makingSteps(plan.readCommit)];
  const isWell = await runSteps(steps, input, isDryRun);
  const { startedAt, deployed } = kept.facts();
  if (isWell && !isDryRun && deployed !== null) {
    print(`The lottery is at ${deployed.url}, ${minutesText(now() - (startedAt ?? now()))} after the first run began.`);
    print(`Now or later: npm run doctor -- --env ${environment} looks at all of this again.`);
  }
  return isWell;
}

/** Does every check, then `appStep`, which looks at the deployed lottery. Returns whether all went well. */
export function runDoctor(input: SetupInput, isAlertMeant: boolean, appStep: readonly Step[]): Promise<boolean> {
  return runSteps(
    [...CHECK_STEPS, ...(isAlertMeant ? [alertStep({ isRepeated: true })] : []), ...appStep],
    input,
    true,
  );
}

function answersStep({ questions, given, ask }: SetupPlan): Step {
  return {
    title: 'The answers',
    async run(input): Promise<readonly Finding[]> {
      const { kept, now } = input;
      const keep = (name: string, value: string) => kept.answer({ [name]: resolveAnswer(kept, [name, value], now()) });
      for (const [name, value] of Object.entries(given)) keep(name, value);
      const missing: Finding[] = [];
      for (const question of questions) {
        const { name, usual, isOptional } = question;
        const { leftOpen } = kept.facts();
        if (kept.answers()[name] !== undefined || leftOpen.includes(name)) continue;
        const typed = (await ask?.(question)) ?? '';
        const answer = typed === '' ? (usual ?? '') : typed;
        const why = whyOfOther(input.environment, { [name]: answer });
        if (why !== null) return [problem('answers', why)];
        // Kept at once: if the command ends in the middle, the next run asks only the rest.
        if (answer !== '') keep(name, answer);
        else if (isOptional) kept.note({ leftOpen: [...leftOpen, name] });
        else missing.push(problem('answers', `${name} is missing: ${question.text}.`));
      }
      const meant = await checkMeant({ ...input, answers: kept.answers() });
      if (meant.length > 0 && !hasProblem(meant)) kept.note({ isMainnetMeant: true });
      return [...missing, ...(input.isDryRun ? [] : keptKeys(kept)), ...wholeDomain(kept), ...meant];
    },
  };
}

/** Says where the console's key is. The key has no other copy, so the folder needs a backup. */
function keptKeys({ folder }: KeptSetup): Finding[] {
  const say = (path: string) => note('answers', `the console’s key is in ${path}; back up this folder`);
  return knownAdminKeys(folder).map(say);
}

/**
 * Warns of a domain that is not a subdomain: browsers will refuse plain http for every name below it, for two years.
 */
function wholeDomain(kept: KeptSetup): Finding[] {
  const { DOMAIN: domain = '' } = kept.answers();
  return domain.split('.').length === 2
    ? [
        note(
          'answers',
          `once the lottery is at ${domain}, every name below ${domain} must speak https. If the lottery had a subdomain instead, only names below that subdomain would have to`,
        ),
      ]
    : [];
}

function minutesText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}
