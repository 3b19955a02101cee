import { stackText } from '../../../src/errorText.ts';
import { RpcError } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** The answer of one node: complete, and plausible by itself. A node whose answer throws an RpcError has no voice. */
export interface Voice<T> {
  readonly node: RpcNode;
  readonly value: T;
}

/** How many of the configured nodes must agree on a fact: always more than half, so 1 of 1, 2 of 2, 2 of 3. */
export const enoughOf = (configured: number) => Math.floor(configured / 2) + 1;

export interface Hearing {
  /** This many voices make a fact. */
  readonly enough: number;
  /** Every node has answered or failed: no further voice will come. */
  readonly isOver: boolean;
}

/** What the voices so far decide; undefined while they decide nothing. `voices` has the order of RPC_URLS. */
export type Decide<T, R> = (voices: readonly Voice<T>[], hearing: Hearing) => R | undefined | Promise<R | undefined>;

export interface Heard<T, R> {
  /** Undefined when all nodes have answered and nothing is decided. */
  readonly decided: R | undefined;
  readonly voices: readonly Voice<T>[];
  /** Why the nodes that failed have no voice. A node whose answer was not awaited is neither here nor in `voices`. */
  readonly failures: readonly { readonly node: RpcNode; readonly error: RpcError }[];
}

/** Asks all nodes at once. `decide` is called after each answer, and its first decision ends the wait. */
export async function hearVoices<T, R>(
  nodes: readonly RpcNode[],
  ask: (node: RpcNode) => Promise<T>,
  decide: Decide<T, R>,
): Promise<Heard<T, R>> {
  const arrived = new Map<RpcNode, { readonly value: T } | { readonly error: unknown }>();
  let news = Promise.withResolvers<void>();
  for (const node of nodes) {
    ask(node)
      .then(
        (value) => arrived.set(node, { value }),
        (error: unknown) => arrived.set(node, { error }),
      )
      .finally(() => news.resolve());
  }
  for (;;) {
    await news.promise;
    // Renewed before the voices are counted: an answer that arrives during the count starts another count.
    news = Promise.withResolvers<void>();
    const voices: Voice<T>[] = [];
    const failures: { node: RpcNode; error: RpcError }[] = [];
    for (const node of nodes) {
      const answer = arrived.get(node);
      if (answer === undefined) continue;
      if ('value' in answer) voices.push({ node, value: answer.value });
      else failures.push({ node, error: asRpcError(node, answer.error) });
    }
    const isOver = arrived.size === nodes.length;
    const decided = await decide(voices, { enough: enoughOf(nodes.length), isOver });
    if (decided !== undefined || isOver) return { decided, voices, failures };
  }
}

/** An answer that makes our code throw gives no voice. Otherwise one node could stop all others from being heard. */
function asRpcError(node: RpcNode, error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  console.error(`RPC ${node.label}: ${stackText(error)}`);
  return new RpcError(node.label, 'an answer', 'it could not be read');
}

/** Whether `other` says the same as `voice`. By default their JSON must be equal. */
export type IsSame<T> = (voice: Voice<T>, other: Voice<T>) => boolean | Promise<boolean>;

/**
 * Takes the first of `voices` with which at least `enough` voices agree, itself included. Returns it, followed by the
 * others that agree with it. Undefined when there is no such voice.
 */
export async function enoughAlike<T>(
  voices: readonly Voice<T>[],
  enough: number,
  isSame: IsSame<T> = isWrittenAlike,
): Promise<readonly Voice<T>[] | undefined> {
  for (const voice of voices) {
    const alike = await Promise.all(
      voices.map(async (other) => (other === voice || (await isSame(voice, other)) ? [other] : [])),
    );
    const same = alike.flat();
    if (same.length >= enough) return [voice, ...same.filter((other) => other !== voice)];
  }
  return undefined;
}

export function isWrittenAlike<T>(a: Voice<T>, b: Voice<T>): boolean {
  return written(a.value) === written(b.value);
}

const written = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
