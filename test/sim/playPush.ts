import { createECDH } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { p256 } from '@noble/curves/nist.js';
import { base64urlnopad } from '@scure/base';
import { PUSH_SHARDS, pushShardOf } from '../../worker/objects/stubs.ts';
import { createSubscriptions } from '../../worker/telling/createSubscriptions.ts';
import { PUSH_KINDS, type PushTarget } from '../../worker/telling/pushNews.ts';
import { createSendPush, type PushOutcome } from '../../worker/telling/sendPush.ts';
import { createTellBrowsers } from '../../worker/telling/tellBrowsers.ts';
import { wallet } from '../domain/wallets.ts';

// `node test/sim/playPush.ts <browsers> <milliseconds to the push service>`: the figures of `npm run bench push`.
// The shards are the worker's own code on a real SQLite. Time is simulated: one machine cannot do the work of sixteen.

const [browsers = 50_000, latencyMs = 100] = process.argv.slice(2).map(Number);
/** Messages that are really encrypted, to measure what one costs. */
const SAMPLE = 400;
const CLOCK = { genesisTime: 1_700_000_000, roundSeconds: 3_600, entryLockSeconds: 60 };
const END_MS = (CLOCK.genesisTime + 4 * CLOCK.roundSeconds) * 1_000;
/** When the minute's cron finds that a draw is near. */
const BEGIN_MS = END_MS - 299_000;
const SITE_URL = 'https://draws.test';

const perShard = Array.from({ length: PUSH_SHARDS }, () => [] as string[]);
for (let i = 0; i < browsers; i++) {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${((i * 2_654_435_761) % 4_294_967_296).toString(36)}:${i}`;
  perShard[pushShardOf(endpoint)]?.push(endpoint);
}
const shards = [];
for (const endpoints of perShard) shards.push(await playShard(endpoints));
const { messageMs, agreementMs } = await encryptionCost();
const most = (values: readonly number[]) => Math.max(...values);
console.log(
  JSON.stringify({
    browsers,
    requests: shards.reduce((sum, { requests }) => sum + requests, 0),
    busiest: most(shards.map(({ requests }) => requests)),
    seconds: most(shards.map(({ seconds }) => seconds)),
    aloneSeconds: (Math.ceil(browsers / 6) * latencyMs) / 1_000,
    rowsWritten: shards.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0),
    messageMs,
    agreementMs,
  }),
);

/** Lets one shard tell its browsers of a round, in simulated time. */
async function playShard(endpoints: readonly string[]) {
  const { sql, written } = storage();
  const subscriptions = createSubscriptions(sql);
  let now = BEGIN_MS;
  for (const endpoint of endpoints)
    subscriptions.keep({ endpoint, p256dh: 'p', auth: 'a', address: wallet(7), kinds: PUSH_KINDS.soon }, 3, now);
  const before = written();
  let requests = 0;
  let last = now;
  const waiting: { readonly at: number; readonly answer: (outcome: PushOutcome) => void }[] = [];
  const tell = createTellBrowsers({
    ...{ subscriptions, clock: CLOCK, siteUrl: SITE_URL, now: () => now, areIn: async () => [] },
    send: () => {
      requests += 1;
      return new Promise((answer) => waiting.push({ at: now + latencyMs, answer }));
    },
  })({ wins: [], isPaused: false });
  let isDone = false;
  void tell.then(() => {
    isDone = true;
  });
  // Before the clock moves on, a caller that got an answer can ask again.
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isDone) break;
    const next = waiting.shift();
    if (next === undefined) continue;
    now = last = Math.max(now, next.at);
    next.answer('taken');
  }
  return { requests, seconds: (last - BEGIN_MS) / 1_000, rowsWritten: written() - before };
}

/** The parts of an object's storage that the subscriptions use. */
function storage() {
  const database = new DatabaseSync(':memory:');
  let rows = 0;
  const exec = (query: string, ...values: SQLInputValue[]) => {
    if (values.length === 0 && /^\s*CREATE/.test(query)) {
      database.exec(query);
      return { toArray: () => [], one: () => ({}) };
    }
    const statement = database.prepare(query);
    if (!/^\s*SELECT/.test(query)) {
      rows += Number(statement.run(...values).changes);
      return { toArray: () => [], one: () => ({}) };
    }
    const found = statement.all(...values);
    return { toArray: () => found, one: () => found[0] };
  };
  return { sql: { exec } as unknown as SqlStorage, written: () => rows };
}

/**
 * Milliseconds of CPU time for one message, and for comparison the least that it needs: making a key and a shared
 * secret.
 */
async function encryptionCost() {
  const secret = p256.utils.randomSecretKey();
  const publicKey = base64urlnopad.encode(p256.getPublicKey(secret, false));
  const vapid = { publicKey, privateKey: base64urlnopad.encode(secret), subject: 'mailto:ops@draws.test' };
  const send = createSendPush({ vapid, fetch: async () => new Response('', { status: 201 }), now: Date.now });
  const target: PushTarget = {
    ...{ endpoint: 'https://fcm.googleapis.com/fcm/send/one', p256dh: publicKey },
    auth: base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(16))),
  };
  const message = {
    ...{ id: 'soon-4', tag: 'soon', title: 'Draw in 5 minutes', body: 'Round 4 is drawn at 15:00 UTC.' },
    ...{ url: `${SITE_URL}/`, expiresAt: Date.now() + 300_000 },
  };
  const messageMs = await cost(async () => {
    if ((await send(target, message)) !== 'taken') throw new Error('not sent');
  });
  const theirs = p256.getPublicKey(secret, false);
  const agreementMs = await cost(async () => {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(theirs);
  });
  return { messageMs, agreementMs };
}

async function cost(work: () => Promise<void>): Promise<number> {
  for (let i = 0; i < 20; i++) await work();
  const before = process.cpuUsage();
  for (let i = 0; i < SAMPLE; i++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / SAMPLE;
}
