import { MAINNET_RPC_URL } from '../../src/address/links.ts';
import { MOST_WINNERS } from '../../src/protocol/versions.ts';
import type { RoundClock } from '../../src/round/clock.ts';
import { DAY_SECONDS } from '../../src/round/daySeconds.ts';
import { alertTargetsIn } from './alertSettings.ts';
import { isOwnMachine } from './isOwnMachine.ts';
import { nearestName } from './nearestName.ts';
import { rolesOf } from './ownWallets.ts';
import type { Settings, SettingsResult } from './Settings.ts';

const HOUR_SECONDS = 3_600;
/** A first round further away than this is probably a mistake. */
const MOST_DAYS_AHEAD = 7;
/** 2026-01-01: this software did not exist before. */
const SOFTWARE_BEGAN = 1_767_225_600;

export interface Given {
  /** Names of all variables that are set. */
  readonly names: readonly string[];
  /** Names of all settings that there are. */
  readonly known: readonly string[];
}

/** Settings that work but are hardly ever wanted, each as a sentence that repeats no address and no secret. */
export function findWarnings(settings: Settings, given: Given): string[] {
  const found = [
    ...sharedWallets(settings),
    ...sharedAdminKeys(settings),
    ...plainNodes(settings),
    ...foreignPublicNode(settings),
    ...offTheHour(settings.clock),
    // The local world holds nobody's money. Its rounds are short, and it may have no exchange.
    ...(settings.cluster === 'custom' ? [] : ofMoney(settings)),
    ...ofAlerts(settings),
    ...ofProduction(settings),
  ];
  return [...mistypedNames(given), ...found.map((words) => `${words}.`)];
}

/**
 * The warnings of parsed settings, and those that depend on the time (`unix`, in seconds). Empty if the settings are
 * wrong.
 */
export function warningsOf(parsed: SettingsResult, unix: number): readonly string[] {
  return parsed.ok ? [...parsed.warnings, ...timetableWarnings(parsed.settings.clock, unix)] : [];
}

/** A sentence for each name that is no setting and is near one. */
export function mistypedNames({ names, known }: Given): string[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = nearestName(name, known);
      return meant === null ? [] : [`${name} is not a setting. Did you mean ${meant}?`];
    });
}

function sharedWallets(settings: Settings): string[] {
  const byAddress = Map.groupBy(rolesOf(settings), ({ address }) => address);
  return [...byAddress.values()]
    .filter((roles) => roles.length > 1)
    .map((roles) => {
      const names = new Intl.ListFormat('en-GB').format(roles.map(({ name }) => name));
      return `${names} are one wallet: whoever gets its key has all of these roles, and nobody can tell which role a payment belongs to`;
    });
}

function sharedAdminKeys({ adminKeys }: Settings): string[] {
  return new Set([...adminKeys.values()].map(({ sha256 }) => sha256)).size === adminKeys.size
    ? []
    : ['ADMIN_KEYS gives two names one key: nobody can tell who of them did what'];
}

function plainNodes({ rpcUrls }: Settings): string[] {
  return rpcUrls.flatMap((url, i) =>
    isPlain(url)
      ? [`RPC_URLS asks node ${i + 1} over plain http: others on the way can read its key and change its answers`]
      : [],
  );
}

const MAINNET_NODE = new URL(MAINNET_RPC_URL).host;
/** Solana's own public nodes. Their addresses contain no key that a visitor could see. */
const OPEN_NODE = /^api\.(?:mainnet-beta|devnet|testnet)\.solana\.com$/;

function foreignPublicNode({ cluster, publicRpcUrl, rpcUrls }: Settings): string[] {
  const { host } = new URL(publicRpcUrl);
  if (host === MAINNET_NODE && cluster !== 'mainnet-beta')
    return [
      `PUBLIC_RPC_URL is a node of mainnet and CLUSTER is ${cluster}: browsers would check rounds on another chain`,
    ];
  return rpcUrls.includes(publicRpcUrl.replace(/\/$/, '')) && !isOwnMachine(host) && !OPEN_NODE.test(host)
    ? ['PUBLIC_RPC_URL is one of RPC_URLS: every visitor can read it, and use up its limit of requests']
    : [];
}

function offTheHour({ genesisTime, roundSeconds }: RoundClock): string[] {
  return roundSeconds === HOUR_SECONDS && genesisTime % HOUR_SECONDS !== 0
    ? ['GENESIS_TIME is not on the hour: the draws would not be at the top of each hour']
    : [];
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';

function ofMoney(settings: Settings): string[] {
  const { maxDailyPayout, adminWallet, swapPrograms, autoSwap, drawTopHolders, clock, witnesses, pool } = settings;
  return when(
    [maxDailyPayout === 0n, 'MAX_DAILY_PAYOUT_SOL is 0: every round rolls over, and nobody is ever paid'],
    [adminWallet === SYSTEM_PROGRAM, 'ADMIN_WALLET is the system program: its share of the tax cannot be paid'],
    [
      autoSwap && swapPrograms.length === 0 && !swapsByTransfers(settings),
      'AUTO_SWAP is true, but SWAP_PROGRAMS is none: no swap can ever be signed',
    ],
    [settings.minTax > settings.maxSwap, 'MIN_TAX_GOD is more than MAX_SWAP_GOD: each cycle leaves GOD unsold'],
    [
      drawTopHolders > 0 && drawTopHolders < MOST_WINNERS,
      `DRAW_TOP_HOLDERS is ${drawTopHolders}: fewer wallets than places are in the draw`,
    ],
    [
      clock.entryLockSeconds > clock.roundSeconds / 2,
      'ENTRY_LOCK_SECONDS is more than half of ROUND_SECONDS: whoever buys in the second half of a round misses its draw',
    ],
    [DAY_SECONDS % clock.roundSeconds !== 0, 'ROUND_SECONDS does not divide a day: draws come at other times each day'],
    [
      witnesses.some(({ address }) => address === pool.address),
      'WITNESSES names the pool: a watcher should be somebody else',
    ],
  );
}

/** The exchanges of a local world swap by plain transfers, for which no program is needed. */
const swapsByTransfers = ({ jupiterUrl, raydiumUrl }: Settings): boolean =>
  [jupiterUrl, raydiumUrl].every((url) => isOwnMachine(new URL(url).hostname));

const when = (...found: readonly (readonly [boolean, string])[]): string[] =>
  found.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));

