import { readFileSync } from 'node:fs';
import type { RunWrangler } from '../../../setup/cloudflare/runWrangler.ts';

/** What an account has after some commands. */
export interface AccountContents {
  readonly databases: { name: string; uuid: string; location: string | null }[];
  readonly namespaces: { title: string; id: string }[];
  readonly migrated: string[];
  readonly deployed: {
    config: Record<string, unknown>;
    secrets: Record<string, string>;
    tag: string;
    define: string;
  }[];
}

export interface FakeAccount {
  readonly contents: AccountContents;
  readonly run: RunWrangler;
  /** Every command, as one line. */
  readonly commands: string[];
  /** Ends the run at a command, by its number: before it does anything, or after it did it and before it is told. */
  interrupt: { readonly at: number; readonly when: 'before' | 'after' } | null;
}

/** Somebody pressed Ctrl-C, or the line went dead. */
export class Interrupted extends Error {}

/** An account at Cloudflare as wrangler shows it. What nobody expected throws. */
export function fakeAccount(repository: string): FakeAccount {
  const contents: AccountContents = { databases: [], namespaces: [], migrated: [], deployed: [] };
  const commands: string[] = [];
  const read = (name: string): Record<string, unknown> => JSON.parse(readFileSync(`${repository}/${name}`, 'utf8'));

  function answer(args: readonly string[]): string {
    const [command = ''] = [args.slice(0, 3).join(' ')];
    const of = (name: string) => args[args.indexOf(name) + 1] ?? '';
    if (command === 'whoami --json') return JSON.stringify({ loggedIn: true, accounts: [{ name: 'An account' }] });
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
    if (args[0] !== 'deploy') throw new Error(`nobody expected wrangler ${args.join(' ')}`);
    const secrets = JSON.parse(readFileSync(of('--secrets-file'), 'utf8')) as Record<string, string>;
    contents.deployed.push({ config: read(of('--config')), secrets, tag: of('--tag'), define: of('--define') });
    return 'Deployed game-of-draws-staging triggers\n  https://game-of-draws-staging.someone.workers.dev\n';
  }

  const account: FakeAccount = {
    contents,
    commands,
    interrupt: null,
    async run(args) {
      commands.push(args.join(' '));
      const { interrupt } = account;
      const isHere = interrupt !== null && commands.length === interrupt.at;
      if (isHere && interrupt.when === 'before') throw new Interrupted('interrupted');
      const output = answer(args);
      if (isHere) throw new Interrupted('interrupted');
      return output;
    },
  };
  return account;
}
