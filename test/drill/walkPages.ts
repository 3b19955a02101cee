import { createHash, randomBytes } from 'node:crypto';
import { base58 } from '@scure/base';
import { Keypair, type PublicKey, SystemProgram } from '@solana/web3.js';
import { configAnswer } from '../../src/contract/distribution.ts';
import { operationsAnswer } from '../../src/contract/operations.ts';
import { eventually, untilUnix } from '../rounds/eventually.ts';
import { newWallet } from '../rounds/startTax.ts';
import { sendTransaction } from '../world/sendTransaction.ts';
import type { ProxyRule } from '../world/startProxy.ts';
import { restoreBackup, takeBackup } from './backup.ts';
import { SCHEDULE } from './Ground.ts';
import { addresses, type Night } from './Night.ts';
import { playNext } from './restore.ts';

const THIEF = 'wallet-of-a-thief';
const CONFIG = '/tax-distribution/config';
/** Within this time a person is told that the tax was redirected. */
const TOLD_WITHIN_MS = 10_000;
/** Enough wrong keys for an alert. */
const GUESSES = 25;
const DEAD: ProxyRule = () => ({ status: 503, json: {} });
const SOL = 1_000_000_000n;
/** Long, because a cycle that would start near a lock waits for the commitment. */
const PATIENCE_SECONDS = 150;

/** Pages about theft and break-ins: the tax, the console's keys. */
export async function walkKeys(night: Night): Promise<void> {
  const { ground, kept, phone, tax } = night;
  const { say, lottery, world } = ground;
  const thief = Keypair.generate();
  const stolen = night.key;
  const before = await config(night);
  const take = async (): Promise<void> => {
    const { id, wallets } = await config(night);
    const robbed = [
      ...wallets.filter(({ id: own }) => own !== THIEF).map((wallet) => ({ ...wallet, percentage: 0 })),
      { ...newWallet(9, 100, thief.publicKey.toBase58()), id: THIEF },
    ];
    await night.ask(`${CONFIG}/${id}`, { wallets: robbed }, 'PUT');
    await night.ask(`${CONFIG}/${id}/activate`, {});
  };
  await world.runtime.fundSol(thief.publicKey, SOL);
  await night.walk({
    page: 'distribution-changed',
    async cause() {
      await take();
      const at = Date.now();
      const ring = await phone.ring(at - TOLD_WITHIN_MS, ({ message }) => message.includes('put in force'));
      say(`With one key the robbery is told ${((ring.at - at) / 1000).toFixed(1)} s after it is in force.`);
      if (ring.at - at > TOLD_WITHIN_MS) throw new Error('the robbery was told too late');
    },
    async commands() {
      await night.ask('/operations/pause', { reason: 'a key is stolen', part: 'tax' });
      night.key = await rotateAdmin(night);
      await night.deploy();
      const { id } = await config(night);
      await night.ask(`${CONFIG}/${id}`, { wallets: before.wallets }, 'PUT');
      await night.ask(`${CONFIG}/${id}/activate`, {});
      await night.ask('/operations/resume', { reason: 'the old split is in force', part: 'tax', acknowledge: [] });
    },
    async worked() {
      if ((await night.statusWith(stolen, '/session')) !== 401) throw new Error('the stolen key opens the console');
      const { active } = await config(night);
      const shares = active?.wallets.map(({ address, percentage }) => `${address} ${percentage}`);
      const old = before.active?.wallets.map(({ address, percentage }) => `${address} ${percentage}`);
      if (JSON.stringify(shares) !== JSON.stringify(old)) throw new Error(`in force is ${shares}`);
    },
  });
  if (night.isWalked('distribution-changed'))
    say(`The thief has ${await tax.sol(thief.publicKey)} lamports, of which ${SOL} are his own.`);

  if (night.isWalked('distribution-changed')) await robbedInVain(night, take);

  await night.walk({
    page: 'wrong-keys',
    cause: async () => {
      for (let i = 0; i < GUESSES; i++) await night.statusWith(`guess ${i}`, '/session');
    },
    commands: async () => {
      night.key = await rotateAdmin(night);
      await night.deploy();
    },
    worked: () => night.ask('/session'),
  });
  if (night.isWalked('wrong-keys') && kept.settings().ADMIN_KEYS === lottery.settings.ADMIN_KEYS)
    throw new Error('the key was not changed');
}

/**
 * The same robbery where two keys are needed, and where one key and a delay are: nothing moves, and every key can stop
 * it.
 */
