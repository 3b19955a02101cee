import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files, longest first: begun last, one of them alone would keep the whole run waiting. Most of them wait for rounds to end. */
const LONGEST = [
  ...['rounds/killed', 'rounds/limits', 'rounds/tax', 'rounds/wholeRound', 'rounds/exits', 'rounds/lyingNodes'],
  ...['rounds/outages', 'domain/secondImplementation', 'browser/verify', 'browser/admin', 'browser/offline'],
  ...['rounds/watchers.long', 'rounds/late.long', 'rounds/taxRestored.long', 'rounds/setup.long', 'rounds/shadow.long'],
  ...['rounds/restored.long', 'rounds/outflow.long', 'rounds/taxFaults.long', 'rounds/nextVersion.long'],
].map((name) => `/test/${name}.test.ts`);

/** Orders the files of a run: first those of `LONGEST`, then as Vitest does. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
