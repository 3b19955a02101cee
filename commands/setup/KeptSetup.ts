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
  /** A digest of the alert targets that took the test alert. */
  alertTested: z.string().nullable().default(null),
  deployed: z
    .object({ commit: z.string(), url: z.string(), genesisTime: z.number(), at: z.number() })
    .nullable()
    .default(null),
  /**
   * Bookmarks of the database, the newest first. Each names the database's state before a change, for `npm run
   * restore`.
   */
  bookmarks: z.array(z.object({ bookmark: z.string(), before: z.string(), at: z.number() })).default([]),
});
type Facts = z.infer<typeof keptSchema>;

/** What one environment keeps from one run to the next, in a folder that only its owner can read. */
export interface KeptSetup {
  readonly folder: string;
  facts(): Facts;
  note(facts: Partial<Facts>): void;
  /** The answers: the name of a setting (or DOMAIN) → its text. For a secret key the text is the path of its file. */
  answers(): Record<string, string>;
  /** Replaces answers. A wallet's key that stood in an answer as text goes into a file: its wallet may hold money. */
  answer(given: Readonly<Record<string, string>>): void;
  /**
   * Stores a secret in a file of its own; an existing file stays as it is. Returns the path of the file, or the secret
   * itself in a set-up that stores nothing (`openDrySetup`).
   */
  keepSecret(name: string, make: () => string): string;
  /** As `keepSecret`, under the next free name beside older files: `pool.json`, `pool-2.json`. */
  keepNext(name: string, make: () => string): string;
}

/**
 * Opens an environment's folder, which is made only when something is kept. `facts` throws an Error with a sentence
 * when the folder's file of facts cannot be read.
 */
export function openKeptSetup(folder: string): KeptSetup {
  const pathOf = (name: string) => join(folder, name);

  function facts(): Facts {
    const path = pathOf(FACTS_FILE);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
    try {
      return keptSchema.parse(JSON.parse(text));
    } catch {
      throw new Error(`${path} cannot be read. Correct it, or put a copy back: it says what is deployed.`);
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
    throw new Error(`${folder} already has ${MOST_NEXT} files with names like ${name}: move old keys away.`);
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
 * As `openKeptSetup`, for commands that only look: what they would keep stays in memory. With `startsEmpty`, the set-up
 * knows nothing of what the folder has.
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

/** The wallets' keys that stand in `before` as text, and that `given` replaces. */
function replacedKeys(before: Readonly<Record<string, string>>, given: Readonly<Record<string, string>>): string[] {
  const keysIn = (name: string, value = '') => (name.endsWith('S') ? value.split(',') : [value]);
  return Object.entries(given)
    .filter(([name]) => /_SECRET_KEYS?$/.test(name))
    .flatMap(([name, value]) => keysIn(name, before[name]).filter((key) => !keysIn(name, value).includes(key)))
    .filter((key) => secretKey.safeParse(key).success);
}
