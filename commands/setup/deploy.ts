import '../watcher/quietBindings.ts';
import { checkMainnet } from './checkMainnet.ts';
import { wranglerIn } from './cloudflare/runWrangler.ts';
import { readWranglerConfig } from './cloudflare/wranglerConfig.ts';
import { commitName } from './commitName.ts';
import { REPOSITORY } from './keptFolder.ts';
import { cloudflareOf, openSetup, settingsOfFile } from './openSetup.ts';
import { runSteps } from './runSteps.ts';
import { DEPLOY_USAGE, setupOptions } from './setupOptions.ts';
import { CHECK_STEPS } from './steps/checkSteps.ts';
import { makingSteps } from './steps/makingSteps.ts';
import type { Step } from './steps/Step.ts';

// `npm run deploy`: a newer version of what `npm run setup` has put there. Without --env it deploys wrangler.toml as it
// stands, which is what the deploy button and Workers Builds do: they have put their own ids into it.
const args = process.argv.slice(2);
if (args.length === 0) await deployAsItStands();
else {
  const parsed = setupOptions(args, DEPLOY_USAGE);
  if ('problem' in parsed || parsed.options.environment === 'local') {
    console.error('problem' in parsed ? parsed.problem : DEPLOY_USAGE);
    process.exitCode = 64;
  } else {
    const { options } = parsed;
    const target = cloudflareOf(parsed.options.environment === 'production' ? 'production' : 'staging');
    // That mainnet is meant was said when the lottery was set up.
    const input = openSetup({ ...options, isMainnetMeant: true }, target);
    try {
      input.kept.answer(settingsOfFile(options.file));
      const [settings, account] = CHECK_STEPS;
      const mainnet: Step = { title: 'The cluster', isCheck: true, run: async (given) => checkMainnet(given) };
      const before = [mainnet, settings, account].filter((step) => step !== undefined);
      const isWell = await runSteps([...before, ...makingSteps(() => commitName(REPOSITORY))], input, options.isDryRun);
      process.exitCode = isWell ? 0 : 1;
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    } finally {
      input.close();
    }
  }
}

async function deployAsItStands(): Promise<void> {
  const run = wranglerIn(REPOSITORY);
  try {
    // A builder puts its ids into wrangler.toml and commits nothing. The deployment then bears the name of the commit it built.
    const commit = process.env.WORKERS_CI_COMMIT_SHA?.slice(0, 10) ?? (await commitName(REPOSITORY));
    if (commit === null) throw new Error('Something is not committed, and a deployment bears the name of its commit.');
    const { d1_databases: databases } = await readWranglerConfig(REPOSITORY);
    if (databases.some(({ database_id: id }) => /^[0-]*$/.test(String(id ?? ''))))
      throw new Error('wrangler.toml names no database of yours. Run npm run setup, or deploy with --env.');
    // With this the database can be put back: npx wrangler d1 time-travel restore DB --bookmark=…
    console.log(await run(['d1', 'time-travel', 'info', 'DB', '--json', '--env=']));
    console.log(await run(['d1', 'migrations', 'apply', 'DB', '--remote', '--env=']));
    console.log(await run(['deploy', '--env=', '--tag', commit, '--define', `COMMIT:"${commit}"`]));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
