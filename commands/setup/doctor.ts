import '../watcher/quietBindings.ts';
import { mainCommand } from '../mainCommand.ts';
import { checkApp } from './checks/checkApp.ts';
import { checkSchedules } from './checks/checkSchedules.ts';
import { checkSecrets } from './checks/checkSecrets.ts';
import { checkTerms } from './checks/checkTerms.ts';
import { fine } from './Finding.ts';
import { cloudflareOf, openSetup, settingsOfFile } from './openSetup.ts';
import { runDoctor } from './runSetup.ts';
import { DOCTOR_USAGE, type SetupOptions, setupOptions } from './setupOptions.ts';
import { type Step, withSettings } from './steps/Step.ts';
import type { Target } from './Target.ts';

const APP: Step = {
  title: 'What was deployed',
  async run(input) {
    const { deployed } = input.kept.facts();
    if (deployed === null) return [fine('app', 'nothing is deployed yet')];
    const hasEdge = input.target.account !== null && !deployed.url.endsWith('.workers.dev');
    return checkApp({ ...input, ...deployed, hasEdge, wait: async () => {}, patienceMs: 0 });
  },
};

const termsStep = (named: readonly string[]): Step =>
  withSettings('The terms', (settings, input) =>
    checkTerms({ ...input, settings, url: input.kept.facts().deployed?.url ?? null, named }),
  );

const ACCOUNT: Step = {
  title: 'Schedules and secrets',
  async run(input) {
    if (input.kept.facts().deployed === null) return [fine('account', 'nothing is deployed yet')];
    return [...(await checkSchedules(input)), ...(await checkSecrets(input))];
  },
};

const refuse = async (): Promise<never> => {
  throw new Error('The doctor makes nothing.');
};

/** The target when no account is to be asked. */
const NOWHERE: Target = {
  name: 'this machine',
  account: null,
  checkAccess: async () => [fine('account', 'no account is looked at')],
  provide: refuse,
  migrate: refuse,
  keep: refuse,
  deploy: refuse,
};

// `npm run doctor` exits with 0 when all is well, with 1 and a sentence for each problem, with 64 for wrong arguments.
await mainCommand({ usage: DOCTOR_USAGE, read: setupOptions, run });

async function run(options: SetupOptions): Promise<boolean> {
  const target = options.environment === 'local' ? NOWHERE : cloudflareOf(options.environment);
  // `isDryRun`, because the doctor stores nothing. With `--file` and no `--env`, the answers that an earlier run of the
  // setup has kept are not used.
  const isFileAlone = options.file !== null && options.environment === 'local';
  const input = openSetup({ ...options, isDryRun: true }, target, isFileAlone);
  input.kept.answer(settingsOfFile(options.file, options.environment));
  const isWell = await runDoctor({ ...input, isDryRun: false }, options.isAlertMeant, [
    termsStep(options.named),
    ACCOUNT,
    APP,
  ]);
  console.log(isWell ? 'All is well.' : 'Something is to be mended: see above.');
  return isWell;
}
