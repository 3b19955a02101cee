import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { moveOptions } from '../../../commands/pay/moveOptions.ts';
import { payOptions } from '../../../commands/pay/payOptions.ts';
import { recoverOptions } from '../../../commands/pay/recoverOptions.ts';
import { exportOptions } from '../../../commands/setup/account/exportAll.ts';
import { secretsOptions } from '../../../commands/setup/account/manageSecrets.ts';
import { restoreOptions } from '../../../commands/setup/account/restoreSteps.ts';
import { rotateOptions } from '../../../commands/setup/account/rotateKey.ts';
import { isSecretName } from '../../../commands/setup/settingsText.ts';
import { setupOptions } from '../../../commands/setup/setupOptions.ts';
import { termsOptions } from '../../../commands/setup/terms/termsOptions.ts';
import { readOptions } from '../../../commands/verifier/readOptions.ts';
import { watcherOptions } from '../../../commands/watcher/watcherOptions.ts';
import { SETTING_NAMES } from '../../../worker/settings/parseSettings.ts';
import { fuzzOptions } from '../../fuzz/fuzzOptions.ts';
import { readOptions as simOptions } from '../../sim/options.ts';
import { wallet } from '../wallets.ts';
import { allPapers, linesOf, printedLines, ROOT } from './printedLines.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
/** What an operator reads: each command with words has a reader. */
const OPERATORS = [
  'README.md',
  'SECURITY.md',
  ...['deploy', 'operate', 'runbook', 'security', 'nodes', 'cost', 'witness', 'storage', 'capacity'].map(
    (name) => `docs/${name}.md`,
  ),
];
const PAPERS = allPapers();
const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);

/** A sentence about what is wrong with the arguments of a command; null when its own reader accepts them. */
type Reader = (args: readonly string[]) => string | null;
const sentence = (read: (args: readonly string[]) => unknown): Reader => {
  return (args) => {
    const options = read(args);
    return typeof options === 'string' ? options : null;
  };
};
const thrown = (read: (args: readonly string[]) => unknown): Reader => {
  return (args) => {
    try {
      read(args);
      return null;
    } catch (error) {
      return String(error);
    }
  };
};
const READERS: Readonly<Record<string, Reader>> = {
  setup: sentence(setupOptions),
  doctor: sentence(setupOptions),
  deploy: sentence(setupOptions),
  terms: sentence(termsOptions),
  restore: sentence(restoreOptions),
  rotate: sentence(rotateOptions),
  export: sentence(exportOptions),
  secrets: sentence(secretsOptions),
  pay: sentence(payOptions),
  recover: sentence(recoverOptions),
  move: sentence(moveOptions),
  witness: sentence(watcherOptions),
  // Its arguments are read by the verifier itself.
  verify: sentence(([mint = '', round = '', ...more]) =>
    /^(?:[1-9]\d*|all)$/.test(round) && (more[0] ?? '--').startsWith('--')
      ? readOptions({ mint })
      : 'a mint and a round are wanted',
  ),
  sim: thrown(simOptions),
  fuzz: thrown((args) => fuzzOptions(args, () => 'seed')),
  bench: sentence((names) => {
    const known = [...read('test/bench/run.ts').matchAll(/^ {2}(\w+): bench\w+,$/gm)].map(([, name]) => name);
    const unknown = names.filter((name) => !known.includes(name));
    return unknown.length === 0 ? {} : `no bench ${unknown.join()}`;
  }),
  drill: sentence(([name = '']) => (existsSync(join(ROOT, `test/drill/${name}.ts`)) ? {} : `no drill ${name}`)),
};

it('accepts the signatures of announcements, for flooded marks, in `pay` and `doctor` as in `terms`', () => {
  const [env, named] = [
    ['--env', 'staging'],
    ['--named', 'one,two'],
  ];
  expect(payOptions(['7', ...env, ...named])).toMatchObject({ named: ['one', 'two'] });
  expect(setupOptions([...env, ...named])).toMatchObject({ named: ['one', 'two'] });
  expect(termsOptions([...env, ...named])).toMatchObject({ named: ['one', 'two'] });
});

/** Wrangler 4.135: the options of each command. What they do is tested in wrangler.long.test.ts. */
const WRANGLER: readonly { readonly words: readonly string[]; readonly flags: readonly string[] }[] = [
  { words: ['login'], flags: [] },
  { words: ['tail', 'DATABASE'], flags: ['--format'] },
  { words: ['d1', 'execute', 'DATABASE'], flags: ['--remote', '--command', '--file'] },
  { words: ['kv', 'bulk', 'put', 'ANY'], flags: ['--namespace-id', '--remote'] },
];

