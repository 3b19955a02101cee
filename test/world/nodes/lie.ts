import type { PublicKey } from '@solana/web3.js';
import type { ProxyRule } from '../startProxy.ts';

/** What a node is asked. */
export interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * Turns the true result of a call into what a lying node says; it returns the truth for calls that it does not lie
 * about. `truth` is undefined where the real node answers with an error.
 */
export type Lie = (call: Call, truth: unknown) => unknown;

/** What a liar knows of the lottery that it lies to. */
export interface Mark {
  readonly mint: PublicKey;
  readonly pool: PublicKey;
  readonly taxWallet: PublicKey;
  /** Token accounts of two ordinary holders who are in the draw, and who owns them. */
  readonly holders: readonly [HolderMark, HolderMark];
  /** A frozen token account with more than the threshold. */
  readonly frozen: PublicKey;
  /** Says that the round is paid. */
  readonly payoutMark: PublicKey;
  readonly round: number;
  /** Unix seconds. */
  readonly endsAt: number;
}

export interface HolderMark {
  readonly owner: PublicKey;
  readonly tokenAccount: PublicKey;
  /** Base units. */
  readonly amount: bigint;
}

/**
 * A node that tells all of these lies, each applied to the result of the one before. Errors of the real node are passed
 * on.
 */
export function lies(...told: readonly Lie[]): ProxyRule {
  return async (method, params, forward) => {
    const { error, result: known, ...answer } = (await forward()).json() as { error?: unknown; result?: unknown };
    const result = told.reduce((truth, lie) => lie({ method, params }, truth), known);
    return { status: 200, json: { ...answer, ...(result === undefined ? { error } : { result }) } };
  };
}

/** A lie about one method's result. `T` is what the caller knows the result to be. */
export function lieAbout<T>(method: string, change: (truth: T, params: readonly unknown[]) => unknown): Lie {
  return (call, truth) => (call.method === method && truth !== undefined ? change(truth as T, call.params) : truth);
}
