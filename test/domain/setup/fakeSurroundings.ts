import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { openKeptSetup } from '../../../commands/setup/KeptSetup.ts';
import type { SetupInput } from '../../../commands/setup/SetupInput.ts';
import type { Target } from '../../../commands/setup/Target.ts';
import { type Address, addressBytes, addressOf } from '../../../src/address/address.ts';
import { termsHash } from '../../../src/terms/Terms.ts';
import { termsOfSettings } from '../../../worker/terms/termsOfSettings.ts';
import { answering, fakeNodes, type NodeCall, rpcError } from '../../worker/fakeNodes.ts';
import { accountsAnswer, mintAnswer, tokenAccount } from '../../worker/tokenAccounts.ts';
import { beaconChain } from '../../world/beaconChain.ts';
import { wallet } from '../wallets.ts';

export const NOW = Date.UTC(2026, 10, 22, 12, 10, 0);
const SUPPLY = 1_000n;
const GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
const BEACONS = beaconChain('setup', 3, 1_700_000_001);
const SOURCE = 'https://coinbase.test/v2/prices/SOL-USD/spot';

/** The 64 bytes of a key that is made of one byte, as a list of numbers; and its address. */
export function keyOf(byte: number): { readonly text: string; readonly address: Address } {
  const seed = new Uint8Array(32).fill(byte);
  const publicKey = ed25519.getPublicKey(seed);
  return { text: JSON.stringify([...seed, ...publicKey]), address: addressOf(publicKey) };
}

/** Good answers to all questions of a setup. Each key is given as the path of its file. */
export function soundAnswers(folder: string): Record<string, string> {
  const file = (name: string, byte: number) => {
    writeFileSync(join(folder, name), keyOf(byte).text, { mode: 0o600 });
    return join(folder, name);
  };
  return {
    CLUSTER: 'devnet',
    GOD_MINT: wallet(77),
    POOL_SECRET_KEY: file('imported-pool.json', 1),
    TAX_AUTHORITY_SECRET_KEY: file('imported-authority.json', 2),
    TAX_SECRET_KEY: file('imported-tax.json', 3),
    ADMIN_WALLET: wallet(5),
    ADMIN_KEYS: '{"ops":"992db5e2595725ef68eb5066e014da8c7f6baca0afa96f1021b56b66782133f2"}',
    RPC_URLS: 'https://a.test/canary,https://b.test/canary',
    PUBLIC_RPC_URL: 'https://public.test',
    GENESIS_TIME: '2026-11-22T13:00:00Z',
    OBJECT_LOCATION: 'weur',
    DRAND_URLS: `https://drand.test/${BEACONS.hash}`,
    DRAND_PUBLIC_KEY: BEACONS.publicKey,
    DRAND_GENESIS: `${BEACONS.genesisTime}`,
    DRAND_PERIOD: `${BEACONS.period}`,
    SOL_PRICE_URLS: SOURCE,
    RAYDIUM_URL: 'https://raydium.test',
    JUPITER_URL: 'https://jupiter.test',
    ALERT_WEBHOOK_URL: 'https://hook.test/canary',
    RUNBOOK_URL: 'https://runbook.test',
  };
}

export interface Around {
  /** Answers of node A that differ from those of a good node: method → answer. */
  readonly nodeA?: Readonly<Record<string, unknown>>;
  /** As `nodeA`, of node B. */
  readonly nodeB?: Readonly<Record<string, unknown>>;
  /** The same for both nodes. */
  readonly nodes?: Readonly<Record<string, unknown>>;
  readonly decimals?: number;
  readonly withdraws?: Address;
  /** Statuses and bodies of servers that are not nodes, by the beginning of the address. */
  readonly web?: Readonly<Record<string, () => Response>>;
}

