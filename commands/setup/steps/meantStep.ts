import { checkMeant } from '../checkMeant.ts';
import { hasProblem } from '../Finding.ts';
import type { Step } from './Step.ts';

/**
 * The first step of every command that deploys or announces without the questions of a setup. If nothing is wrong with
 * the answers `given`, they replace the kept ones. `--mainnet`, the word for real money, has to be given once. Where
 * nothing is kept, the word counts as given: an automatic run, which a person has approved, starts in an empty folder.
 */
export function meantStep(given: Readonly<Record<string, string>> = {}): Step {
  return {
    title: 'The environment and the cluster',
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
