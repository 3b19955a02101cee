import { checkAccount } from '../checks/checkAccount.ts';
import { alertTargetsOf, checkAlert } from '../checks/checkAlert.ts';
import { checkFeeds } from '../checks/checkFeeds.ts';
import { checkMint } from '../checks/checkMint.ts';
import { checkNodes } from '../checks/checkNodes.ts';
import { checkPublicNode } from '../checks/checkPublicNode.ts';
import { checkTimetable } from '../checks/checkTimetable.ts';
import { checkWallets } from '../checks/checkWallets.ts';
import { fine, hasProblem, note } from '../Finding.ts';
import { type Step, settingsNow, withSettings } from './Step.ts';

/** Everything that is checked before anything is made. `npm run doctor` repeats it. */
export const CHECK_STEPS: readonly Step[] = [
  {
    title: 'The settings',
    run: async (input) => settingsNow(input).findings,
  },
  {
    title: 'The tools and the account',
    async run(input) {
      const found = await input.target.checkAccess();
      return hasProblem(found) ? found : [...found, ...(await checkAccount(input))];
    },
  },
  withSettings('Each RPC node', (settings, input) => checkNodes({ ...input, settings })),
  withSettings('The node of the pages', (settings, input) => checkPublicNode({ ...input, settings })),
  withSettings('The mint', (settings, input) => checkMint({ ...input, settings })),
  withSettings('The wallets', (settings, input) =>
    checkWallets({ ...input, settings, isDeployed: input.kept.facts().deployed !== null }),
  ),
  withSettings('The timetable', (settings, input) =>
    checkTimetable({ ...input, settings, deployedGenesis: input.kept.facts().deployed?.genesisTime ?? null }),
  ),
  withSettings('Beacons and prices', (settings, input) => checkFeeds({ ...input, settings })),
];

/**
 * Sends a test alert. Because an alert wakes somebody, it is sent only once for the same set of targets, unless
 * `isRepeated`.
 */
export const alertStep = ({ isRepeated }: { readonly isRepeated: boolean }): Step =>
  withSettings('A test alert', async (settings, { kept, fetch, now, isDryRun }) => {
    const targets = alertTargetsOf(settings);
    if (!isRepeated && kept.facts().alertTested === targets) return [fine('alerts', 'the test alert was taken before')];
    if (isDryRun) return [note('alerts', 'would send a test alert')];
    const findings = await checkAlert({ settings, fetch, now });
    if (!hasProblem(findings)) kept.note({ alertTested: targets });
    return findings;
  });
