import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportAll } from '../../commands/setup/account/exportAll.ts';
import type { AccountInput } from '../../commands/setup/account/openAccount.ts';
import { restoreSteps } from '../../commands/setup/account/restoreSteps.ts';
import { rotateKey } from '../../commands/setup/account/rotateKey.ts';
import { cloudflareTarget } from '../../commands/setup/cloudflare/cloudflareTarget.ts';
import { readWranglerConfig } from '../../commands/setup/cloudflare/wranglerConfig.ts';
import { openKeptSetup } from '../../commands/setup/KeptSetup.ts';
import { runSetup } from '../../commands/setup/runSetup.ts';
import { runSteps } from '../../commands/setup/steps/Step.ts';
import { announce } from '../../commands/setup/terms/announce.ts';
import type { Proof } from '../../src/contract/round.ts';
import { createRpc } from '../../worker/chain/node/rpc.ts';
import { callCrons } from '../world/callCrons.ts';
import { startWorld, type World } from '../world/startWorld.ts';
import { REPOSITORY } from '../world/worldFolders.ts';
import { eventually } from './eventually.ts';
import { type LocalAccount, localAccount } from './localAccount.ts';

const SCHEDULE = { roundSeconds: 45, entryLockSeconds: 20 };
const PERIOD_SECONDS = 3;
/** Time for the checks, and for the announcement to be final, before the first round begins. */
const AHEAD_SECONDS = 150;
const COMMIT = 'c0ffee1234';
const LAST_RESORT_SECONDS = 400;

