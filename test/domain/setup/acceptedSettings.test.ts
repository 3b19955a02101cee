import { readFileSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../../commands/setup/readSettings.ts';
import { runDoctor } from '../../../commands/setup/runSetup.ts';
import type { Target } from '../../../commands/setup/Target.ts';
import { parseSettings } from '../../../worker/settings/parseSettings.ts';
import { neverCalled } from '../neverCalled.ts';
import { type Around, fakeSurroundings, keyOf, setupHere, soundAnswers } from './fakeSurroundings.ts';

const PAPER = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8');
const DIGEST = '992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2';
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function fresh() {
  const target: Target = {
    ...{ name: 'nowhere', account: null, checkAccess: async () => [], provide: neverCalled('provide') },
    ...{ migrate: neverCalled('migrate'), keep: neverCalled('keep'), deploy: neverCalled('deploy') },
  };
  return (around: Around) => {
    const here = setupHere(target, fakeSurroundings(around).fetch);
    folders.push(here.folder);
    return here;
  };
}

type Given = Readonly<Record<string, string>>;
/** With real money, and three nodes of three providers. */
const REAL: Given = { CLUSTER: 'mainnet-beta', RPC_URLS: 'https://one.test,https://two.test,https://three.test' };
const POOL = keyOf(1).address;
type Row =
  | readonly [what: string, given: Given, 'refused' | 'warned', words: RegExp]
  | readonly [what: string, given: Given, 'doctor', words: RegExp, around: Around]
  | readonly [what: string, given: Given, 'allowed', reason: string];

const ANOTHER = () => Response.json({ result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' });
/** Settings that were once accepted silently, each with what happens now. */
const ROWS: readonly Row[] = [
  ['a cap of nothing', { MAX_DAILY_PAYOUT_SOL: '0' }, 'warned', /nobody is ever paid/],
  [
    'the keys of pool and tax authority swapped',
    { POOL_SECRET_KEY: keyOf(2).text, TAX_AUTHORITY_SECRET_KEY: keyOf(1).text },
    'doctor',
    /withdrawn by .* alone/,
    {},
  ],
  [
    'the keys of pool and tax wallet swapped',
    { POOL_SECRET_KEY: keyOf(3).text, TAX_SECRET_KEY: keyOf(1).text },
    'allowed',
    'pool and tax wallet swapped | allowed before the first terms: two new wallets are alike',
  ],
  ['one key for pool and tax wallet', { TAX_SECRET_KEY: keyOf(1).text }, 'refused', /must be two wallets/],
  ['the system program as administrator', { ADMIN_WALLET: '1'.repeat(32) }, 'warned', /system program/],
  [
    'the digest of "admin"',
    { ADMIN_KEYS: '{"ops":"8c6976e5b5410415bde908bd4dee15dfb167a9c873fc4bb8a81f6f2ab448a918"}' },
    'refused',
    /nobody guesses/,
  ],
  ['a name twice', { ADMIN_KEYS: `{"ops":"${DIGEST}","ops":"${DIGEST}"}` }, 'refused', /each name once/],
  [
    'a public node that is dead',
    {},
    'doctor',
    /PUBLIC_RPC_URL does not answer/,
    { web: { 'https://public.test': () => new Response(null, { status: 502 }) } },
  ],
  [
    'a public node of another cluster',
    {},
    'doctor',
    /PUBLIC_RPC_URL is of mainnet-beta/,
    { web: { 'https://public.test': ANOTHER } },
  ],
  ['a public node over http', { ...REAL, PUBLIC_RPC_URL: 'http://node.test' }, 'warned', /plain http/],
  ['a public node with a password', { ...REAL, PUBLIC_RPC_URL: 'https://a:b@node.test' }, 'warned', /a password/],
  ['a public node with a key', { ...REAL, PUBLIC_RPC_URL: 'https://node.test/?api-key=x' }, 'warned', /a key/],
  [
    'a public node with a key in its path',
    { PUBLIC_RPC_URL: `https://public.test/${'k'.repeat(32)}` },
    'allowed',
    '`PUBLIC_RPC_URL` has a key in its path | allowed: providers bind it to a domain',
  ],
  ['a node of ours for everybody', { PUBLIC_RPC_URL: 'https://a.test/canary' }, 'warned', /one of RPC_URLS/],
  [
    'one provider under two host names',
    { ...REAL, RPC_URLS: 'https://eu.one.test,https://us.one.test,https://two.test' },
    'warned',
    /two hosts of one domain/,
  ],
  ['semicolons between nodes', { RPC_URLS: 'https://a.test;https://b.test' }, 'refused', /commas/],
  ['a node at home', { ...REAL, RPC_URLS: 'https://one.test,https://10.0.0.4' }, 'warned', /private network/],
  [
    'a node of this machine',
    { ...REAL, RPC_URLS: 'https://one.test,http://localhost:8899' },
    'warned',
    /private network/,
  ],
  ['more tax than a swap', { MIN_TAX_GOD: '10', MAX_SWAP_GOD: '9' }, 'warned', /leaves GOD unsold/],
  ['a swap of one GOD', { MAX_SWAP_GOD: '1' }, 'warned', /leaves GOD unsold/],
  ['no program for swaps', { SWAP_PROGRAMS: 'none', AUTO_SWAP: 'true' }, 'warned', /no swap can ever be signed/],
  ['one wallet in the draw', { DRAW_TOP_HOLDERS: '1' }, 'warned', /fewer wallets than places/],
  ['a lock of a whole round', { ENTRY_LOCK_SECONDS: '3599' }, 'warned', /more than half/],
  ['rounds of 3603 s', { ROUND_SECONDS: '3603' }, 'warned', /does not divide a day/],
  ['rounds of 21 s', { ...REAL, ROUND_SECONDS: '21', ENTRY_LOCK_SECONDS: '15' }, 'warned', /asked 171 times an hour/],
  ['the own pool as a watcher', { WITNESSES: JSON.stringify([{ name: 'we', address: POOL }]) }, 'warned', /WITNESSES/],
  [
    'no target of alerts',
    { ALERT_WEBHOOK_URL: '', HEARTBEAT_URL: '' },
    'allowed',
    'no target of alerts | allowed: who looks at the console sees all',
  ],
  [
    'a heartbeat without alerts',
    { ...REAL, ALERT_WEBHOOK_URL: '', HEARTBEAT_URL: 'https://beat.test' },
    'warned',
    /nobody is told/,
  ],
  [
    'a heartbeat to itself',
    { SITE_URL: 'https://draws.test', HEARTBEAT_URL: 'https://draws.test/api/health' },
    'warned',
    /if the lottery is gone, nobody is told/,
  ],
  ['a webhook over http', { ALERT_WEBHOOK_URL: 'http://hook.test' }, 'warned', /plain http/],
  ['Slack for Discord', { ALERT_DISCORD_URL: 'https://hooks.slack.com/x' }, 'warned', /no address of Discord/],
  ['staging with real money', { ...REAL, ENVIRONMENT: 'staging' }, 'warned', /about real money say that it is staging/],
  ['an exchange over http', { ...REAL, JUPITER_URL: 'http://jup.test' }, 'warned', /can change the offer/],
];

describe('a setting that was once accepted silently', () => {
  it.each(ROWS)('%s', async (_what, given, becomes, words, around?: Around) => {
    const { input, lines, folder } = fresh()(around ?? {});
    const answers = { ...soundAnswers(folder), ...given };
    const { texts, findings } = readSettings(answers, {});
    const parsed = parseSettings(texts);
    const said = findings.filter(({ level }) => level === 'problem').map(({ sentence }) => sentence);
    switch (becomes) {
      case 'refused':
        expect(parsed.ok ? [] : parsed.problems.join()).toMatch(words);
        expect(said.join()).toMatch(words);
        break;
      case 'warned':
        // The same sentences are in the log, in health and in the console: doubtfulSettings.test.ts follows one there.
        expect(parsed.ok ? parsed.warnings.join() : parsed.problems).toEqual(expect.stringMatching(words));
        expect(said.join()).toMatch(words);
        break;
      case 'doctor':
        expect(said).toEqual([]);
        input.kept.answer(answers);
        expect(await runDoctor(input, false, [])).toBe(false);
        expect(lines.filter((line) => line.includes('WRONG')).join()).toMatch(words);
        break;
      case 'allowed':
        expect(said).toEqual([]);
        expect(PAPER).toContain(words);
    }
  });

  it('a heartbeat to the lottery’s own domain, which the worker does not know', () => {
    const { folder } = fresh()({});
    const answers = { ...soundAnswers(folder), DOMAIN: 'draws.test', HEARTBEAT_URL: 'https://draws.test/' };
    expect(
      readSettings(answers, {})
        .findings.map(({ sentence }) => sentence)
        .join(),
    ).toContain('HEARTBEAT_URL is DOMAIN');
  });
});
