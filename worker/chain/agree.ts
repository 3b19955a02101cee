import { type Doubt, NodesDisagree } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

export interface Answer<T> {
  readonly node: RpcNode;
  readonly value: T;
}

/** A question whose answer moves money. */
export interface Question<T> {
  /** In words, for alerts: "the pool's balance". */
  readonly about: string;
  /** Throws an `Implausible` for what cannot be true, any other RpcError for no answer. */
  readonly ask: (node: RpcNode) => Promise<T>;
  /** Whether two answers are of one truth. By default they must be written alike. */
  readonly isSame?: (a: Answer<T>, b: Answer<T>) => Promise<boolean> | boolean;
}

export interface Agreement<T> {
  readonly value: T;
  /** Those who said otherwise and were outvoted. */
  readonly outvoted: readonly Answer<T>[];
}

/**
 * Weighs the answers of all nodes that gave one (at least one; the most trusted first). One alone is taken; of
 * several, more than half must be of one truth, and the most trusted of them is the value. Throws `NodesDisagree`
 * when no truth has so many.
 */
export async function agreeOn<T>(
  { about, isSame = isWrittenAlike }: Omit<Question<T>, 'ask'>,
  answers: readonly Answer<T>[],
  report: (doubt: Doubt) => void,
): Promise<Agreement<T>> {
  for (const answer of answers) {
    const others = answers.filter((other) => other !== answer);
    const agreeing = await Promise.all(others.map(async (other) => ((await isSame(answer, other)) ? [other] : [])));
    const same = [answer, ...agreeing.flat()];
    if (isMajority(same.length, answers.length))
      return { value: answer.value, outvoted: answers.filter((other) => !same.includes(other)) };
  }
  const nodes = answers.map(({ node }) => node.label).sort();
  report({ kind: 'disagree', nodes, about, detail: 'their answers differ' });
  throw new NodesDisagree(nodes, about);
}

/** More than half of those who answered: one of one, two of two, two of three. */
export const isMajority = (votes: number, answered: number) => votes * 2 > answered;

function isWrittenAlike<T>(a: Answer<T>, b: Answer<T>): boolean {
  return written(a.value) === written(b.value);
}

const written = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
