import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../../commands/setup/makeKey.ts';
import { readOptions } from '../../../commands/verifier/readOptions.ts';
import { wallet } from '../wallets.ts';
import { allPapers, inBackticks, paper, ROOT, shellLines } from './printedLines.ts';

/** Programs from outside of this repository that a paper might name. All such commands in the papers are run here. */
const FOREIGN =
  /^(?:[A-Z_\d]+=\S+ )*(?:apt|apt-get|awk|base64|bash|brew|cat|chmod|cp|crontab|curl|docker|gh|git|grep|gunzip|gzip|journalctl|jq|kill|mkdir|mv|node|openssl|pip3?|printf|psql|python3?|rm|scp|sed|sh|sha256sum|solana|solana-keygen|spl-token|sqlite3|ssh|sudo|systemctl|tar|unzip|wget|wrangler)\s\S/;
/** Excludes files whose names contain the name of a program. */
const NO_COMMAND = /^(?:sh|git|node) \d|^python3$/;

const printed = (path: string) =>
  [...shellLines(paper(path)), ...inBackticks(paper(path)).filter((text) => FOREIGN.test(text))]
    .flatMap((line) => line.split(' && '))
    .filter((line) => !/^(?:[A-Z_\d]+=\S+ )*np[mx] /.test(line) && !NO_COMMAND.test(line));

const HEALTH = 'curl -s https://draws.example.com/api/health';
const SECRET = 'openssl rand -base64 32';
const DIGEST = 'printf %s "$KEY" | sha256sum';
const EXAMPLE = 'cp .dev.vars.example staging.vars';
const WORLD = 'world() { node -p "require(\'./.local/world.json\').$1"; }';
const VERIFIER =
  'python3 test/independent/verify.py <mint> 123 --site https://<host> --rpc https://api.mainnet-beta.solana.com';
const FUZZED = 'python3 test/independent/fuzz_verdicts.py 7 0 0 proof 138';

/** Runs a shell command in a folder, with a PATH whose npm is a stub. Returns its output. */
async function shell(command: string, cwd: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { ...process.env, PATH: `${stubs}:${process.env.PATH}`, ...more };
  return (await promisify(execFile)('bash', ['-ec', command], { cwd, env })).stdout;
}

/** With `CI` set, a missing program is an error. */
const isPythonHere = process.env.CI !== undefined || spawnSync('python3', ['--version']).status === 0;

let folder: string;
let stubs: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  stubs = join(folder, 'stubs');
  mkdirSync(stubs);
  writeFileSync(join(stubs, 'npm'), '#!/usr/bin/env bash\nprintf "%s\\n" "$@"\n');
  chmodSync(join(stubs, 'npm'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the commands that a paper prints of other programs', () => {
  it('are exactly those that are run here', () => {
    const all = new Set(allPapers().flatMap(printed));
    expect([...all].sort()).toEqual(
      [HEALTH, SECRET, DIGEST, EXAMPLE, WORLD, VERIFIER, FUZZED, 'git pull', 'git checkout main'].sort(),
    );
  });

  it('ask a lottery for its health', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end('{"status":"ok"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const said = await shell(HEALTH.replace('https://draws.example.com', here), folder);
    await new Promise((resolve) => server.close(resolve));
    expect([said, asked]).toEqual(['{"status":"ok"}', ['GET /api/health']]);
  });

  it('make an admin key and the digest that the settings want of it', async () => {
    const key = (await shell(SECRET, folder)).trim();
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect((await shell(DIGEST, folder, { KEY: key })).split(' ')[0]).toBe(digestOf(key));
  });

  it('copy the example of settings', async () => {
    copyFileSync(join(ROOT, '.dev.vars.example'), join(folder, '.dev.vars.example'));
    await shell(EXAMPLE, folder);
    expect(readFileSync(join(folder, 'staging.vars'), 'utf8')).toContain('GOD_MINT=');
  });

  it('bring a clone to the newest commit, even from the tag of an incident', async () => {
    const quiet = 'git -c user.name=one -c user.email=one@example.com';
    await shell(
      `git init -q -b main first && cd first && ${quiet} commit -q --allow-empty -m one && git clone -q . ../clone
       ${quiet} commit -q --allow-empty -m two && git -C ../clone checkout -q --detach`,
      folder,
    );
    const clone = join(folder, 'clone');
    const page = inBackticks(paper('docs/runbook.md')).find((line) => line.startsWith('git checkout main'));
    const said = await shell(page ?? '', clone);
    // npm is a stub here, which prints its arguments.
    expect(said.split('\n').slice(-7)).toEqual(['ci', 'run', 'deploy', '--', '--env', 'production', '']);
    expect((await shell('git log -1 --format=%s', clone)).trim()).toBe('two');
    const others = allPapers().flatMap((path) => inBackticks(paper(path)).filter((line) => /^git pull/.test(line)));
    expect(new Set(others)).toEqual(new Set(['git pull && npm ci && npm run deploy -- --env production']));
  });

  it('verify a round of the local world with the values of its file', async () => {
    const [block] = [...paper('docs/develop.md').matchAll(/```sh\n(world\(\)[\s\S]*?)```/g)].map(([, text]) => text);
    mkdirSync(join(folder, '.local'), { recursive: true });
    const world = { mint: wallet(7), ...{ appUrl: 'http://app', rpcUrl: 'http://rpc', drandUrl: 'http://drand' } };
    writeFileSync(join(folder, '.local/world.json'), JSON.stringify({ ...world, drandPublicKey: 'ab'.repeat(96) }));
    const [run, name, dashes, mint = '', round, ...options] = (await shell(block ?? '', folder)).trim().split('\n');
    expect([run, name, dashes, mint, round]).toEqual(['run', 'verify', '--', world.mint, '1']);
    const text = { type: 'string' } as const;
    const known = { site: text, rpc: { ...text, multiple: true }, 'drand-url': { ...text, multiple: true } } as const;
    const beacon = { 'drand-key': text, 'drand-genesis': text, 'drand-period': text } as const;
    const { values } = parseArgs({ args: options, options: { ...known, ...beacon } });
    expect(readOptions({ mint, ...values })).toMatchObject({ rpcUrls: [world.rpcUrl], relays: [world.drandUrl] });
  });

  it.skipIf(!isPythonHere)('verify a round in Python: its own reader takes them', async () => {
    const nobody = VERIFIER.replace('<mint>', wallet(7)).replaceAll(/https:\/\/\S+/g, 'http://127.0.0.1:1');
    // For unknown arguments it prints its usage, and not this line.
    expect(await shell(`${nobody} || true`, ROOT)).toContain('could not check: round 123');
    expect(JSON.parse(await shell(FUZZED, ROOT))).toBeTypeOf('object');
  });
});
