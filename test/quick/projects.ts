/** The projects that need neither the built worker nor a chain, by the files that belong to them. */
const PROJECTS = [
  {
    names: ['domain', 'domain-alone'],
    files: /^test\/(?:domain|client|fuzz\/(?:decoders|planted))\/.*(?<!\.long)\.test\.ts$/,
  },
  { names: ['worker'], files: /^test\/worker\/[^/]+\/[^/]+(?<!\.long)\.test\.ts$/ },
] as const;

export const isUnitTest = (file: string): boolean => PROJECTS.some(({ files }) => files.test(file));

/** The words of a command that runs these test files, each in its project. */
export function vitestRun(tests: readonly string[]): string[] {
  const wanted = PROJECTS.filter(({ files }) => tests.some((test) => files.test(test)));
  return ['vitest', 'run', ...wanted.flatMap(({ names }) => names.flatMap((name) => ['--project', name])), ...tests];
}
