import { errorText } from '../../../src/errorText.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import { type Finding, findingLine, hasProblem, note, problem } from '../Finding.ts';
import { type ReadSettings, readSettings } from '../readSettings.ts';
import type { SetupInput } from '../SetupInput.ts';

/** One thing that a setup does. Each step can be done again, and finds what an earlier run has made. */
export interface Step {
  readonly title: string;
  run(input: SetupInput): Promise<readonly Finding[]>;
}

/** The settings as they will be deployed, read each time from the kept answers. */
export function settingsNow({ kept, variables }: Pick<SetupInput, 'kept' | 'variables'>): ReadSettings {
  return readSettings(kept.answers(), variables);
}

/** A check that is left out while the settings are not complete. */
export function withSettings(
  title: string,
  look: (settings: Settings, input: SetupInput) => Promise<readonly Finding[]> | readonly Finding[],
): Step {
  return {
    title,
    async run(input) {
      const { settings } = settingsNow(input);
      if (settings === null) return [note('settings', 'they are not complete, so this check was left out')];
      return look(settings, input);
    },
  };
}

/**
 * Runs the steps in order and prints what each finds. Resolves to whether all went well. With `goesOn`, a problem does
 * not stop the run: for steps that only look.
 */
export async function runSteps(steps: readonly Step[], input: SetupInput, goesOn: boolean): Promise<boolean> {
  let isWell = true;
  for (const [i, step] of steps.entries()) {
    input.print(`[${i + 1}/${steps.length}] ${step.title}`);
    const findings = await step
      .run(input)
      .catch((error: unknown): readonly Finding[] => [problem('failed', sentenceOf(error))]);
    for (const finding of findings) input.print(findingLine(finding));
    if (!hasProblem(findings)) continue;
    isWell = false;
    if (!goesOn) {
      input.print('Mend what is wrong and run the same command again: it finds what this run has made.');
      return false;
    }
  }
  return isWell;
}

function sentenceOf(error: unknown): string {
  return errorText(error);
}
