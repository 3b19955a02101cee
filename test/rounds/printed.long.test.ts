import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../domain/setup/apiStandIn.ts';
import { allPapers, paper, printedLines, ROOT } from '../domain/setup/printedLines.ts';

const NAME = 'game-of-draws-production';
const COPIES = [{ key: 'list:other', value: 'another list' }];
const SQL = 'CREATE TABLE again (one INTEGER);\n';

let api: Awaited<ReturnType<typeof startApi>>;
let folder: string;
beforeAll(async () => {
  api = await startApi(NAME);
  folder = mkdtempSync(join(tmpdir(), 'printed-'));
  // The operator's folder, with the repository's own wrangler and a backup.
  for (const name of ['node_modules', 'package.json', 'wrangler.toml'])
    symlinkSync(join(ROOT, name), join(folder, name));
  mkdirSync(join(folder, 'backup'));
  writeFileSync(join(folder, 'backup/copies.json'), JSON.stringify(COPIES));
  writeFileSync(join(folder, 'backup/database.sql'), SQL);
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command in a shell. Resolves to its output once it has ended or has printed a given text. */
function shell(command: string, until?: string): Promise<string> {
  const child = spawn('bash', ['-ec', command.replace(/^npx /, 'exec npx ')], {
    cwd: folder,
    env: {
      ...process.env,
      ...{ CLOUDFLARE_API_BASE_URL: api.url, CLOUDFLARE_API_TOKEN: 'canary', CLOUDFLARE_ACCOUNT_ID: 'account' },
      ...{ XDG_CONFIG_HOME: folder, CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false' },
    },
    // A process group of its own, as in a terminal, so that Ctrl-C reaches wrangler and not only npx.
    detached: true,
  });
  child.stdin.end();
  let said = '';
  const hasSaid = () => until !== undefined && said.includes(until);
  return new Promise((resolve, reject) => {
    const hear = (text: string) => {
      const isOver = hasSaid();
      said += text;
      if (!isOver && hasSaid() && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('close', (code) =>
      code === 0 || hasSaid() ? resolve(said) : reject(new Error(`${command}: ${code}: ${said}`)),
    );
  });
}

const printed = new Set(
  allPapers()
    .flatMap((path) => printedLines(paper(path)))
    .filter((line) => line.startsWith('npx wrangler ')),
);
const of = (words: RegExp) => [...printed].filter((line) => words.test(line));

it('wrangler takes every command of its own that a paper prints, against a stand-in of Cloudflare’s API', async () => {
  const { contents } = api;
  const [tail = '', ...tails] = of(/ tail /);
  const statements = of(/ --command /);
  const [file = '', ...files] = of(/ --file /);
  const [copies = '', ...others] = of(/ kv bulk put /);
  const login = of(/ login$/);
  expect([...tails, ...files, ...others]).toEqual([]);
  expect(printed.size).toBe(1 + statements.length + 1 + 1 + login.length);

  for (const statement of statements) await shell(statement);
  expect(contents.executed.map((sql) => sql.trim())).toEqual(
    statements.map((line) => (/--command "([^"]+)"/.exec(line)?.[1] ?? '').trim()),
  );
  await shell(file);
  expect(contents.imported).toEqual([SQL]);
  await shell(copies.replace(' ID ', ' cache '));
  expect(contents.cache.get('list:other')).toBe('another list');
  // The page says what to look for in it.
  const [, looked = ''] = /look for `([^`]+)`/.exec(paper('docs/runbook.md').split('### part-down\n')[1] ?? '') ?? [];
  expect(await shell(tail, looked)).toContain(NAME);
  // This command opens a browser, so it is only checked that it exists.
  for (const line of login) expect(await shell(`${line} --help`)).toContain('Login to Cloudflare');
}, 1_200_000);