async function robbedInVain(night: Night, take: () => Promise<void>): Promise<void> {
  const { ground, kept } = night;
  const [reader, one] = [randomBytes(24).toString('base64url'), kept.settings().ADMIN_KEYS ?? ''];
  const digest = createHash('sha256').update(reader).digest('hex');
  const name = Object.keys(JSON.parse(one))[0] ?? '';
  const two = { [name]: JSON.parse(one)[name], second: digest };
  const mayRead = { [name]: JSON.parse(one)[name], reader: { sha256: digest, roles: ['read'] } };
  for (const [how, settings] of [
    ['two keys', { ADMIN_KEYS: JSON.stringify(two) }],
    ['a delay', { ADMIN_KEYS: JSON.stringify(mayRead), ACTIVATION_DELAY_HOURS: '24' }],
  ] as const) {
    await night.deploy(settings);
    const { active } = await config(night);
    await take();
    const { id, active: now, waiting } = await config(night);
    if (waiting === null || JSON.stringify(now) !== JSON.stringify(active))
      throw new Error(`with ${how} the robbery is in force`);
    const again = await night.statusWith(night.key, `${CONFIG}/${id}/confirm`, { ask: waiting.ask });
    if (again < 400) throw new Error(`with ${how} the thief has confirmed it himself`);
    const stopped = await night.statusWith(reader, `${CONFIG}/${id}/stop`, { ask: waiting.ask });
    if (stopped !== 200 || (await config(night)).waiting !== null) throw new Error(`with ${how} nobody could stop it`);
    ground.say(
      `With ${how} the robbery waits, the thief’s own confirmation is refused (${again}), and another key stops it.`,
    );
  }
  await night.deploy({ ADMIN_KEYS: one, ACTIVATION_DELAY_HOURS: '0' });
}

/** Pages about what the pool signs and owes. */
export async function walkMoney(night: Night): Promise<void> {
  const { ground, kept, tax } = night;
  const { lottery, world } = ground;
  await night.walk({
    page: 'outflow',
    cause: () => send(night, lottery.pool, Keypair.generate().publicKey, SOL),
    commands: () => night.resume('I have paid somebody by hand'),
    worked: (rangAt) => Promise.all([night.isOver('outflow', rangAt), night.committed()]),
  });

  let owed = 0;
  let taken = 0n;
  await night.walk({
    page: 'held-payout-rejected',
    async cause() {
      owed = await night.committed();
      taken = (await tax.sol(lottery.pool.publicKey)) - SOL / 50n;
      await send(night, lottery.pool, Keypair.generate().publicKey, taken);
    },
    async commands() {
      await world.runtime.fundSol(lottery.pool.publicKey, taken);
      await night.release(owed, 'the pool has money again');
    },
    worked: () => lottery.until(owed, ['paid']),
  });
  if (night.isWalked('held-payout-rejected')) {
    await eventually(
      async () => operationsAnswer.parse(await night.ask('/operations')).data.outflows.length,
      (found) => found > 0,
    );
    await night.resume('it was I who took it');
  }

  const stranger = base58.encode(Keypair.generate().secretKey);
  const own = base58.encode(lottery.pool.secretKey);
  await night.walk({
    page: 'held-record-mismatch',
    async cause() {
      owed = await night.committed();
      await night.deploy({ POOL_SECRET_KEY: stranger });
    },
    async commands() {
      await night.deploy({ OLD_POOL_SECRET_KEYS: own });
      await night.release(owed, 'the old key is there again');
    },
    worked: () => lottery.until(owed, ['paid']),
  });
  kept.change({ POOL_SECRET_KEY: own, OLD_POOL_SECRET_KEYS: '' });
  await night.deploy();

  await night.walk({
    page: 'held-mark-without-record',
    async cause() {
      owed = await night.committed();
      const backup = await takeBackup(lottery);
      const paid = await lottery.until(owed, ['paid']);
      await restoreBackup(lottery, backup);
      ground.explained.add(paid.payout?.signature ?? '');
      await lottery.worker.kill9();
      await night.deploy();
    },
    async commands() {
      await night.ask(`/operations/rounds/${owed}/close`, { reason: 'it was paid before the restore' });
    },
    async worked(rangAt) {
      await Promise.all([lottery.until(owed, ['paid']), night.isOver('held', rangAt)]);
      // The reconciler may have found the round's payment before the round was closed.
      await night.playsOn('it was paid before the restore');
    },
  });

  await night.walk({
    page: 'tax-reserve',
    async cause() {
      await send(
        night,
        world.taxWallet,
        Keypair.generate().publicKey,
        (await tax.sol(world.taxWallet.publicKey)) - SOL / 20n,
      );
      await tax.trade(3);
    },
    commands: () => world.runtime.fundSol(world.taxWallet.publicKey, SOL / 5n),
    worked: (rangAt) => tax.ended(Math.floor(rangAt / 1000), PATIENCE_SECONDS),
  });
}

