import type { RoundClock } from '../../src/round/clock.ts';
import { isOwnMachine } from './isOwnMachine.ts';
import { nearestName } from './nearestName.ts';
import { rolesOf } from './rolesOf.ts';
import type { Settings, SettingsResult } from './Settings.ts';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** A first round that is further away than this was hardly meant. */
const MOST_DAYS_AHEAD = 7;
/** 2026-01-01: nothing was played with this software before. */
const SOFTWARE_BEGAN = 1_767_225_600;

/** What the settings were read from. */
export interface Given {
  /** Names of all variables that are set. */
  readonly names: readonly string[];
  /** Names of all settings that there are. */
  readonly known: readonly string[];
}

/** What a lottery can live with and hardly anybody wants, each as a sentence that never repeats a value. */
export function findWarnings(settings: Settings, given: Given): string[] {
  const found = [
    ...sharedWallets(settings),
    ...sharedAdminKeys(settings),
    ...plainNodes(settings),
    ...foreignPublicNode(settings),
    ...offTheHour(settings.clock),
  ];
  return [...mistypedNames(given), ...found.map((words) => `${words}.`)];
}

/** As parsed, and what only the time can say. `unix` is in seconds. Nothing while the settings are not complete. */
export function warningsOf(parsed: SettingsResult, unix: number): readonly string[] {
  return parsed.ok ? [...parsed.warnings, ...timetableWarnings(parsed.settings.clock, unix)] : [];
}

/** Names that are no setting's, and nearly one: what they were to set is not set. */
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
      return `${names} are one wallet: whoever gets its key has all of these roles, and its books cannot be told apart`;
    });
}

function sharedAdminKeys({ adminKeys }: Settings): string[] {
  return new Set(adminKeys.values()).size === adminKeys.size
    ? []
    : ['ADMIN_KEYS gives two names one key: nobody can tell who of them did what'];
}

function plainNodes({ rpcUrls }: Settings): string[] {
  return rpcUrls.flatMap((url, i) =>
    isPlain(url)
      ? [`RPC_URLS asks node ${i + 1} over plain http: whoever stands between can read its key and change its answers`]
      : [],
  );
}

const MAINNET_NODE = 'api.mainnet-beta.solana.com';
/** Solana's own, which anybody may ask: they have no key that could be seen. */
const OPEN_NODE = /^api\.(?:mainnet-beta|devnet|testnet)\.solana\.com$/;

function foreignPublicNode({ cluster, publicRpcUrl, rpcUrls }: Settings): string[] {
  const { host } = new URL(publicRpcUrl);
  if (host === MAINNET_NODE && cluster !== 'mainnet-beta')
    return [
      `PUBLIC_RPC_URL is a node of mainnet and CLUSTER is ${cluster}: browsers would check rounds on another chain`,
    ];
  return rpcUrls.includes(publicRpcUrl.replace(/\/$/, '')) && !isOwnMachine(host) && !OPEN_NODE.test(host)
    ? ['PUBLIC_RPC_URL is one of RPC_URLS: every visitor can read it, and spend what it may be asked']
    : [];
}

function offTheHour({ genesisTime, roundSeconds }: RoundClock): string[] {
  return roundSeconds === HOUR_SECONDS && genesisTime % HOUR_SECONDS !== 0
    ? ['GENESIS_TIME is not on the hour: the draws would not be at the top of each hour']
    : [];
}

/** What only the time says of a timetable. `unix` is in seconds. */
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
