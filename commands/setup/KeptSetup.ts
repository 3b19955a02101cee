import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import * as z from 'zod';
import { secretKey } from '../../worker/settings/kinds.ts';
import { ANSWERS_FILE, FACTS_FILE, keptAnswers, writtenAnswers } from './keptFolder.ts';
import { placeNew, writeWhole } from './placeNew.ts';
import { settingsText } from './settingsText.ts';

const keptSchema = z.object({
  /** Unix milliseconds of the first run. */
  startedAt: z.number().nullable().default(null),
  /** Whether `--mainnet` was ever given. */
  isMainnetMeant: z.boolean().default(false),
  /** Questions that were left without an answer on purpose. */
  leftOpen: z.array(z.string()).default([]),
  resources: z.object({ databaseId: z.string(), cacheId: z.string() }).nullable().default(null),
  /** The account that has these resources. */
  accountId: z.string().nullable().default(null),
  /** The alert targets that took the test alert, as a digest. */
  alertTested: z.string().nullable().default(null),
  deployed: z
    .object({ commit: z.string(), url: z.string(), genesisTime: z.number(), at: z.number() })
    .nullable()
    .default(null),
  /**
   * Bookmarks of the database, the newest first. Each names the state before a change, and can put the database back to
   * it.
   */
  bookmarks: z.array(z.object({ bookmark: z.string(), before: z.string(), at: z.number() })).default([]),
});
type Facts = z.infer<typeof keptSchema>;

/** What one environment keeps from one run to the next, in a folder that only its owner can read. */
export interface KeptSetup {
  readonly folder: string;
  facts(): Facts;
  note(facts: Partial<Facts>): void;
  /** The answers: the name of a setting (or DOMAIN) → its text. A secret key stands there as the path of its file. */
  answers(): Record<string, string>;
  /**
   * Replaces answers. If a wallet's key that stood there as text is replaced, the old key is kept in a file, because
   * its wallet may hold money.
   */
  answer(given: Readonly<Record<string, string>>): void;
  /**
   * Stores a secret in a file of its own; an existing file stays as it is. Returns the path of the file, or the secret
   * itself where nothing is stored.
   */
  keepSecret(name: string, make: () => string): string;
  /**
   * Stores a secret under the next free name, beside older ones: `pool.json`, `pool-2.json`. Returns the path of the
   * file, or the secret itself where nothing is stored.
   */
  keepNext(name: string, make: () => string): string;
}

/**
 * Opens the folder, which is made when something is kept. `facts` throws an Error with a sentence when its file cannot
 * be read.
 */
export function openKeptSetup(folder: string): KeptSetup {
  const pathOf = (name: string) => join(folder, name);

  function facts(): Facts {
    const path = pathOf(FACTS_FILE);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
    try {
      return keptSchema.parse(JSON.parse(text));
    } catch {
      throw new Error(`${path} cannot be read. Move it away: the setup finds its contents again.`);
    }
  }

  const answers = () => keptAnswers(folder);

  function keepNext(name: string, make: () => string): string {
    const { name: stem, ext } = parse(name);
    const text = make();
    for (let i = 1; i <= MOST_NEXT; i++) {
      const path = pathOf(i === 1 ? name : `${stem}-${i}${ext}`);
      if (placeNew(path, text)) return path;
    }
    throw new Error(`${folder} has no name left beside ${name}: move old keys away.`);
  }

  return {
    folder,
    facts,
    note: (more) => writeWhole(pathOf(FACTS_FILE), `${JSON.stringify({ ...facts(), ...more }, null, 2)}\n`),
    answers,
    answer(given) {
      if (Object.keys(given).length === 0) return;
      for (const key of replacedKeys(answers(), given)) keepNext('replaced-key.json', () => key);
      writeWhole(pathOf(ANSWERS_FILE), settingsText(writtenAnswers(folder, { ...answers(), ...given })));
    },
    keepSecret(name, make) {
      const path = pathOf(name);
      if (!existsSync(path)) placeNew(path, make());
      chmodSync(path, 0o600);
      return path;
    },
    keepNext,
  };
}

/**
 * As `openKeptSetup`, for commands that only look: whatever they would keep stays in memory. No copy of the folder is
 * made, since that would be a second place with keys, and would stay if the command was killed. With `startsEmpty`,
 * whatever the folder has is left out.
 */
export function openDrySetup(folder: string, startsEmpty: boolean): KeptSetup {
  const before = openKeptSetup(folder);
  const made = new Map<string, string>();
  let noted: Partial<Facts> = {};
  let given: Readonly<Record<string, string>> = {};
  return {
    folder,
    facts: () => ({ ...(startsEmpty ? keptSchema.parse({}) : before.facts()), ...noted }),
    note(more) {
      noted = { ...noted, ...more };
    },
    answers: () => ({ ...(startsEmpty ? {} : before.answers()), ...given }),
    answer(more) {
      given = { ...given, ...more };
    },
    keepSecret(name, make) {
      const path = join(folder, name);
      if (!startsEmpty && existsSync(path)) return path;
      const secret = made.get(name) ?? make();
      made.set(name, secret);
      return secret;
    },
    keepNext: (_name, make) => make(),
  };
}

const MOST_NEXT = 100;

/** Wallets' keys that are among the answers as text, and that the given answers replace. */
function replacedKeys(before: Readonly<Record<string, string>>, given: Readonly<Record<string, string>>): string[] {
  const keysIn = (name: string, value = '') => (name.endsWith('S') ? value.split(',') : [value]);
  return Object.entries(given)
    .filter(([name]) => /_SECRET_KEYS?$/.test(name))
    .flatMap(([name, value]) => keysIn(name, before[name]).filter((key) => !keysIn(name, value).includes(key)))
    .filter((key) => secretKey.safeParse(key).success);
}
