import { createHash } from 'node:crypto';
import type { Post } from '../../../worker/alerts/composePost.ts';
import { createTargets, type PostOutcome } from '../../../worker/alerts/createTargets.ts';
import { alertTargetsIn } from '../../../worker/settings/alertSettings.ts';
import type { Settings } from '../../../worker/settings/Settings.ts';
import { type Finding, fine, note, problem } from '../Finding.ts';
import type { CheckInput } from '../SetupInput.ts';

const ABOUT = 'alerts';

/** A digest of the alert targets: it changes when a target changes, and reveals none. */
export function alertTargetsOf(settings: Settings): string {
  return createHash('sha256')
    .update(JSON.stringify(alertTargetsIn(settings)))
    .digest('hex');
}

/** Sends the test alert as the worker sends alerts, and says which targets took it. */
export async function checkAlert({ settings, fetch, now }: CheckInput): Promise<readonly Finding[]> {
  const targets = createTargets({ settings, fetch, now });
  if (targets.length === 0)
    return [note(ABOUT, 'no target is set: what goes wrong stands in the console, and nobody is woken')];
  const post = testPost(settings.environment, now());
  return Promise.all(targets.map(async ({ name, post: send }) => findingOf(name, await send(post, false))));
}

function testPost(environment: string, now: number): Post {
  const text = `Game of Draws, ${environment}: this is the test alert of the setup. Nothing is wrong.`;
  return { id: `${environment}:test-${now}`, text, shortText: text, alerts: [], environment };
}

function findingOf(target: string, outcome: PostOutcome): Finding {
  return outcome === 'taken'
    ? fine(ABOUT, `the test alert was taken by the target ${target}: look whether it has come`)
    : problem(ABOUT, `The target ${target} did not take the test alert: no alert would arrive. Look at its settings.`);
}
