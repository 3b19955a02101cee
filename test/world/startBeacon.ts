import { setTimeout as sleep } from 'node:timers/promises';
import { type Beacon, type BeaconChain, beaconChain, SCHEME } from './beaconChain.ts';
import { type HttpReply, type HttpRequest, type HttpServer, startHttpServer } from './startHttpServer.ts';

/** What goes wrong with one request: a delay, and then another status, a false signature or one of another key. */
export interface BeaconFault {
  readonly delayMs?: number;
  readonly status?: number;
  readonly signature?: 'wrong' | { readonly ofRound: number };
}

export interface BeaconOptions {
  readonly worldSeed: string;
  /** Unix seconds; by default those of quicknet, so that local rounds have the numbers and times of the real ones. */
  readonly genesisTime?: number;
  readonly period?: number;
  readonly port?: number;
}

/** A drand relay with a network of its own. */
export interface LocalBeacon extends HttpServer {
  readonly chain: BeaconChain;
  /** Sets what goes wrong: it is asked before each answer to a round. Null ends all faults. */
  setFault(fault: ((round: number) => BeaconFault | null) | null): void;
  /** When a round was first served without a fault (Unix ms), or undefined. */
  publishedAt(round: number): number | undefined;
  /** The newest round by the clock. */
  latestRound(): number;
}

const QUICKNET_GENESIS = 1_692_803_367;
const QUICKNET_PERIOD = 3;

/**
 * Serves drand's v1 paths, with and without the chain hash before them. Rounds are signed when asked for and never
 * before their time; a future one is a 404 that caches may keep until then, as the real relays answer.
 */
export async function startBeacon(options: BeaconOptions): Promise<LocalBeacon> {
  const { period = QUICKNET_PERIOD, genesisTime = QUICKNET_GENESIS, port = 0 } = options;
  const chain = beaconChain(options.worldSeed, period, genesisTime);
  const published = new Map<number, number>();
  let fault: ((round: number) => BeaconFault | null) | null = null;
  const latestRound = (): number => Math.floor((Date.now() / 1000 - genesisTime) / period) + 1;

  const answerRound = async (round: number, cache: string): Promise<HttpReply> => {
    const wrong = fault?.(round) ?? {};
    if (wrong.delayMs !== undefined) await sleep(wrong.delayMs);
    if (wrong.status !== undefined) return { status: wrong.status, json: { error: 'fault of the local world' } };
    const toGo = genesisTime + (round - 1) * period - Date.now() / 1000;
    if (toGo > 0) {
      const headers = { 'cache-control': `public, max-age=${Math.ceil(toGo)}` };
      return { status: 404, json: { error: 'round is not published yet' }, headers };
    }
    const beacon = spoil(chain, chain.sign(round), wrong.signature);
    if (wrong.signature === undefined && !published.has(round)) published.set(round, Date.now());
    return { status: 200, json: beacon, headers: { 'cache-control': cache } };
  };

  const answer = ({ method, path }: HttpRequest): Promise<HttpReply> | HttpReply => {
    if (method !== 'GET') return { status: 405, json: { error: 'method not allowed' } };
    if (path === '/chains') return { status: 200, json: [chain.hash] };
    const own = path.startsWith(`/${chain.hash}/`) ? path.slice(chain.hash.length + 1) : path;
    if (own === '/info') return { status: 200, json: infoOf(chain) };
    if (own === '/public/latest') return answerRound(latestRound(), 'no-cache');
    const round = /^\/public\/([1-9]\d{0,14})$/.exec(own)?.[1];
    return round === undefined
      ? { status: 404, json: { error: 'not found' } }
      : answerRound(Number(round), 'public, max-age=604800, immutable');
  };

  const server = await startHttpServer(answer, port);
  return {
    ...server,
    chain,
    setFault: (next) => {
      fault = next;
    },
    publishedAt: (round) => published.get(round),
    latestRound,
  };
}

function spoil(chain: BeaconChain, beacon: Beacon, how: BeaconFault['signature']): Beacon {
  if (how === undefined) return beacon;
  // In both cases a valid point of the curve, so that only the pairing check can find the fault.
  const foreign = chain.sign(how === 'wrong' ? beacon.round + 1_000_000_000 : how.ofRound);
  return { ...foreign, round: beacon.round };
}

function infoOf(chain: BeaconChain): unknown {
  return {
    public_key: chain.publicKey,
    period: chain.period,
    genesis_time: chain.genesisTime,
    hash: chain.hash,
    groupHash: chain.groupHash,
    schemeID: SCHEME,
    metadata: { beaconID: chain.beaconId },
  };
}