/** Pages about nodes that fail. */
export async function walkNodes(night: Night): Promise<void> {
  const { ground, kept, nodes } = night;
  const { lottery, say } = ground;
  const [first, second, third, spare] = nodes;
  if (first === undefined || second === undefined || third === undefined || spare === undefined)
    throw new Error('four nodes are wanted');
  await night.walk({
    page: 'node-silent',
    key: 'node-silent:node 2',
    cause: async () => second.behave(DEAD),
    async commands() {
      const said = await kept.run('doctor', ['--file', kept.file], 1);
      say(`The doctor says: ${said.split('\n').find((line) => /WRONG +node/.test(line)) ?? said.slice(-300)}`);
      await night.deploy({ RPC_URLS: addresses([first, spare, third]) });
    },
    worked: () => night.isWell('rpc'),
  });

  await night.walk({
    page: 'missed',
    async cause() {
      await lottery.until(lottery.nextToLock() - 1, ['committed', 'paid', 'rolled-over']);
      const from = lottery.nextToLock();
      // The minute's look sees only the newest round, and here a round is shorter than a minute. So two rounds are
      // missed.
      for (const round of [from, from + 1]) {
        await untilUnix(lottery.endsAt(round) - SCHEDULE.entryLockSeconds - 1);
        for (const node of [first, third]) node.behave(DEAD);
        // While the nodes are silent, nobody can tell that nothing was promised. So they answer again once the round is
        // over.
        await untilUnix(lottery.endsAt(round));
        for (const node of nodes) node.behave(null);
      }
    },
    commands: () => night.deploy({ RPC_URLS: addresses([first, spare, third, second]) }),
    worked: () => night.committed(),
    afterwards: (rangAt) => night.isOver('missed', rangAt),
  });
}

/** Pages about wrong settings. */
export async function walkMachine(night: Night): Promise<void> {
  const { ground, kept } = night;
  const { say } = ground;
  const { GENESIS_TIME = '', POOL_SECRET_KEY = '' } = kept.settings();
  await night.walk({
    page: 'settings',
    cause: () => night.deploy({ GENESIS_TIME: 'never' }),
    async commands() {
      const said = await kept.run('doctor', ['--file', kept.file], 1);
      if (!said.includes('GENESIS_TIME')) throw new Error(`the doctor does not name it: ${said}`);
      await night.deploy({ GENESIS_TIME });
    },
    worked: (rangAt) => Promise.all([night.isOver('settings', rangAt), night.isWell('settings')]),
  });

  await night.walk({
    page: 'timetable',
    cause: () => night.deploy({ GENESIS_TIME: `${Number(GENESIS_TIME) + 10 * SCHEDULE.roundSeconds}` }),
    commands: () => night.deploy({ GENESIS_TIME }),
    worked: () => night.committed(),
  });

  await night.walk({
    page: 'no-terms',
    cause: () => night.deploy({ POOL_SECRET_KEY: base58.encode(Keypair.generate().secretKey) }),
    commands: () => night.deploy({ POOL_SECRET_KEY }),
    worked: () => night.committed(),
  });

  await night.walk({
    page: 'no-payment',
    cause: () => night.deploy({ MAX_DAILY_PAYOUT_SOL: '0' }),
    async commands() {
      say('Two rounds have paid nobody.');
      await night.deploy({ MAX_DAILY_PAYOUT_SOL: '' });
    },
    worked: () => playNext(ground),
    afterwards: (rangAt) => night.isOver('no-payment', rangAt),
  });
}

async function config(night: Night) {
  return configAnswer.parse(await night.ask(CONFIG)).data;
}

/** Runs `npm run rotate -- admin`, and returns the key that it made. */
async function rotateAdmin({ kept, ground }: Night): Promise<string> {
  const said = await kept.run('rotate', ['admin', '--env', 'staging', '--name', 'local']);
  const [, path = ''] = /is in (\S+)\. It is shown nowhere else/.exec(said) ?? [];
  const key = kept.read(path);
  ground.secrets.push(key);
  return key;
}

async function send({ ground }: Night, from: Keypair, to: PublicKey, lamports: bigint): Promise<void> {
  const transfer = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });
  ground.explained.add(await sendTransaction(ground.world.runtime.connection, [transfer], [from]));
}
