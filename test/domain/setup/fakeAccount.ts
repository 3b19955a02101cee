import { readFileSync, writeFileSync } from 'node:fs';
import type { RunWrangler } from '../../../commands/setup/cloudflare/runWrangler.ts';

/** What an account has after some commands. */
export interface AccountContents {
  /** Of the account that is logged in. */
  id: string;
  readonly databases: { name: string; uuid: string; location: string | null }[];
  readonly namespaces: { title: string; id: string }[];
  readonly migrated: string[];
  readonly deployed: {
    config: Record<string, unknown>;
    secrets: Record<string, string>;
    tag: string;
    define: string;
  }[];
  /** What the database was put back to, newest last. */
  readonly restored: string[];
  /** Secrets of the worker. Those of an earlier deployment stay until somebody removes them. */
  readonly secrets: Set<string>;
  schedules: string[];
  readonly uploaded: string[];
  readonly cache: Map<string, string>;
}

/** The name of a state: of a moment, or after a number of restores. */
export const bookmarkOf = (at: number) => `${at.toString(16).padStart(8, '0')}-00000000-00000000-${'0'.repeat(32)}`;

export interface FakeAccount {
  readonly contents: AccountContents;
  /** Answers of Cloudflare's API to requests that are not made by wrangler. */
  readonly fetch: typeof fetch;
  readonly run: RunWrangler;
  /** Every command, as one line. */
  readonly commands: string[];
  /**
   * Ends the run at a command, by its number: before the command does anything, or after it has done its work and
   * before that is reported.
   */
  interrupt: { readonly at: number; readonly when: 'before' | 'after' } | null;
  /** Commands that begin with one of these texts fail. */
  refuse: string | null;
}

/** Thrown as if somebody pressed Ctrl-C, or the connection was lost. */
export class Interrupted extends Error {}

/** A Cloudflare account as wrangler shows it. An unexpected command throws. */
export function fakeAccount(repository: string): FakeAccount {
  const contents: AccountContents = {
    ...{ id: 'account', databases: [], namespaces: [], migrated: [], deployed: [], restored: [], uploaded: [] },
    ...{ secrets: new Set(), schedules: [], cache: new Map() },
  };
  const commands: string[] = [];
  const read = (name: string): Record<string, unknown> => JSON.parse(readFileSync(`${repository}/${name}`, 'utf8'));

  function answer(args: readonly string[]): string {
    const [command = ''] = [args.slice(0, 3).join(' ')];
    const of = (name: string) => args[args.indexOf(name) + 1] ?? '';
    if (command === 'whoami --json')
      return JSON.stringify({ loggedIn: true, accounts: [{ id: contents.id, name: 'An account' }] });
    if (command === 'd1 list --json') return JSON.stringify(contents.databases);
    if (command === 'kv namespace list') return JSON.stringify(contents.namespaces);
    if (args[0] === 'd1' && args[1] === 'create') {
      const location = args.includes('--location') ? of('--location') : null;
      contents.databases.push({ name: args[2] ?? '', uuid: `database-${contents.databases.length + 1}`, location });
      return 'Created';
    }
    if (command === 'kv namespace create') {
      contents.namespaces.push({ title: args[3] ?? '', id: `cache-${contents.namespaces.length + 1}` });
      return 'Created';
    }
    if (command === 'd1 migrations apply') {
      const [database] = read(of('--config')).d1_databases as { database_id: string }[];
      contents.migrated.push(database?.database_id ?? '');
      return 'Applied';
    }
    if (command === 'd1 time-travel info') {
      const at = args.includes('--timestamp') ? Number(of('--timestamp')) : contents.restored.length;
      return JSON.stringify({ bookmark: bookmarkOf(at) });
    }
    if (command === 'd1 time-travel restore') {
      const previous = bookmarkOf(contents.restored.length);
      contents.restored.push(args.find((arg) => arg.startsWith('--bookmark='))?.slice('--bookmark='.length) ?? '');
      return JSON.stringify({ bookmark: contents.restored.at(-1), previous_bookmark: previous, message: '' });
    }
    if (command.startsWith('d1 export')) {
      writeFileSync(of('--output'), 'CREATE TABLE rounds (round INTEGER);\n');
      return 'Exported';
    }
    if (command === 'kv key list') return JSON.stringify([...contents.cache.keys()].map((name) => ({ name })));
    if (command === 'kv bulk get') {
      const keys = JSON.parse(readFileSync(args[3] ?? '', 'utf8')) as string[];
      return JSON.stringify(Object.fromEntries(keys.map((key) => [key, contents.cache.get(key) ?? null])));
    }
    if (command === 'kv key put') {
      contents.cache.set(args[3] ?? '', args[4] ?? '');
      return '';
    }
    if (command === 'kv key get') return `${contents.cache.get(args[3] ?? '') ?? ''}\n`;
    if (command === 'r2 object put') {
      contents.uploaded.push(args[3] ?? '');
      return '';
    }
    if (command === 'secret list --name') return JSON.stringify([...contents.secrets].map((name) => ({ name })));
    if (args[0] === 'secret' && args[1] === 'bulk') {
      const given = JSON.parse(readFileSync(args[2] ?? '', 'utf8')) as Record<string, null>;
      for (const name of Object.keys(given)) contents.secrets.delete(name);
      return '';
    }
    if (command === 'auth token --json') return JSON.stringify({ type: 'oauth', token: 'canary token' });
    if (args[0] !== 'deploy') throw new Error(`nobody expected wrangler ${args.join(' ')}`);
    const secrets = JSON.parse(readFileSync(of('--secrets-file'), 'utf8')) as Record<string, string>;
    for (const name of Object.keys(secrets)) contents.secrets.add(name);
    const { triggers } = read(of('--config')) as { triggers: { crons: string[] } };
    contents.schedules = [...triggers.crons];
    contents.deployed.push({ config: read(of('--config')), secrets, tag: of('--tag'), define: of('--define') });
    return 'Deployed game-of-draws-staging triggers\n  https://game-of-draws-staging.someone.workers.dev\n';
  }

  const account: FakeAccount = {
    contents,
    commands,
    fetch: (async (url: string, { headers }: { headers: { authorization: string } }) => {
      if (!url.endsWith('/accounts/account/workers/scripts/game-of-draws-staging/schedules'))
        throw new Error(`nobody expected a call of ${url}`);
      if (headers.authorization !== 'Bearer canary token') return new Response(null, { status: 401 });
      return Response.json({ result: { schedules: contents.schedules.map((cron) => ({ cron })) } });
    }) as unknown as typeof fetch,
    interrupt: null,
    refuse: null,
    async run(args) {
      commands.push(args.join(' '));
      const { interrupt, refuse } = account;
      if (refuse !== null && args.join(' ').startsWith(refuse)) throw new Error(`wrangler ${refuse} failed`);
      const isHere = interrupt !== null && commands.length === interrupt.at;
      if (isHere && interrupt.when === 'before') throw new Interrupted('interrupted');
      const output = answer(args);
      if (isHere) throw new Interrupted('interrupted');
      return output;
    },
  };
  return account;
}