function ofAlerts(settings: Settings): string[] {
  const { alertWebhookUrl, alertDiscordUrl, heartbeatUrl, cluster, runbookUrl, siteUrl } = settings;
  const hasTarget = Object.values(alertTargetsIn(settings)).some((target) => target !== null);
  const isReal = cluster === 'mainnet-beta';
  const hostOf = (url: string | null) => (url === null ? '' : new URL(url).host);
  return when(
    [
      isReal && !hasTarget && heartbeatUrl !== null,
      'HEARTBEAT_URL is set, but no target of alerts: nobody is told when something goes wrong',
    ],
    [
      heartbeatUrl !== null && siteUrl !== null && hostOf(heartbeatUrl) === hostOf(siteUrl),
      'HEARTBEAT_URL is the lottery itself: if the lottery is gone, nobody is told',
    ],
    [
      hasTarget && !/^https?:/.test(runbookUrl),
      'RUNBOOK_URL is not set: the link in an alert is a path that nobody can tap',
    ],
    [
      [alertWebhookUrl, alertDiscordUrl, heartbeatUrl].some((url) => url !== null && isPlain(url)),
      'An address of alerts is plain http: others on the way can read the alerts and stop them',
    ],
    [
      alertDiscordUrl !== null && !/(?:^|\.)discord(?:app)?\.com$/.test(hostOf(alertDiscordUrl)),
      'ALERT_DISCORD_URL is no address of Discord, and other services do not understand messages for Discord. For another service, set ALERT_WEBHOOK_URL',
    ],
  );
}

function ofProduction(settings: Settings): string[] {
  const { cluster, environment, publicRpcUrl, jupiterUrl, raydiumUrl, rpcUrls, clock } = settings;
  if (cluster !== 'mainnet-beta') return [];
  const { username, password } = new URL(publicRpcUrl);
  return when(
    [
      environment === 'staging',
      'ENVIRONMENT is staging, but CLUSTER is mainnet-beta: alerts about real money say that it is staging',
    ],
    [isPlain(publicRpcUrl), 'PUBLIC_RPC_URL is plain http: browsers on an https page do not ask it'],
    [username !== '' || password !== '', 'PUBLIC_RPC_URL carries a password, and every visitor can read it'],
    [/[?&](?:api[-_]?key|token)=/i.test(publicRpcUrl), 'PUBLIC_RPC_URL carries a key, and every visitor can read it'],
    [
      isPlain(jupiterUrl) || isPlain(raydiumUrl),
      'JUPITER_URL or RAYDIUM_URL is plain http: others on the way can change the offer',
    ],
    [rpcUrls.some(isPrivate), 'RPC_URLS names an address of a private network, which Cloudflare cannot reach'],
    [
      hasProviderTwice(rpcUrls),
      'RPC_URLS names two hosts of one domain: nodes of one provider fail together, and lie together',
    ],
    [
      clock.roundSeconds < SHORTEST_REAL_ROUND,
      `ROUND_SECONDS is ${clock.roundSeconds}: fees are paid and all nodes are asked ${Math.floor(HOUR_SECONDS / clock.roundSeconds)} times an hour`,
    ],
  );
}

/** Ten minutes: shorter rounds are for rehearsals, which cost nothing. */
const SHORTEST_REAL_ROUND = 600;

/** Whether two hosts end with the same two parts, which name the provider. */
function hasProviderTwice(urls: readonly string[]): boolean {
  const named = urls.map((url) => new URL(url).hostname).filter((host) => /[a-z]$/i.test(host));
  const domains = named.map((host) => host.split('.').slice(-2).join('.'));
  return new Set(domains).size < domains.length;
}

function isPrivate(url: string): boolean {
  const { hostname } = new URL(url);
  return isOwnMachine(hostname) || /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.)/.test(hostname);
}

/** Warnings about a timetable that depend on the time. `unix` is in seconds. */
export function timetableWarnings({ genesisTime, roundSeconds }: RoundClock, unix: number): string[] {
  const days = Math.floor((genesisTime - unix) / DAY_SECONDS);
  if (days >= MOST_DAYS_AHEAD) return [`GENESIS_TIME is ${days} days ahead: no round is played until then.`];
  if (genesisTime >= SOFTWARE_BEGAN) return [];
  const rounds = Math.floor((unix - genesisTime) / roundSeconds);
  return [`GENESIS_TIME is before 2026: the next round would have the number ${rounds + 1}.`];
}

function isPlain(url: string): boolean {
  const { protocol, host } = new URL(url);
  return protocol === 'http:' && !isOwnMachine(host);
}
