import { namedNetwork } from '../client/audit/namedNetwork.ts';
import { urlOf } from '../client/audit/urlOf.ts';
import { parseAddress } from '../src/address/address.ts';
import { QUICKNET, QUICKNET_CHAIN_HASH } from '../src/protocol/terms/beaconNetwork.ts';
import type { Options } from './Options.ts';

/** The words of a command, or the fields of a form; empty text is as good as none. */
export interface Typed {
  /** Two at most: what they say is held against each other. */
  readonly rpc?: readonly string[] | undefined;
  readonly 'drand-url'?: readonly string[] | undefined;
  readonly 'drand-key'?: string | undefined;
  readonly 'drand-genesis'?: string | undefined;
  readonly 'drand-period'?: string | undefined;
  readonly 'pool-wallet'?: string | undefined;
  /** Start of round 1, unix seconds. */
  readonly genesis?: string | undefined;
  readonly 'round-seconds'?: string | undefined;
  readonly 'lock-seconds'?: string | undefined;
  /** Nobody is asked, whatever else is typed. */
  readonly offline?: boolean | undefined;
}

/** drand's own, and those of the League of Entropy that speak to browsers. */
const QUICKNET_RELAYS: readonly string[] = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
].map((host) => `${host}/${QUICKNET_CHAIN_HASH}`);

/** What was typed as options, or a sentence on the first thing that is wrong with it. */
export function readOptions(typed: Typed): Options | string {
  const { 'drand-key': publicKey, 'drand-genesis': genesis, 'drand-period': period } = typed;
  const network = namedNetwork({ publicKey, genesis, period });
  if (typeof network === 'string') return network;
  const urls = (typed['drand-url'] ?? []).filter(Boolean).map((url) => url.replace(/\/+$/, ''));
  const rpcUrls = (typed.rpc ?? []).filter(Boolean);
  if (rpcUrls.length > 2) return 'One or two RPC servers can be asked.';
  const notUrl = [...rpcUrls, ...urls].find((url) => url && !/^https?:/.test(urlOf(url)?.protocol ?? ''));
  if (notUrl) return `${notUrl} is no address of a server.`;
  const poolWallet = typed['pool-wallet'] || null;
  if (poolWallet !== null && parseAddress(poolWallet) === null) return `${poolWallet} is no address of a wallet.`;
  const numbers = [typed.genesis, typed['round-seconds'], typed['lock-seconds']].map((text) => text || undefined);
  if (numbers.some((text) => text !== undefined && !/^[1-9]\d{0,11}$/.test(text)))
    return 'The start of round 1, the length of a round and its lock are whole numbers of seconds.';
  const [firstStart, roundSeconds, lockSeconds] = numbers.map((text) => (text === undefined ? text : Number(text)));
  const isQuicknet = network.network === QUICKNET;
  const known = urls.length > 0 ? urls : isQuicknet ? QUICKNET_RELAYS : null;
  return {
    rpcUrls: typed.offline ? [] : rpcUrls,
    network,
    relays: typed.offline && known !== null ? [] : known,
    named: { poolWallet, genesis: firstStart, roundSeconds, lockSeconds },
  };
}
