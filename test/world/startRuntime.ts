import { Connection, type PublicKey } from '@solana/web3.js';
import { type BlockHeights, createBlockHeights } from './blockHeights.ts';
import { callRpc } from './callRpc.ts';
import { type ClockFollower, followWallClock } from './followWallClock.ts';
import { startChainProcess } from './startChainProcess.ts';

/** What an account is set to; absent fields get the System program, no data, not executable. */
export interface AccountState {
  readonly lamports: bigint;
  readonly owner?: PublicKey;
  readonly data?: Uint8Array;
  readonly executable?: boolean;
}

/** The local Solana runtime, in a process of its own. Everything but `stop` goes over its JSON-RPC. */
export interface Runtime {
  readonly pid: number;
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

/** For a chain that stands still: its clock is neither moved nor stopped. */
const STILL: ClockFollower = { pause: async () => undefined, resume: async () => undefined, stop: () => undefined };
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

interface RuntimeInput {
  readonly slotMs: number;
  /**
   * Each transaction makes a block at once, and otherwise no time passes, so that no blockhash expires between two
   * transactions.
   */
  readonly isStill?: boolean;
}

/**
 * Starts a fresh, empty chain with real System, Token-2022, associated-token and Memo programs on random ports. Its
 * block times follow the wall clock unless it is still.
 */
export async function startRuntime({ slotMs, isStill = false }: RuntimeInput): Promise<Runtime> {
  const chain = await startChainProcess({ slotMs, blocksBy: isStill ? 'transaction' : 'clock' });
  const { pid, rpcUrl, wsUrl } = chain;
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
    pid,
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
      clock.stop();
      chain.stop();
    },
  };
}