/** A mint of ours, with another number of decimals or another withdraw authority if asked for. */
function mint({ decimals = 6, withdraws = keyOf(2).address }: Around) {
  const answer = mintAnswer(SUPPLY);
  const bytes = Buffer.from(String(answer.value.data[0]), 'base64');
  bytes[44] = decimals;
  bytes.set(addressBytes(withdraws), 202);
  return { ...answer, value: { ...answer.value, data: [bytes.toString('base64'), 'base64'] } };
}

/**
 * A `fetch` that answers for a whole world: nodes, relays, exchanges, a webhook, and the lottery once it is deployed.
 */
export function fakeSurroundings(around: Around = {}) {
  const good = {
    getGenesisHash: GENESIS_HASH,
    getIdentity: { identity: 'server A' },
    getSlot: 4_321,
    getBlockTime: NOW / 1000,
    getFirstAvailableBlock: 0,
    getBlocks: (from: number, to: number) => [from, to],
    getBlock: { blockHeight: 4_000 },
    sendTransaction: () => rpcError(-32_602, 'no transaction'),
    getEpochInfo: { epoch: 500 },
    getAccountInfo: mint(around),
    getProgramAccounts: accountsAnswer(tokenAccount(wallet(1), SUPPLY)),
    getBalance: { context: { slot: 4_321 }, value: 5_000_000_000 },
    getMultipleAccounts: (accounts: readonly string[]) => ({
      context: { slot: 4_321 },
      value: accounts.map(() => null),
    }),
    ...around.nodes,
  };
  const nodes = fakeNodes({
    'a.test': answering({ ...good, ...around.nodeA }),
    'b.test': answering({ ...good, getIdentity: { identity: 'server B' }, ...around.nodeB }),
  });
  const asked: string[] = [];
  const parts = [{ name: 'settings', status: 'ok', age: null, lastSuccessAt: null, detail: 'complete' }];
  const web: Record<string, () => Response> = {
    'https://drand.test/': () => {
      const round = Number(asked.at(-1)?.split('/').at(-1));
      return Response.json(BEACONS.sign(round));
    },
    [SOURCE]: () => Response.json({ data: { amount: '150.25' } }),
    'https://raydium.test/': () => Response.json({ success: true, data: { outputAmount: '1000000' } }),
    'https://jupiter.test/': () => Response.json({ outAmount: '1000000' }),
    'https://public.test': () =>
      Response.json({ result: GENESIS_HASH }, { headers: { 'access-control-allow-origin': '*' } }),
    'https://hook.test/': () => new Response(null, { status: 204 }),
    'https://game-of-draws-staging.someone.workers.dev/api/health': () =>
      Response.json({ status: 'ok', parts, version: '0.1.0+c0ffee1234' }),
    ...around.web,
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = String(input);
    if (['a.test', 'b.test'].includes(new URL(url).host)) return nodes.fetch(input, init);
    asked.push(url);
    const [, answer] = Object.entries(web).find(([begin]) => url.startsWith(begin)) ?? [];
    if (answer === undefined) throw new Error(`nobody expected a call of ${url}`);
    return answer();
  };
  return { fetch: fetch as typeof globalThis.fetch, asked, calls: nodes.calls as readonly NodeCall[] };
}

/** Everything that a setup needs, with an empty folder, and the lines that it prints. */
export function setupHere(target: Target, fetch: typeof globalThis.fetch) {
  const lines: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'setup-'));
  const input: SetupInput = {
    environment: 'staging',
    variables: {},
    target,
    kept: openKeptSetup(join(folder, 'kept')),
    fetch,
    now: () => NOW,
    wait: async () => undefined,
    print: (line) => lines.push(line),
    announce: async ({ settings }) => {
      const terms = termsOfSettings(settings, { terms: 1, from: 1, previous: null, authorities: [] });
      return { kind: 'announced', terms, hash: termsHash(terms), signature: 'announcement' };
    },
    isDryRun: false,
    isMainnetMeant: false,
  };
  return { input, lines, folder };
}
