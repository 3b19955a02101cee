import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { cloudflareTarget } from './cloudflare/cloudflareTarget.ts';
import { wranglerIn } from './cloudflare/runWrangler.ts';
import { readWranglerConfig } from './cloudflare/wranglerConfig.ts';
import { holdFolder } from './holdFolder.ts';
import { openDrySetup, openKeptSetup } from './KeptSetup.ts';
import { keptFolder, REPOSITORY } from './keptFolder.ts';
import { whyOfOther } from './otherEnvironment.ts';
import { isWish } from './questions.ts';
import type { AnnounceTerms, SetupInput } from './SetupInput.ts';
import { readSettingsText } from './settingsText.ts';
import type { SetupOptions } from './setupOptions.ts';
import type { Target } from './Target.ts';
import { announce } from './terms/announce.ts';

/**
 * What every step is given. A dry run stores nothing. Any other run, unless its environment is local, reserves its
 * environment's folder until it ends; throws an Error with a sentence while another command has the folder. With
 * `startsEmpty`, a dry run knows nothing of what an earlier run has kept.
 */
export function openSetup(
  options: Pick<SetupOptions, 'environment' | 'isDryRun' | 'isMainnetMeant'>,
  target: Target,
  startsEmpty = false,
): SetupInput {
  const folder = keptFolder(options.environment);
  // No other command writes to the folder of the environment `local`.
  if (!options.isDryRun && options.environment !== 'local') holdFolder(folder);
  return {
    environment: options.environment,
    target,
    kept: options.isDryRun ? openDrySetup(folder, startsEmpty) : openKeptSetup(folder),
    fetch: (...asked) => fetch(...asked),
    now: () => Date.now(),
    wait: (ms) => wait(ms),
    print: (line) => console.log(line),
    announce: announceOnChain,
    variables: process.env,
    isDryRun: options.isDryRun,
    isMainnetMeant: options.isMainnetMeant,
  };
}

const announceOnChain: AnnounceTerms = ({ settings, keep, from, named, agree }) => {
  const now = () => Date.now();
  const rpc = createRpc({ urls: settings.rpcUrls, fetch: (...asked) => fetch(...asked), now });
  return announce({ settings, rpc, keep, now, wait: (ms) => wait(ms), from, named }, agree);
};

/** The account at Cloudflare as the target for an environment. */
export function cloudflareOf(environment: 'staging' | 'production'): Target {
  return cloudflareTarget({
    environment,
    repository: REPOSITORY,
    secretsFolder: keptFolder(environment),
    run: wranglerIn(REPOSITORY),
    readConfig: () => readWranglerConfig(REPOSITORY),
    fetch: (...asked) => fetch(...asked),
    // wrangler itself reads this variable too, for another address of Cloudflare's API.
    apiUrl: process.env.CLOUDFLARE_API_BASE_URL ?? 'https://api.cloudflare.com/client/v4',
  });
}

/**
 * The settings of a file; none when `file` is null. Throws an Error with a sentence when the file cannot be read, or
 * belongs to the other environment.
 */
export function settingsOfFile(file: string | null, environment: string): Record<string, string> {
  const given = file === null ? {} : readSettingsFile(file);
  const why = whyOfOther(environment, given);
  if (why !== null) throw new Error(why);
  return given;
}

/**
 * As `settingsOfFile`, for commands that make no keys: without the settings that are "new" or "next" in the file, so
 * that their kept values stay.
 */
export function answersOfFile(file: string | null, environment: string): Record<string, string> {
  const given = Object.entries(settingsOfFile(file, environment));
  return Object.fromEntries(given.filter(([name, value]) => !isWish(name, value)));
}

function readSettingsFile(file: string): Record<string, string> {
  try {
    return readSettingsText(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`${resolve(file)} cannot be read.`);
  }
}
