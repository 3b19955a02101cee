import { urlOf } from '../../client/audit/chain/fetchJson.ts';
import type { LotteryAsked, TrustedNetwork } from '../../client/audit/chain/Lottery.ts';
import { namedNetwork } from '../../client/audit/check/namedNetwork.ts';
import { parseAddress } from '../../src/address/address.ts';
import { QUICKNET, QUICKNET_RELAYS } from '../../src/protocol/terms/beaconNetwork.ts';

/** What a user of the verifier says besides the proof. */
export interface Options {
  /** The lottery, by its mint and perhaps by the hash of its first terms. */
  readonly lottery: LotteryAsked;
  /** One or two; empty when no chain is to be asked. */
  readonly rpcUrls: readonly string[];
  readonly network: TrustedNetwork;
  /** Relays of that network; null when none is known, empty when none is to be asked. */
  readonly relays: readonly string[] | null;
}

/** The options of a command, or the fields of a form. An empty text counts as missing. */
export interface Typed {
  /** Addresses of RPC servers, two at most: the answers of two are compared. */
  readonly rpc?: readonly string[] | undefined;
  readonly 'drand-url'?: readonly string[] | undefined;
  readonly 'drand-key'?: string | undefined;
  readonly 'drand-genesis'?: string | undefined;
  readonly 'drand-period'?: string | undefined;
  readonly mint?: string | undefined;
  /** Hash of the lottery's first terms. */
  readonly lottery?: string | undefined;
  /** True: no server is asked. */
  readonly offline?: boolean | undefined;
}

/** The options, or a sentence about the first thing that is wrong with what was typed. */
export function readOptions(typed: Typed): Options | string {
  const { 'drand-key': publicKey, 'drand-genesis': genesis, 'drand-period': period } = typed;
  const network = namedNetwork({ publicKey, genesis, period });
  if (typeof network === 'string') return network;
  const urls = (typed['drand-url'] ?? []).filter(Boolean).map((url) => url.replace(/\/+$/, ''));
  const rpcUrls = (typed.rpc ?? []).filter(Boolean);
  if (rpcUrls.length > 2) return 'One or two RPC servers can be asked.';
  const notUrl = [...rpcUrls, ...urls].find((url) => url && !/^https?:/.test(urlOf(url)?.protocol ?? ''));
  if (notUrl) return `${notUrl} is no address of a server.`;
  const [first, second] = rpcUrls.map((url) => urlOf(url)?.host);
  if (first !== undefined && first === second) return 'The two RPC servers must have different hosts.';
  const mint = parseAddress(typed.mint ?? '');
  if (mint === null) return 'Name the token’s mint by its address: everything else follows from it.';
  const pinned = typed.lottery || null;
  if (pinned !== null && !/^[0-9a-f]{64}$/.test(pinned)) return 'A lottery is named by 64 digits of lower-case hex.';
  const isQuicknet = network.network === QUICKNET;
  const known = urls.length > 0 ? urls : isQuicknet ? QUICKNET_RELAYS : null;
  return {
    lottery: { mint, pinned },
    rpcUrls: typed.offline ? [] : rpcUrls,
    network,
    relays: typed.offline && known !== null ? [] : known,
  };
}
