import '../watcher/quietBindings.ts';
import { mainCommand } from '../mainCommand.ts';
import { wranglerIn } from './cloudflare/runWrangler.ts';
import { readWranglerConfig } from './cloudflare/wranglerConfig.ts';
import { commitName } from './commitName.ts';
import { REPOSITORY } from './keptFolder.ts';
import { answersOfFile, cloudflareOf, openSetup } from './openSetup.ts';
import { DEPLOY_USAGE, type SetupOptions, setupOptions } from './setupOptions.ts';
import { CHECK_STEPS } from './steps/checkSteps.ts';
import { makingSteps } from './steps/makingSteps.ts';
import { meantStep } from './steps/meantStep.ts';
import { runSteps } from './steps/Step.ts';

// `npm run deploy`: deploys a newer version to the place that `npm run setup` made. Without arguments it deploys
// wrangler.toml as it stands, as the deploy button and Workers Builds do, which put their own ids into the file.
await mainCommand({
  usage: DEPLOY_USAGE,
  read: (args) => {
    const named = args.length === 0 ? null : deployOptions(args);
    return typeof named === 'string' ? named : { named };
  },
  run: ({ named }) => (named === null ? deployAsItStands() : deploy(named)),
});

interface DeployOptions extends SetupOptions {
  readonly environment: 'staging' | 'production';
}

function deployOptions(args: readonly string[]): DeployOptions | string {
  const options = setupOptions(args);
  if (typeof options === 'string') return options;
  const { environment } = options;
  return environment === 'local' ? '--env must be staging or production' : { ...options, environment };
}

async function deploy(options: DeployOptions): Promise<boolean> {
  const input = openSetup(options, cloudflareOf(options.environment));
  const meant = meantStep(answersOfFile(options.file, options.environment));
  const [settings, account] = CHECK_STEPS;
  const before = [meant, settings, account].filter((step) => step !== undefined);
  return runSteps([...before, ...makingSteps(() => commitName(REPOSITORY), true)], input, options.isDryRun);
}

async function deployAsItStands(): Promise<boolean> {
  const run = wranglerIn(REPOSITORY);
  // A builder changes wrangler.toml without a commit, and says in this variable which commit it builds.
  const commit = process.env.WORKERS_CI_COMMIT_SHA?.slice(0, 10) ?? (await commitName(REPOSITORY));
  if (commit === null) throw new Error('Something is not committed, and a deployment bears the name of its commit.');
  const { d1_databases: databases } = await readWranglerConfig(REPOSITORY);
  if (databases.some(({ database_id: id }) => /^[0-]*$/.test(String(id ?? ''))))
    throw new Error('wrangler.toml names no database of yours. Run npm run setup, or deploy with --env.');
  // Prints a bookmark. It can put the database back: npx wrangler d1 time-travel restore DB --bookmark=…
  console.log(await run(['d1', 'time-travel', 'info', 'DB', '--json', '--env=']));
  console.log(await run(['d1', 'migrations', 'apply', 'DB', '--remote', '--env=']));
  console.log(await run(['deploy', '--env=', '--tag', commit, '--define', `COMMIT:"${commit}"`]));
  return true;
}
