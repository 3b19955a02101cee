import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import * as z from 'zod';
import { ANSWERS_FILE, FACTS_FILE, keptAnswers, writtenAnswers } from './keptFolder.ts';
import { settingsText } from './settingsText.ts';

const keptSchema = z.object({
  /** Unix milliseconds of the first run. */
  startedAt: z.number().nullable().default(null),
  /** Questions that were left without an answer on purpose. */
  leftOpen: z.array(z.string()).default([]),
  resources: z.object({ databaseId: z.string(), cacheId: z.string() }).nullable().default(null),
  /** The alert targets that took the test alert, as a digest. */
  alertTested: z.string().nullable().default(null),
  deployed: z
    .object({ commit: z.string(), url: z.string(), genesisTime: z.number(), at: z.number() })
    .nullable()
    .default(null),
  /** The states of the database before each change of it, the newest first: each bookmark can put it back. */
  bookmarks: z.array(z.object({ bookmark: z.string(), before: z.string(), at: z.number() })).default([]),
});
type Facts = z.infer<typeof keptSchema>;

/** What one environment keeps from one run to the next, in a folder that only its owner can read. */
export interface KeptSetup {
  readonly folder: string;
  facts(): Facts;
  note(facts: Partial<Facts>): void;
  /** The answers: names of settings, and DOMAIN → texts. A key is the path of its file. */
  answers(): Record<string, string>;
  answer(given: Readonly<Record<string, string>>): void;
  /** Stores a secret in a file of its own; an existing file stays as it is. Returns its path. */
  keepSecret(name: string, make: () => string): string;
  /** Stores another secret beside it, under the next free name: `pool.json`, `pool-2.json`. Returns its path. */
  keepNext(name: string, make: () => string): string;
}

/** Opens the folder, which is made when something is kept. Throws an Error with a sentence when it cannot be read. */
export function openKeptSetup(folder: string): KeptSetup {
  const pathOf = (name: string) => join(folder, name);

  function facts(): Facts {
    const path = pathOf(FACTS_FILE);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
    try {
      return keptSchema.parse(JSON.parse(text));
    } catch {
      throw new Error(`${path} cannot be read. What it knew is found again without it: move it away.`);
    }
  }

  const answers = () => keptAnswers(folder);

  return {
    folder,
    facts,
    note: (more) => writeWhole(pathOf(FACTS_FILE), `${JSON.stringify({ ...facts(), ...more }, null, 2)}\n`),
    answers,
    answer(given) {
      if (Object.keys(given).length === 0) return;
      writeWhole(pathOf(ANSWERS_FILE), settingsText(writtenAnswers(folder, { ...answers(), ...given })));
    },
    keepSecret: (name, make) => keepIn(pathOf(name), make),
    keepNext(name, make) {
      const { name: stem, ext } = parse(name);
      const names = Array.from({ length: MOST_NEXT }, (_, i) => (i === 0 ? name : `${stem}-${i + 1}${ext}`));
      const free = names.find((one) => !existsSync(pathOf(one)));
      if (free === undefined) throw new Error(`${folder} has no name left beside ${name}: move old keys away.`);
      return keepIn(pathOf(free), make);
    },
  };
}

const MOST_NEXT = 100;

/** Never overwrites a key: it may hold money already. */
function keepIn(path: string, make: () => string): string {
  if (!existsSync(path)) writeWhole(path, make());
  chmodSync(path, 0o600);
  return path;
}

/** Renamed into place: if the command ends in the middle, the old file stays. Makes the folder. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
