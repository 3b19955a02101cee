import type { ProxyRule } from '../startProxy.ts';

const error = (code: number, message: string) => ({
  status: 200,
  json: { jsonrpc: '2.0', id: 1, error: { code, message } },
});

/** A node that is honest except once: it behaves like this at the n-th call of a method from now on, counted from 1. */
export function once(method: string, n: number, rule: ProxyRule): ProxyRule {
  let calls = 0;
  return (called, params, forward) => {
    if (called !== method) return null;
    calls += 1;
    return calls === n ? rule(called, params, forward) : null;
  };
}

/** A node's ways of giving no usable answer. None of them is a lie. */
export const silences = {
  /** The connection ends without an answer. (After `stop()` of the node it is refused.) */
  dead: (): ProxyRule => () => 'drop',
  /** The connection stays open and nothing comes. */
  hangs: (): ProxyRule => () => new Promise<null>(() => undefined),
  /** More than `perSecond` requests within a second are refused, as providers do. */
  limits: (perSecond: number): ProxyRule => {
    const times: number[] = [];
    return () => {
      const now = Date.now();
      while (times[0] !== undefined && times[0] <= now - 1_000) times.shift();
      if (times.length < perSecond) {
        times.push(now);
        return null;
      }
      const json = { jsonrpc: '2.0', id: 1, error: { code: 429, message: 'Too many requests' } };
      return { status: 429, json, headers: { 'retry-after': '1' } };
    };
  },
  /** A random share of the calls is refused; `share` is from 0 to 1. */
  refusesSome: (share: number, random: () => number): ProxyRule => {
    const refused = {
      status: 429,
      json: { jsonrpc: '2.0', id: 1, error: { code: 429, message: 'Too many requests' } },
    };
    return () => (random() < share ? refused : null);
  },
  /** Every request is over the limit. */
  refusesAll: (): ProxyRule => silences.limits(0),
  /** Answers end in the middle. */
  cuts: (): ProxyRule => async (_method, _params, forward) => {
    const { body } = await forward();
    return { status: 200, cut: body.slice(0, Math.ceil(body.length / 2)) };
  },
  /** No secondary index and no history, in Agave's words. */
  refusesIndex: (): ProxyRule => (method, params) => {
    if (method === 'getProgramAccounts')
      return error(
        -32010,
        `${String(params[0])} excluded from account secondary indexes; this RPC method unavailable for key`,
      );
    return method === 'getSignaturesForAddress'
      ? error(-32011, 'Transaction history is not available from this node')
      : null;
  },
} satisfies Record<string, (amount: number, random: () => number) => ProxyRule>;
