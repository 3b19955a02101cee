import { checkMeant } from '../checkMeant.ts';
import { hasProblem } from '../Finding.ts';
import type { Step } from './Step.ts';

/**
 * The first step of whatever deploys or announces without the questions of a setup. `given` replaces what is kept, once
 * nothing is wrong with it: the next command would take it. The word for real money is asked for once. Where nothing is
 * kept at all it is not: a runner begins with an empty folder, and a person approves it.
 */
export function meantStep(given: Readonly<Record<string, string>> = {}): Step {
  return {
    title: 'The environment and the cluster',
    isCheck: true,
    async run(input) {
      const { kept } = input;
      const { startedAt, isMainnetMeant: wasMeant } = kept.facts();
      const isEmpty = startedAt === null && Object.keys(kept.answers()).length === 0;
      const isMainnetMeant = input.isMainnetMeant || wasMeant || isEmpty;
      const findings = await checkMeant({ ...input, answers: { ...kept.answers(), ...given }, isMainnetMeant });
      if (hasProblem(findings)) return findings;
      kept.answer(given);
      if (findings.length > 0) kept.note({ isMainnetMeant: true });
      return findings;
    },
  };
}
