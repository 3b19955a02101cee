import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, type PublicKey } from '@solana/web3.js';
import { type BlockHeights, createBlockHeights } from './blockHeights.ts';
import { callRpc } from './callRpc.ts';
import { type ClockFollower, followWallClock } from './followWallClock.ts';
import { listensHere } from './listensHere.ts';
import { type NativeSurfnet, platformRuntime } from './platformRuntime.ts';

/** What an account is set to; absent fields get the System program, no data, not executable. */
export interface AccountState {
  readonly lamports: bigint;
  readonly owner?: PublicKey;
  readonly data?: Uint8Array;
  readonly executable?: boolean;
}

/** The local Solana runtime. Everything but `stop` goes over its JSON-RPC, so nothing blocks the event loop. */
export interface Runtime {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly connection: Connection;
  readonly heights: BlockHeights;
  /** Any JSON-RPC method; throws when the node answers an error. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Sets (does not add) the balance of a plain wallet, in lamports. */
  fundSol(address: PublicKey, lamports: bigint): Promise<void>;
  setAccount(address: PublicKey, state: AccountState): Promise<void>;
  /** Stops and resumes block production: a stuck chain. Once resumed it returns to the wall clock. */
  pauseClock(): Promise<void>;
  resumeClock(): Promise<void>;
  stop(): void;
}

const DRAIN_MS = 100;
const STARTS = 5;
const LISTENING_MS = 10_000;
const LOOK_MS = 20;
/** Nothing to follow, and nothing to hold. */
const STILL: ClockFollower = { pause: async () => undefined, resume: async () => undefined, stop: () => undefined };
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

interface RuntimeInput {
  readonly slotMs: number;
  /** Each transaction makes a block at once, and no time passes otherwise: no blockhash dies while nobody is served. */
  readonly isStill?: boolean;
}

/**
 * Starts a fresh, empty chain with real System, Token-2022, associated-token and Memo programs on random ports.
 * Its block times follow the wall clock, where it is not still.
 */
export async function startRuntime({ slotMs, isStill = false }: RuntimeInput): Promise<Runtime> {
  const node = await startNode(slotMs, isStill);
  // The node's event queue is bounded; when nobody empties it, the node stops answering.
  const drain = setInterval(() => node.drainEvents(), DRAIN_MS);
  drain.unref();
  const { rpcUrl, wsUrl } = node;
  const rpc = (method: string, params: readonly unknown[] = []): Promise<unknown> => callRpc(rpcUrl, method, params);
  const connection = new Connection(rpcUrl, {
    commitment: 'confirmed',
    wsEndpoint: wsUrl,
    disableRetryOnRateLimit: true,
  });
  const setAccount = async (address: PublicKey, state: AccountState): Promise<void> => {
    const fields = {
      // JSON numbers: the node refuses strings here. A world's balances stay far below 2^53 lamports.
      lamports: Number(state.lamports),
      owner: state.owner?.toBase58() ?? SYSTEM_PROGRAM,
      data: Buffer.from(state.data ?? []).toString('hex'),
      executable: state.executable ?? false,
      rentEpoch: 0,
    };
    await rpc('surfnet_setAccount', [address.toBase58(), fields]);
  };
  const heights = createBlockHeights();
  const clock = isStill ? STILL : followWallClock({ slotMs, rpc, heights });
  let stopped = false;
  return {
    rpcUrl,
    wsUrl,
    connection,
    heights,
    rpc,
    setAccount,
    fundSol: (address, lamports) => setAccount(address, { lamports }),
    pauseClock: clock.pause,
    resumeClock: clock.resume,
    stop: () => {
      if (stopped) return;
      stopped = true;
      clearInterval(drain);
      clock.stop();
      node.stop();
    },
  };
}

/**
 * The node chooses its ports before it takes them. Where another process was faster with the one for subscriptions, it
 * goes on without them, and whoever waits for one waits for ever: then another node is started.
 */
async function startNode(slotTimeMs: number, isStill: boolean): Promise<NativeSurfnet> {
  const blockProductionMode = isStill ? 'transaction' : 'clock';
  for (let start = 0; start < STARTS; start++) {
    const node = platformRuntime().startWithConfig({ offline: true, blockProductionMode, slotTimeMs });
    const port = Number(new URL(node.wsUrl).port);
    for (let waited = 0; waited < LISTENING_MS; waited += LOOK_MS) {
      if (await listensHere(port)) return node;
      await sleep(LOOK_MS);
    }
    node.stop();
  }
  throw new Error(`The local chain found no free port for its subscriptions in ${STARTS} starts.`);
}
