import type { Answer, Question } from '../chain/agree.ts';
import type { Rpc } from '../chain/rpc.ts';
import { RpcError } from '../chain/rpcError.ts';

/** Two honest nodes may differ this long about what has just happened: one is some slots behind the other. */
const LAG_MS = 15_000;
const MOST_REMEMBERED = 100;

/** Nodes have differed for a few seconds only: one may be behind. The question is to be repeated. */
export class NotTogether extends RpcError {
  override readonly name: string = 'NotTogether';
}

/**
 * As `rpc.agree`. Throws `NotTogether`, which leads to a repetition, while nodes have differed for a few seconds
 * only.
 */
export type AgreeInTime = <T>(question: Question<T>) => Promise<T>;

/**
 * Figures of a cycle are asked a moment after a transaction of ours changed them, when an honest node may not be so
 * far. The question is repeated then, and only a difference that stays accuses anyone: it is decided by the majority,
 * or all who answered are named.
 */
export function createAgreeInTime({ rpc, now }: { readonly rpc: Rpc; readonly now: () => number }): AgreeInTime {
  const differingSince = new Map<string, number>();
  return async <T>({ about, ask, isSame }: Question<T>): Promise<T> => {
    const answers = await rpc.gather(about, ask);
    if (await areSame(answers, isSame)) {
      differingSince.delete(about);
    } else {
      if (differingSince.size > MOST_REMEMBERED) differingSince.clear();
      const since = differingSince.get(about) ?? now();
      differingSince.set(about, since);
      const nodes = answers.map(({ node }) => node.label).join(' and ');
      if (now() - since < LAG_MS)
        throw new NotTogether(nodes, about, 'they are not at the same point of the chain yet');
    }
    return rpc.weigh({ about, ...(isSame && { isSame }) }, answers);
  };
}

async function areSame<T>(answers: readonly Answer<T>[], isSame: Question<T>['isSame']): Promise<boolean> {
  const [first, ...others] = answers;
  if (first === undefined) return true;
  const same = isSame ?? ((a: Answer<T>, b: Answer<T>) => a.value === b.value);
  return (await Promise.all(others.map((other) => same(first, other)))).every(Boolean);
}
