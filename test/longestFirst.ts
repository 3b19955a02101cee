import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest files, slowest first: if one of them began last, the whole run would wait for it. Most of them wait for
 * rounds to end.
 */
const LONGEST = [
  ...['rounds/tax', 'domain/sim', 'rounds/wholeRound', 'browser/admin', 'browser/visitor', 'rounds/limits.long'],
  ...['domain/sim.long', 'domain/secondImplementation.long', 'rounds/taxCycles.long', 'browser/verify.long'],
  ...['rounds/killed.long', 'rounds/account.long', 'rounds/taxRestored.long', 'rounds/outages.long'],
  ...['rounds/newPoolTax.long', 'rounds/restored.long', 'rounds/watchers.long', 'rounds/setup.long'],
  ...['rounds/late.long', 'rounds/lyingNodes.long', 'rounds/newPool.long', 'rounds/nextVersion.long'],
  ...['browser/verifyFile.long', 'browser/failures.long', 'browser/adminTasks.long', 'browser/gallery.long'],
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