/** Sample words in place of what an operator fills in. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [/\[[^\]]*\]/g, ''],
  [/<host>|<your node>/g, 'example.com'],
  [/<mint>|\$\(world mint\)/g, wallet(7)],
  [/\$\(world \w+\)/g, 'https://example.com'],
  [/(?<= --seed )S/g, '1'],
  [/\bSIGNATURE\b/g, '5'.repeat(88)],
  [/\bBOOKMARK\b/g, `0000000a-0000000b-0000000c-${'d'.repeat(32)}`],
  [/(?<= )N(?= |$)/g, '512'],
  [/(?<= )SOL(?= )/g, '1.5'],
  [/\b(?:NEW|POOL)_ADDRESS\b(?!')/g, wallet(8)],
  [/(\w+)(?:\|\w+)+/g, '$1'],
];

interface Printed {
  readonly paper: string;
  readonly text: string;
}
/** Every command that begins with npm or npx, as a shell would get it. */
function printed(): Printed[] {
  return [...PAPERS, ...WORKFLOWS].flatMap((paper) => {
    const text = read(paper);
    const lines = paper.endsWith('.yml') ? linesOf(text) : printedLines(text);
    return lines
      .flatMap((line) => line.replace(/^(?:- )?run: /, '').split(' && '))
      .map((line) => line.replace(/^ExecStart=\/usr\/bin\//, '').replace(/^(?:[A-Z_\d]+=\S+ )+/, ''))
      .filter((line) => /^np[mx] /.test(line))
      .map((line) => ({ paper, text: MEANT.reduce((so, [pattern, word]) => so.replaceAll(pattern, word), line) }));
  });
}

/** As a shell splits it. */
const wordsOf = (text: string) =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

describe('every command that a paper or a workflow prints', () => {
  const all = printed();

  it('is found by this test', () => {
    expect(all.length).toBeGreaterThan(80);
    for (const name of Object.keys(READERS))
      expect(all.map(({ text }) => text).join('\n')).toContain(`npm run ${name}`);
  });

  it('of npm run is accepted by its own reader', () => {
    const wrong = all.flatMap(({ paper, text }) => {
      const [, name = '', rest = ''] = /^npm run ([\w:]+)(?: -- (.*))?$/.exec(text) ?? [];
      const reader = READERS[name];
      if (rest === '') return [];
      if (reader === undefined) return OPERATORS.includes(paper) ? [`${paper}: ${text}: nobody reads it`] : [];
      // A workflow's variables stand for what a person types.
      const words = wordsOf(rest.replace('$DEPLOYED', 'production').replace('$BACKUP_BUCKET', 'nightly'));
      const problem = reader(words);
      return problem === null ? [] : [`${paper}: ${text}: ${problem.split('\n')[0]}`];
    });
    expect(wrong).toEqual([]);
  });

  it('of wrangler exists, and is for a database that the setup makes', () => {
    const own = all.filter(({ text }) => text.startsWith('npx wrangler '));
    expect(own.length).toBeGreaterThan(5);
    const wrong = own.filter(({ text }) => {
      const words = wordsOf(text).slice(2);
      const at = words.findIndex((word) => word.startsWith('--'));
      const [named, flags] = at === -1 ? [words, []] : [words.slice(0, at), words.slice(at)];
      return !WRANGLER.some(
        (known) =>
          known.words.length === named.length &&
          known.words.every(
            (word, i) =>
              word === 'ANY' ||
              (word === 'DATABASE' ? /^game-of-draws-(?:staging|production)$/.test(named[i] ?? '') : word === named[i]),
          ) &&
          flags.filter((flag) => flag.startsWith('--')).every((flag) => known.flags.includes(flag)),
      );
    });
    expect(wrong).toEqual([]);
  });

  it('of SQL is accepted by a database with the migrations', () => {
    const database = new DatabaseSync(':memory:');
    for (const file of readdirSync(join(ROOT, 'migrations'))) database.exec(read(`migrations/${file}`));
    const statements = all.flatMap(({ text }) => [...text.matchAll(/--command "([^"]+)"/g)].map(([, sql = '']) => sql));
    expect(statements).toHaveLength(2);
    for (const statement of statements) database.exec(statement);
    expect(() => database.exec('DELETE FROM checkpoint')).toThrow('no such table');
    database.close();
  });

  it('of node’s package manager exists', () => {
    const known = ['ci', 'run', 'start', 'test', 'audit', 'outdated', 'pack'];
    const wrong = all.filter(({ text }) => text.startsWith('npm ') && !known.includes(text.split(' ')[1] ?? ''));
    expect(wrong).toEqual([]);
  });
});

describe('the workflows', () => {
  const texts = WORKFLOWS.map((file) => ({ file, text: read(file) }));

  it('use no action but GitHub’s own', () => {
    const used = texts.flatMap(({ text }) => [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action));
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((action) => !/^actions\/(?:checkout|setup-node)@v\d+$/.test(action ?? ''))).toEqual([]);
  });

  it('give every secret setting to a deployment, and only these and the account’s secrets', () => {
    const deploy = read('.github/workflows/deploy.yml');
    const handed = [...deploy.matchAll(/^ +([A-Z_]+): \$\{\{ secrets\.([A-Z_]+) \}\}$/gm)];
    expect(handed.filter(([, name, from]) => name !== from)).toEqual([]);
    const names = handed.map(([, name]) => name).filter((name) => name !== 'CLOUDFLARE_API_TOKEN');
    expect(names.sort()).toEqual(SETTING_NAMES.filter(isSecretName).sort());
  });

  it('wait for an approval before they deploy, and put no person’s input into a shell', () => {
    const deploy = read('.github/workflows/deploy.yml');
    expect(deploy).toMatch(/environment: \$\{\{ inputs\.environment \}\}/);
    for (const { text } of texts) expect(text.split('\n').filter((line) => /run: .*\$\{\{/.test(line))).toEqual([]);
  });
});
