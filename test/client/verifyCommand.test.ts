import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createChainView } from '../../client/audit/chain/chainView.ts';
import { type Options, readOptions } from '../../commands/verifier/readOptions.ts';
import { closingLines, exitCode, stepLine } from '../../commands/verifier/reportLines.ts';
import { proofUrl, roundIn, verifyText } from '../../commands/verifier/verifyText.ts';
import { HOSTILE_CHAINS } from './hostileChains.ts';
import { hostileNode } from './hostileNode.ts';
import { serveHostileNode } from './serveHostileNode.ts';
import { TAMPERED_PROOFS } from './tamperedProofs.ts';

vi.mock('../../src/protocol/v1/verifyBeacon.ts', async (original) =>
  (await import('./rememberedBeacon.ts')).rememberedBeacon(await original()),
);

const COMMAND = fileURLToPath(new URL('../../commands/verifier/command.ts', import.meta.url));
const { add, mint, proof } = TAMPERED_PROOFS;
const ROUND = proof.roundNumber;
const BEACON = { round: proof.beacon?.round, signature: proof.beacon?.signature };
const chainOf = () => hostileNode({ name: 'tampered', verdict: 'proven', add });

const options = (typed: Parameters<typeof readOptions>[0]): Options => {
  const read = readOptions(typed);
  if (typeof read === 'string') throw new Error(read);
  return read;
};

describe('what the command says of a proof', () => {
  const verify = (text: string) =>
    verifyText({
      ...{ text, round: ROUND, view: createChainView(chainOf()), askRelay: async () => BEACON },
      options: options({ mint }),
    });

  it('is proven for the honest one', async () => {
    const report = await verify(JSON.stringify(proof));
    expect([exitCode(report), closingLines(report).at(-1)]).toEqual([
      0,
      expect.stringMatching(
        /^proven: round 3, 26 steps; lottery [0-9a-f]{64} of mint \w+ since 2023-.*; the round ends 2023-08-23T15:59:24Z$/,
      ),
    ]);
  });
});

describe('the command', () => {
  let served: Awaited<ReturnType<typeof serveHostileNode>>;
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  beforeAll(async () => {
    const documents = new Map<string, unknown>([
      ['/api/lottery/rounds/3/proof', proof],
      ['/api/lottery/rounds/2/proof', proof],
      [`/public/${BEACON.round}`, BEACON],
    ]);
    served = await serveHostileNode({ node: chainOf, documents });
  });
  afterAll(async () => {
    await served?.stop();
    rmSync(folder, { recursive: true });
  });

  /** The exit code, and what was printed. */
  const run = (words: readonly string[], input = ''): Promise<readonly [number, readonly string[]]> =>
    new Promise((resolve) => {
      const child = execFile(process.execPath, ['--no-warnings', COMMAND, ...words], (error, stdout) => {
        resolve([error === null ? 0 : Number(error.code), stdout.trimEnd().split('\n')]);
      });
      child.stdin?.end(input);
    });
  const asking = () => ['--rpc', served.url, '--drand-url', served.url];

  it('proves a round by its site, an address, a file and standard input, and says so by its exit code', async () => {
    const file = join(folder, 'proof.json');
    writeFileSync(file, JSON.stringify(proof));
    const said = await Promise.all([
      run([mint, '3', '--site', `${served.url}/`, ...asking()]),
      run([mint, '3', '--proof', `${served.url}/rounds/3`, ...asking()]),
      run([mint, '3', '--proof', file, ...asking()]),
      run([mint, '3', '--proof', '-', ...asking()], JSON.stringify(proof)),
    ]);
    for (const [code, lines] of said)
      expect([code, lines.at(-1)]).toEqual([0, expect.stringMatching(/^proven: round 3, 26 steps; lottery /)]);
  });

  it('pins a lottery by the hash of its first terms', async () => {
    const hash = HOSTILE_CHAINS.lottery;
    const [[code], [other, lines]] = await Promise.all([
      run([mint, '3', '--site', served.url, '--lottery', hash, ...asking()]),
      run([mint, '3', '--site', served.url, '--lottery', '7e'.repeat(32), ...asking()]),
    ]);
    expect([code, other]).toEqual([0, 2]);
    expect(lines[0]).toMatch(/^could not check lottery: the lottery of .* is .*, and not 7e/);
  });

  it('says without a proof what the chain alone says', async () => {
    const [code, lines] = await run([mint, '3', ...asking()]);
    expect([code, lines.map((line) => line.split(':')[0])]).toEqual([
      2,
      ['ok lottery', 'ok marks', 'pending proof', 'not proven yet'],
    ]);
  });

  it('audits all rounds that have ended: what the chain says of each, and how many there are on the first line', async () => {
    const [code, lines] = await run([mint, 'all', '--site', served.url, ...asking()]);
    expect(lines[0]).toMatch(
      /^rounds 1 to 3: 1 promised and paid, 2 called off; verdicts: 1 failed, 1 could-not-check, 1 proven; lottery /,
    );
    expect(lines[1]).toMatch(/^could not check the site’s list of rounds: /);
    expect(lines.filter((line) => / round \d: /.test(line) && !line.includes('lottery'))).toEqual([
      expect.stringMatching(/^called off round 1: no commitment made the mark of this hour/),
      expect.stringMatching(/^called off round 2: /),
      expect.stringMatching(/^ok round 3: promised by \w+, paid by \w+$/),
    ]);
    expect(code).toBe(1);
    const [alone, said] = await run([mint, 'all', ...asking()]);
    expect([alone, said[0]]).toEqual([
      2,
      expect.stringMatching(
        /^rounds 1 to 3: 1 promised and paid, 2 called off; verdicts: 1 not-reached, 2 called-off; lottery /,
      ),
    ]);
  });

  it('names the failed steps on its last line', async () => {
    const input = ['--proof', '-', ...asking()];
    const [code, lines] = await run([mint, '3', ...input], JSON.stringify({ ...proof, reason: 'daily-cap' }));
    expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/^FAILED: round 3: payout; lottery /)]);
    expect(lines).toContain('FAIL payout: reason: expected null got daily-cap');
    const [other, said] = await run([mint, '2', '--site', served.url, ...asking()]);
    expect([other, said.at(-1)]).toEqual([1, expect.stringMatching(/^FAILED: round 2: proof, /)]);
    const none = await run([mint, '3', ...input], 'no JSON');
    expect([none[0], none[1][2]]).toEqual([2, expect.stringMatching(/^could not check proof: no proof: /)]);
  });

  it('could not check what nobody answers, or what was asked in the wrong form', async () => {
    const dead = 'http://127.0.0.1:1';
    const said = await Promise.all([
      run([mint, '3', '--proof', '-', '--offline'], JSON.stringify(proof)),
      run([mint, '1', '--site', dead, '--rpc', dead]),
      run([mint, '3', '--proof', join(folder, 'nothing.json'), ...asking()]),
      run([mint, 'all', '--rpc', dead]),
    ]);
    for (const [code, lines] of said)
      expect([code, lines.at(-1)]).toEqual([2, expect.stringMatching(/^could not check: /)]);
  });

  it('ends with 64 for wrong arguments, as every command: nothing was asked, and nothing could be checked', async () => {
    const said = await Promise.all([
      run([mint, '3', '--drand-key', '00']),
      run([mint, '3', '--unknown']),
      run([mint, '0']),
      run(['no mint', '3']),
      run([mint, 'all', '--proof', '-']),
      run([mint, '3', '--site', 'http://a.test', '--proof', '-']),
      run([mint]),
    ]);
    for (const [code, lines] of said)
      expect([code, lines.join()]).toEqual([64, expect.not.stringContaining('could not check:')]);
  });

  it('believes only quicknet, unless another network is named completely', async () => {
    const foreign = { ...proof, beacon: proof.beacon && { ...proof.beacon, genesisTime: 1 } };
    const [code, lines] = await run([mint, '3', '--proof', '-', ...asking()], JSON.stringify(foreign));
    expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/^FAILED: round 3: network; /)]);
  });
});