let world: World;
let account: LocalAccount;
let folder: string;
let endCrons = (): void => undefined;
beforeAll(async () => {
  world = await startWorld({ worldSeed: 'an account', holders: 30 });
  // Setup asks for the time of a final block, which a chain that is one second old does not have.
  const { connection } = world.runtime;
  const timeOfFinal = async () => connection.getBlockTime(await connection.getSlot('finalized')).catch(() => null);
  await eventually(timeOfFinal, (time) => time !== null);
  account = localAccount();
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
});
afterAll(async () => {
  endCrons();
  await account?.stop();
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What every command of an operator gets; its folder is empty at first. */
function operator(lines: string[]): AccountInput {
  const target = cloudflareTarget({
    ...{ environment: 'staging', repository: account.repository, run: account.run, fetch: account.fetch },
    secretsFolder: account.repository,
    ...{ apiUrl: 'https://api.cloudflare.test', readConfig: () => readWranglerConfig(REPOSITORY) },
  });
  if (target.account === null) throw new Error('an account is wanted');
  return {
    ...{ environment: 'staging', variables: {}, target, account: target.account, fetch: account.fetch },
    kept: openKeptSetup(join(folder, 'kept')),
    now: () => Date.now(),
    // The crons can only be called once the lottery's address is known.
    wait: async (ms) => {
      for (const cron of ['* * * * *', '*/2 * * * *']) await account.worker().cron(cron);
      await sleep(Math.min(ms, 500));
    },
    print: (line) => void lines.push(line),
    announce: ({ settings, ...of }) => {
      const now = () => Date.now();
      const rpc = createRpc({ urls: settings.rpcUrls, fetch: (...asked) => fetch(...asked), now });
      return announce({ settings, rpc, now, wait: (ms) => sleep(Math.min(ms, 500)), ...of }, of.agree);
    },
    isDryRun: false,
    isMainnetMeant: false,
  };
}

const proofOf = async (number: number) =>
  (await fetch(`${account.worker().url}/api/lottery/rounds/${number}/proof`)).json() as Promise<Proof>;
const roundOf = (number: number, isRight: (state: string) => boolean) =>
  eventually(
    () => proofOf(number),
    ({ state }) => isRight(state ?? ''),
    LAST_RESORT_SECONDS,
  );

/** The first round from `from` on that was not rolled over, once `state` is its state. A slow machine misses rounds. */
async function playedRound(from: number, state: string): Promise<Proof> {
  const played = async () => {
    for (let number = from; ; number += 1) {
      const proof = await proofOf(number);
      if (proof.state !== 'rolled-over') return proof;
    }
  };
  return eventually(played, (proof) => proof.state === state, LAST_RESORT_SECONDS);
}

const ask = (key: string, path: string, body?: object) =>
  fetch(`${account.worker().url}/api/admin${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-key': key },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

it('leads from an empty folder to an account with a played lottery, and through a new key, an export and a restore during a round', async () => {
  const lines: string[] = [];
  const said = () => lines.splice(0).join('\n');
  const input = operator(lines);
  const genesisTime = Math.ceil((Date.now() / 1000 + AHEAD_SECONDS) / PERIOD_SECONDS) * PERIOD_SECONDS;
  const given = world.settings({ ...SCHEDULE, genesisTime });
  const plan = { questions: [], given, ask: null, readCommit: async () => COMMIT };

  // npm run setup
  expect(await runSetup(input, plan), lines.join('\n')).toBe(true);
  expect(said()).toContain(`is well, version 0.1.0+${COMMIT}`);
  endCrons = callCrons({
    ...{ workerUrl: account.worker().url, schedule: { ...SCHEDULE, genesisTime }, taxSeconds: 120 },
    onFailure: () => undefined,
  });
  await playedRound(1, 'paid');

  // npm run rotate -- admin, and a deployment
  const [sentence = ''] = rotateKey(input, { what: 'admin', name: 'local' });
  const key = readFileSync(/is in (\S+)\. /.exec(sentence)?.[1] ?? '', 'utf8');
  expect((await ask(key, '/session')).status).toBe(401);
  expect(await runSetup(input, { ...plan, given: {} }), lines.join('\n')).toBe(true);
  expect([(await ask(key, '/session')).status, (await ask(world.adminKey, '/session')).status]).toEqual([200, 401]);
  const [, bookmark = ''] = /back to it: npm run restore -- (\S+) --env staging/.exec(said()) ?? [];

  // npm run export
  const exported = await exportAll(input, { folder: join(folder, 'backup'), bucket: null });
  const copies = JSON.parse(readFileSync(join(exported, 'copies.json'), 'utf8')) as { readonly key: string }[];
  expect(new Set(copies.map(({ key: of }) => of.split(':')[0]))).toEqual(new Set(['list', 'rules', 'terms']));

  // A round is paid after the bookmark, and the next one is committed when the database is restored.
  const running = Math.floor((Date.now() / 1000 - genesisTime) / SCHEDULE.roundSeconds) + 1;
  const paid = await playedRound(running + 1, 'paid');
  const since = paid.roundNumber;
  await playedRound(since + 1, 'committed');
  said();
  const restoring = restoreSteps(input, { to: { bookmark }, agree: async () => true, readCommit: plan.readCommit });
  expect(await runSteps(restoring, input, false), lines.join('\n')).toBe(true);
  expect(said()).toContain('this undoes it: npm run restore --');
  const held = await roundOf(since, (state) => state === 'held');
  expect(held.reason).toBe('mark-without-record');

  // npm run recover, with the key that is in force: the copies in KV were not lost.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...['--no-warnings', 'commands/pay/recover.ts', paid.commitment?.signature ?? ''],
      ...['--app', account.worker().url, '--reason', 'the database was restored'],
    ],
    { env: { ...process.env, ADMIN_KEY: key } },
  );
  expect(stdout).toContain('goes on');
  // The round has its list and its draw again, and the worker finds the mark of its payment, so nothing is paid twice.
  // A person closes it as paid.
  await eventually(
    () => proofOf(since),
    ({ state, commitment }) => state === 'held' && commitment !== null,
    LAST_RESORT_SECONDS,
  );
  const closed = await ask(key, `/operations/rounds/${since}/close`, { reason: 'it was paid before the restore' });
  expect(await closed.json()).toEqual({ success: true });
  const again = await roundOf(since, (state) => state === 'paid');
  expect([again.payout?.signature, again.winners]).toEqual([paid.payout?.signature, paid.winners]);
}, 1_800_000);
