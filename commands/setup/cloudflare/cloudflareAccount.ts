import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { Account } from '../Target.ts';
import type { RunWrangler } from './runWrangler.ts';

export interface AccountInput {
  /** The common name of the worker, its database and its cache. */
  readonly name: string;
  readonly run: RunWrangler;
  readonly fetch: typeof fetch;
  /** Cloudflare's API, without a slash at the end. */
  readonly apiUrl: string;
  /** The cache's id; null while there is none. */
  readonly findCache: () => Promise<string | null>;
}

const bookmarked = z.object({ bookmark: z.string().min(1) });
const restored = z.object({ previous_bookmark: z.string().min(1) });
const named = z.array(z.object({ name: z.string() }));
const login = z.object({ accounts: z.array(z.object({ id: z.string() })) });
const token = z.object({ token: z.string() });
const scheduled = z.object({ result: z.object({ schedules: z.array(z.object({ cron: z.string() })) }) });
const texts = z.record(z.string(), z.string().nullable());

/** The cache's keys with these prefixes have texts that can recover a round. All other texts can be made anew. */
const COPIES = ['list:', 'rules:', 'terms:'];
/** One call may ask for 100 keys and 25 MB, and a list of 10,000 wallets has 0.53 MB. */
const KEYS_A_CALL = 30;
const TIMEOUT_MS = 10_000;
/** The top level of `wrangler.toml`. Without this option wrangler warns that no environment was named. */
const TOP = '--env=';

/**
 * The account's database, cache, secrets and schedules, through wrangler. What wrangler cannot tell is asked of
 * Cloudflare's API, with wrangler's login.
 */
export function cloudflareAccount({ name, run, fetch, apiUrl, findCache }: AccountInput): Account {
  async function temporary<R>(file: string, text: string, use: (path: string) => Promise<R>): Promise<R> {
    const folder = mkdtempSync(join(tmpdir(), 'wrangler-'));
    try {
      writeFileSync(join(folder, file), text, { mode: 0o600 });
      return await use(join(folder, file));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async function writeCopies(path: string): Promise<void> {
    const cacheId = await findCache();
    if (cacheId === null) throw new Error(`The account has no cache ${name}.`);
    const where = ['--namespace-id', cacheId, '--remote', TOP];
    // The form that `wrangler kv bulk put` reads, to put the texts back.
    writeFileSync(path, '[', { mode: 0o600 });
    const listed = named.parse(JSON.parse(await run(['kv', 'key', 'list', ...where])));
    const keys = listed.map((one) => one.name).filter((key) => COPIES.some((prefix) => key.startsWith(prefix)));
    for (let from = 0; from < keys.length; from += KEYS_A_CALL) {
      const asked = keys.slice(from, from + KEYS_A_CALL);
      const answer = await temporary('keys.json', JSON.stringify(asked), (file) =>
        run(['kv', 'bulk', 'get', file, ...where]),
      );
      const found = texts.parse(JSON.parse(jsonIn(answer)));
      const lines = asked.map((key, i) => {
        const value = found[key];
        if (value === undefined || value === null) throw new Error(`The cache lists ${key} and does not give it.`);
        return `${from + i === 0 ? '' : ','}\n${JSON.stringify({ key, value })}`;
      });
      appendFileSync(path, lines.join(''));
    }
    appendFileSync(path, '\n]\n');
  }

  async function id(): Promise<string> {
    const { accounts } = login.parse(JSON.parse(await run(['whoami', '--json'])));
    return process.env.CLOUDFLARE_ACCOUNT_ID ?? accounts[0]?.id ?? '';
  }

  return {
    id,
    database: name,
    async bookmark(at) {
      const when = at === null ? [] : ['--timestamp', String(at)];
      const answer = await run(['d1', 'time-travel', 'info', name, '--json', ...when, TOP]);
      return bookmarked.parse(JSON.parse(answer)).bookmark;
    },
    async restore(bookmark) {
      const answer = await run(['d1', 'time-travel', 'restore', name, `--bookmark=${bookmark}`, '--json', TOP]);
      return restored.parse(JSON.parse(answer)).previous_bookmark;
    },
    async exportTo(folder) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const [database, copies] = [join(folder, 'database.sql'), join(folder, 'copies.json')];
      await run(['d1', 'export', name, '--remote', '--skip-confirmation', '--output', database, TOP]);
      await writeCopies(copies);
      return [database, copies];
    },
    async upload(file, bucket, key) {
      await run(['r2', 'object', 'put', `${bucket}/${key}`, '--file', file, '--remote', TOP]);
    },
    async secrets() {
      const answer = await run(['secret', 'list', '--name', name, '--format', 'json', TOP]);
      return named.parse(JSON.parse(answer)).map((secret) => secret.name);
    },
    async removeSecrets(names) {
      // All in one call: each change of a secret is a deployment.
      const none = JSON.stringify(Object.fromEntries(names.map((secret) => [secret, null])));
      await temporary('secrets.json', none, (file) => run(['secret', 'bulk', file, '--name', name, TOP]));
    },
    async schedules() {
      const account = await id();
      const { token: bearer } = token.parse(JSON.parse(await run(['auth', 'token', '--json'])));
      const answer = await fetch(`${apiUrl}/accounts/${account}/workers/scripts/${name}/schedules`, {
        headers: { authorization: `Bearer ${bearer}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`Cloudflare does not tell the schedules: it answered ${answer.status}.`);
      return scheduled.parse(await answer.json()).result.schedules.map(({ cron }) => cron);
    },
  };
}

/** The text from the first brace to the last: wrangler may print other words around it. */
function jsonIn(text: string): string {
  return text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
}
