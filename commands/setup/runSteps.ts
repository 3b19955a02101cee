import { errorText } from '../../src/errorText.ts';
import { type Finding, findingLine, hasProblem, problem } from './Finding.ts';
import type { SetupInput } from './SetupInput.ts';
import type { Step } from './steps/Step.ts';

/**
 * Takes the steps in order and prints what each finds. Returns whether all went well. `goesOn`: a problem does not stop
 * the run, because the steps after it only look.
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
      input.print('Mend what is wrong and run the same command again: it finds what was done.');
      return false;
    }
  }
  return isWell;
}

function sentenceOf(error: unknown): string {
  return errorText(error);
}