describe('what is typed beside the proof', () => {
  const key = 'a'.repeat(192);
  it.each([
    [{ 'drand-key': key }, 'go together'],
    [{ 'drand-key': 'A', 'drand-genesis': '1', 'drand-period': '3' }, '96 bytes'],
    [{ 'drand-key': key, 'drand-genesis': '-1', 'drand-period': '3' }, 'unix seconds'],
    [{ 'drand-key': key, 'drand-genesis': '1', 'drand-period': '0' }, 'period'],
    [{ rpc: ['file:///etc/passwd'] }, 'no address of a server'],
    [{ rpc: ['https://a.test', 'https://b.test', 'https://c.test'] }, 'One or two RPC servers'],
    [{ rpc: ['https://a.test/one', 'https://A.test:443/two'] }, 'The two RPC servers must have different hosts'],
    [{ 'drand-url': ['what'] }, 'no address of a server'],
    [{ mint: 'O0' }, 'Name the token’s mint'],
    [{ lottery: '00' }, '64 digits'],
  ])('is refused with a sentence: %j', (typed, sentence) => {
    expect(readOptions({ mint, ...typed })).toContain(sentence);
  });

  it('names a network, whose relays are asked only when they are named too', () => {
    const named = { mint, 'drand-key': key, 'drand-genesis': '1', 'drand-period': '3' };
    expect(options(named)).toMatchObject({ relays: null, network: { by: 'pinned', network: { periodSeconds: 3 } } });
    expect(options({ ...named, 'drand-url': ['https://r.test/'] }).relays).toEqual(['https://r.test']);
    expect(options({ mint }).relays).toHaveLength(4);
    expect(options({ mint, rpc: ['https://rpc.test'], offline: true })).toMatchObject({ rpcUrls: [], relays: [] });
  });

  it('may be the address of a round’s page', () => {
    expect(proofUrl('https://host.test/rounds/12?x=1')).toBe('https://host.test/api/lottery/rounds/12/proof');
    expect(proofUrl('https://host.test/kept.json')).toBe('https://host.test/kept.json');
    expect([roundIn('{"roundNumber":12}'), roundIn('{"roundNumber":0}'), roundIn('what')]).toEqual([12, null, null]);
  });

  it('has a line for each state of a step', () => {
    const line = (state: Parameters<typeof stepLine>[0]['state']) => stepLine({ id: 'root', state, value: 'v' });
    expect((['ok', 'failed', 'could-not-check', 'not-reached', 'owed', 'called-off'] as const).map(line)).toEqual([
      ...['ok root: v', 'FAIL root: v', 'could not check root: v', 'pending root: v', 'OWED root: v'],
      'called off root: v',
    ]);
  });
});
