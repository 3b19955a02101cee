import { roundLocksAt } from '../../../src/round/clock.ts';
import { accountArgs } from '../accountArgs.ts';
import { checkApp, PATIENCE_MS } from '../checks/checkApp.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import { otherWithBookmark } from '../otherEnvironment.ts';
import { commitStep, deployStep, keepBookmark, MIGRATIONS, type ReadCommit } from '../steps/makingSteps.ts';
import { meantStep } from '../steps/meantStep.ts';
import { type Step, settingsNow } from '../steps/Step.ts';
import type { AccountInput } from './openAccount.ts';

/** What `npm run restore` was asked for. */
export interface RestoreOptions {
  readonly environment: 'staging' | 'production';
  /** A bookmark, or the number of a round. A round means the moment before its lock. */
  readonly to: { readonly bookmark: string } | { readonly round: number };
  readonly isSure: boolean;
}

export const RESTORE_USAGE = `npm run restore -- BOOKMARK|ROUND --env staging|production [--yes]

  BOOKMARK      as a deployment has printed it; .setup/NAME/state.json has the last fifty
  ROUND         the number of a round of the last 30 days: puts the database back to the moment before its lock
  --env NAME    whose database
  --yes         does it without asking`;

/** The form of Cloudflare's bookmarks: four groups of hex. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** Reads the arguments of the command. Returns the options, or a sentence for what is wrong with the arguments. */
export function restoreOptions(args: readonly string[]): RestoreOptions | string {
  const read = accountArgs(args, { flags: ['yes'] });
  if (typeof read === 'string') return read;
  const { environment, words } = read;
  const [word = '', ...more] = words;
  if (more.length > 0) return 'one bookmark or one round is wanted';
  const isSure = read.is('yes');
  if (BOOKMARK.test(word)) return { environment, isSure, to: { bookmark: word } };
  if (/^[1-9]\d{0,11}$/.test(word)) return { environment, isSure, to: { round: Number(word) } };
  return 'a bookmark or the number of a round is wanted';
}

export interface RestorePlan {
  readonly to: RestoreOptions['to'];
  readonly readCommit: ReadCommit;
  /** Asks a person about a sentence that says what will happen. False: the database is not put back. */
  readonly agree: (question: string) => Promise<boolean>;
}

/**
 * Seconds. A restore to a round goes back to this long before the round's lock, or, in a short round, to the middle
 * between its beginning and its lock.
 */
const MOST_BEFORE_LOCK = 60;

const step = (title: string, run: Step['run']): Step => ({ title, run });

/**
 * The steps of a restore: put the database back, bring it to the newest migration, and deploy again, so that the
 * objects forget its lost state. Before the database is put back, the bookmark of its present state is printed, and a
 * person is asked.
 */
export function restoreSteps({ account }: Pick<AccountInput, 'account'>, plan: RestorePlan): readonly Step[] {
  return [
    meantStep(),
    step('The settings', async (input) => settingsNow(input).findings),
    commitStep(plan.readCommit),
    step('The database', async (input) => {
      const goal = await bookmarkOf(input, account, plan.to);
      if ('problem' in goal) return [goal.problem];
      const undo = await keepBookmark(input, await account.bookmark(null), 'a restore');
      input.print(`  The present state has the bookmark ${undo.sentence}`);
      if (!(await plan.agree(`${account.database} goes back to ${goal.words}: what was written since is gone.`)))
        return [problem('database', 'Nobody said yes: nothing was changed.')];
      const before = await account.restore(goal.bookmark);
      return [
        fine('database', `is back at ${goal.words}`),
        note('database', `this undoes it: npm run restore -- ${before} --env ${input.environment}`),
        note(
          'database',
          'a pause that began after that moment is gone: to stop the rounds, pause again in the console',
        ),
        note(
          'database',
          'the split of the tax is as it was at that moment, and a change of it that was waiting at that moment waits again: look at both in the console',
        ),
      ];
    }),
    MIGRATIONS,
    deployStep(plan.readCommit),
    step('The lottery', async (input) => {
      const { deployed } = input.kept.facts();
      if (deployed === null) return [problem('app', 'Nothing is deployed.')];
      const found = await checkApp({
        ...input,
        ...deployed,
        hasEdge: !deployed.url.endsWith('.workers.dev'),
        patienceMs: PATIENCE_MS,
        // All is not well yet: the rounds that were paid after that moment are now held, as they should be.
        waitsFor: 'this version',
      });
      return [
        ...found.map((one): Finding => (one.level === 'problem' ? { ...one, level: 'note' } : one)),
        note('app', `${deployed.url}/admin lists the rounds that are held, a minute from now`),
      ];
    }),
  ];
}

type Goal = { readonly bookmark: string; readonly words: string } | { readonly problem: Finding };

async function bookmarkOf(
  input: Parameters<Step['run']>[0],
  account: AccountInput['account'],
  to: RestoreOptions['to'],
): Promise<Goal> {
  if ('bookmark' in to) {
    const { bookmark } = to;
    const other = otherWithBookmark(input.environment, bookmark, input.kept.facts().bookmarks);
    return other === null
      ? { bookmark, words: bookmark }
      : {
          problem: problem('database', `${bookmark} is a bookmark of ${other}: ${account.database} had no such state.`),
        };
  }
  const { settings } = settingsNow(input);
  if (settings === null)
    return { problem: problem('settings', 'They are not complete: the time of a round cannot be computed.') };
  const { clock } = settings;
  const room = clock.roundSeconds - clock.entryLockSeconds;
  const at = Math.floor(roundLocksAt(clock, to.round) - Math.min(MOST_BEFORE_LOCK, room / 2));
  const when = new Date(at * 1000).toISOString();
  if (at >= input.now() / 1000)
    return {
      problem: problem('database', `Round ${to.round} is locked after ${when}, and that time has not come yet.`),
    };
  return { bookmark: await account.bookmark(at), words: `${when}, before the lock of round ${to.round}` };
}
