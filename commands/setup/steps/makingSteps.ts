import { errorText } from '../../../src/errorText.ts';
import { checkApp, PATIENCE_MS } from '../checks/checkApp.ts';
import { checkSchedules } from '../checks/checkSchedules.ts';
import { checkSecrets } from '../checks/checkSecrets.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { SetupInput } from '../SetupInput.ts';
import type { Release, Resources } from '../Target.ts';
import { type Step, settingsNow } from './Step.ts';

/** The short name of the commit that is checked out; null when something is not committed. */
export type ReadCommit = () => Promise<string | null>;

const UNCOMMITTED =
  'Something is not committed, and what is deployed bears the name of its commit. Commit it, or put it away (git stash).';

const uncommitted = ({ isDryRun }: SetupInput): Finding =>
  isDryRun ? note('commit', UNCOMMITTED) : problem('commit', UNCOMMITTED);

/** The steps that make and deploy, in order. With `isFound`, database and cache must exist already. */
export function makingSteps(readCommit: ReadCommit, isFound = false): readonly Step[] {
  return [
    commitStep(readCommit),
    step('Database and cache', (input) => provide(input, isFound)),
    bookmarkStep(readCommit),
    MIGRATIONS,
    step('The terms', announceStep),
    deployStep(readCommit),
    ...LOOKS,
  ];
}

const step = (title: string, run: Step['run']): Step => ({ title, run });

/** Refuses uncommitted work before its migrations can reach a database. */
export function commitStep(readCommit: ReadCommit): Step {
  return step('The commit', async (input) => {
    const commit = await readCommit();
    if (commit === null) return [uncommitted(input)];
    return [fine('commit', `${commit} is checked out`)];
  });
}

const KEPT_BOOKMARKS = 50;

/** Notes a bookmark before anything in the database is changed. */
function bookmarkStep(readCommit: ReadCommit): Step {
  return step('A bookmark of the database', async (input) => {
    const { account } = input.target;
    if (account === null) return [fine('bookmark', 'a database of this machine has none')];
    if (input.isDryRun) return [note('bookmark', 'would note the state of the database, and how to put it back')];
    return [await keepBookmark(input, await account.bookmark(null), (await readCommit()) ?? 'a change')];
  });
}

/** Notes a bookmark, and says how to put the database back to it. `before` names the change that comes next. */
export async function keepBookmark(input: SetupInput, bookmark: string, before: string): Promise<Finding> {
  const { kept, now } = input;
  const { bookmarks } = kept.facts();
  kept.note({ bookmarks: [{ bookmark, before, at: now() }, ...bookmarks].slice(0, KEPT_BOOKMARKS) });
  return fine('bookmark', `${bookmark}; back to it: ${restoreCommand(input, bookmark)}`);
}

const restoreCommand = ({ environment }: SetupInput, bookmark: string) =>
  `npm run restore -- ${bookmark} --env ${environment}`;

export const MIGRATIONS: Step = step('Migrations', async (input) => {
  if (input.isDryRun) return [note('database', `would apply every new migration (${input.target.name})`)];
  try {
    await input.target.migrate(releaseOf(input, 'migrations'));
  } catch (error) {
    const [newest] = input.kept.facts().bookmarks;
    if (newest === undefined) throw error;
    const words = errorText(error);
    const back = restoreCommand(input, newest.bookmark);
    return [problem('database', `${words}\nNothing was deployed. Back to the state before: ${back}`)];
  }
  return [fine('database', 'has all migrations')];
});

export function deployStep(readCommit: ReadCommit): Step {
  return step('The deployment', async (input) => {
    const commit = await readCommit();
    if (commit === null) return [uncommitted(input)];
    return deploy(input, commit);
  });
}

/** The checks after a deployment: what the account has now, and whether the lottery answers well. */
const LOOKS: readonly Step[] = [
  step('Schedules and secrets', async (input) => {
    if (input.isDryRun) return [note('account', 'would read the schedules and the names of the secrets back')];
    return [...(await checkSchedules(input)), ...(await checkSecrets(input)).map(asNote)];
  }),
  step('What was deployed', async (input) => {
    const { deployed } = input.kept.facts();
    if (input.isDryRun) return [note('app', 'would read its health, and look whether the edge caches its answers')];
    if (deployed === null) return [problem('app', 'Nothing is deployed.')];
    const isLocal = input.target.account === null;
    const hasEdge = !isLocal && !deployed.url.endsWith('.workers.dev');
    const commit = isLocal ? null : deployed.commit;
    return checkApp({ ...input, ...deployed, commit, hasEdge, patienceMs: PATIENCE_MS });
  }),
];

/** A secret that should be gone is only a note here, so that it stops no deployment in an incident. */
const asNote = (finding: Finding): Finding => (finding.level === 'problem' ? { ...finding, level: 'note' } : finding);

async function provide(input: SetupInput, isFound: boolean): Promise<readonly Finding[]> {
  const location = settingsNow(input).settings?.objectLocation ?? null;
  if (input.isDryRun) return [note('storage', `would find or make a database and a cache (${location ?? 'anywhere'})`)];
  const resources = await input.target.provide(location, isFound);
  input.kept.note({ resources, accountId: (await input.target.account?.id()) ?? null });
  return [fine('storage', `the database is ${resources.databaseId}, the cache ${resources.cacheId}`)];
}

/** Announces the terms, before anything is played by them. */
async function announceStep(input: SetupInput): Promise<readonly Finding[]> {
  const { settings } = settingsNow(input);
  if (settings === null) return [problem('terms', 'The settings are not complete.')];
  if (input.isDryRun)
    return [note('terms', 'would announce the terms of these settings, if they are not announced yet')];
  const result = await input.announce({
    ...{ settings, from: null },
    keep: (key, text) => input.target.keep(releaseOf(input, 'terms'), key, text),
    // The first terms contain what was answered here, so nobody is asked. Later terms are announced by `npm run terms`.
    agree: async ({ before }) => before === null,
  });
  switch (result.kind) {
    case 'announced':
      return [fine('terms', `announced by ${result.signature}: they hold from round ${result.terms.from} on`)];
    case 'same':
      return [fine('terms', `announced already: number ${result.terms.terms}, from round ${result.terms.from} on`)];
    case 'refused':
      return [problem('terms', `${result.why} To announce changed terms, run npm run terms.`)];
  }
}

async function deploy(input: SetupInput, commit: string): Promise<readonly Finding[]> {
  const { target, kept, isDryRun, now } = input;
  const { settings, texts } = settingsNow(input);
  if (settings === null) return [problem('settings', 'They are not complete.')];
  const names = Object.keys(texts).sort().join(', ');
  if (isDryRun) return [note('deployment', `would deploy ${commit} to ${target.name} with ${names}`)];
  const url = await target.deploy(releaseOf(input, commit));
  kept.note({ deployed: { commit, url, genesisTime: settings.clock.genesisTime, at: now() } });
  return [fine('deployment', `${commit} is at ${url}`)];
}

export function releaseOf(input: SetupInput, commit: string): Release {
  return {
    resources: resourcesOf(input),
    settings: settingsNow(input).texts,
    domain: input.kept.answers().DOMAIN ?? null,
    commit,
  };
}

function resourcesOf({ kept }: SetupInput): Resources {
  const { resources } = kept.facts();
  if (resources === null)
    throw new Error('Nothing was made yet for this environment. Run the setup from its beginning.');
  return resources;
}
