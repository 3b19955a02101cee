import { isDeepStrictEqual } from 'node:util';
import { type Lie, lies, type Mark } from '../world/nodes/lie.ts';
import { LIES, type LieName } from '../world/nodes/lies.ts';
import type { ProxyRule } from '../world/startProxy.ts';

export interface WatchedLie {
  /** A node that tells the lie. */
  readonly behaviour: (mark: Mark) => ProxyRule;
  /** Throws unless one of its answers differed from the truth: a lie that nobody asks for tests nothing. */
  readonly expectTold: () => void;
}

export function watchLie(name: LieName): WatchedLie {
  let isTold = false;
  const watched =
    (tell: Lie): Lie =>
    (call, truth) => {
      const said = tell(call, truth);
      isTold ||= !isDeepStrictEqual(said, truth);
      return said;
    };
  return {
    behaviour: (mark) => lies(...LIES[name](mark).map(watched)),
    expectTold: () => {
      if (!isTold) throw new Error(`${name} was never told`);
    },
  };
}
