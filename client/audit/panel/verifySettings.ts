import { address } from '../../../src/address/address.ts';
import type { PublicConfig } from '../../../src/contract/config.ts';
import { QUICKNET, QUICKNET_RELAYS } from '../../../src/protocol/terms/beaconNetwork.ts';
import { urlOf } from '../chain/fetchJson.ts';
import type { TrustedNetwork } from '../chain/Lottery.ts';
import { namedNetwork, type TypedNetwork } from '../check/namedNetwork.ts';
import type { VerifySettings } from '../thread/thread.ts';

/** The settings of a page's verifier. A server or beacon network that the visitor named comes before the site's. */
export function verifySettings(config: PublicConfig): VerifySettings {
  const { explorerUrl, cluster, publicRpcUrl, mint, drand } = config;
  const network = readOwnNetwork() ?? networkOf(drand);
  return {
    rpcUrl: readOwnServer() ?? publicRpcUrl,
    lottery: { mint: address(mint), pinned: rememberedLottery(mint) },
    network,
    // For quicknet, relays that the site names are never asked.
    relays: network.network.publicKey === QUICKNET.publicKey ? QUICKNET_RELAYS : drand.urls,
    explorer: { explorerUrl, cluster, rpcUrl: publicRpcUrl },
  };
}

/** The network that the site names. Quicknet's figures are in this code; for another network only the site vouches. */
function networkOf({ publicKey, genesisTime, period, network }: PublicConfig['drand']): TrustedNetwork {
  if (publicKey === QUICKNET.publicKey) return { network: QUICKNET, by: 'pinned' };
  return { network: { name: network, publicKey, genesisTime, periodSeconds: period }, by: 'told' };
}

const NETWORK_KEY = 'beacon-network';

/** The beacon network as the visitor typed it and this browser keeps it, or null. */
export function readTypedNetwork(): TypedNetwork | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NETWORK_KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null && typedNetworkOf(kept) !== null ? kept : null;
  } catch {
    return null;
  }
}

function readOwnNetwork(): TrustedNetwork | null {
  const typed = readTypedNetwork();
  return typed && typedNetworkOf(typed);
}

/** Stores the typed network, or removes it for null. False when this browser stores nothing. */
export function storeTypedNetwork(typed: TypedNetwork | null): boolean {
  try {
    if (typed === null) localStorage.removeItem(NETWORK_KEY);
    else localStorage.setItem(NETWORK_KEY, JSON.stringify(typed));
    return true;
  } catch {
    return false;
  }
}

/** The network that typed texts stand for; null for texts that this page would not have stored. */
function typedNetworkOf(typed: TypedNetwork): TrustedNetwork | null {
  if (Object.values(typed).some((value) => typeof value !== 'string')) return null;
  const named = namedNetwork(typed);
  return typeof named === 'string' || !typed.publicKey ? null : named;
}

const SERVER_KEY = 'rpc-server';
/** A server that the visitor typed and the browser did not store, or null. */
let unstored: string | null = null;

/** The visitor's own Solana server, even if the browser could not store it, or null. */
export function readOwnServer(): string | null {
  try {
    return unstored ?? serverUrl(localStorage.getItem(SERVER_KEY) ?? '');
  } catch {
    return unstored;
  }
}

/**
 * Stores the visitor's server, or removes it for null. If the browser stores nothing, the server is known until the
 * page is closed.
 */
export function storeOwnServer(url: string | null): void {
  unstored = null;
  try {
    if (url === null) localStorage.removeItem(SERVER_KEY);
    else localStorage.setItem(SERVER_KEY, url);
  } catch {
    unstored = url;
  }
}

/** The typed address of a server; null for any that a page may not ask. */
export function serverUrl(typed: string): string | null {
  const url = urlOf(typed.trim());
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname);
  return url !== null && (url.protocol === 'https:' || isLocal) ? url.href : null;
}

const LOTTERY_KEY = 'lottery-of-';

/** The lottery that this browser saw first for a mint, by the hash of its first terms; null if it saw none. */
function rememberedLottery(mint: string): string | null {
  try {
    const kept = localStorage.getItem(LOTTERY_KEY + mint) ?? '';
    return /^[0-9a-f]{64}$/.test(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Stores the first lottery that this browser sees for a mint. It is never replaced, so that another is noticed. */
export function rememberLottery({ mint, hash }: { readonly mint: string; readonly hash: string }): void {
  try {
    if (rememberedLottery(mint) === null) localStorage.setItem(LOTTERY_KEY + mint, hash);
  } catch {
    // A browser that stores nothing can compare nothing the next time.
  }
}

/** The round that a page's query asks for, `?round=12`; null for anything else. */
export function chosenRound(query: string): number | null {
  const text = new URLSearchParams(query).get('round') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
