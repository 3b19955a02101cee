/**
 * One RPC node did not give a usable answer: unreachable, slow, rate-limited, an error, or garbage. Never means
 * "absent".
 */
export class RpcError extends Error {
  override readonly name: string = 'RpcError';
  /** For the public health page: without the node's own words, which could repeat a key. */
  readonly summary: string;
  readonly detail: string;
  /** The JSON-RPC error code, when the node answered with one. */
  readonly code: number | null;
  constructor(node: string, method: string, detail: string, code: number | null = null) {
    super(`RPC ${node} ${method}: ${detail}`);
    this.summary = `RPC ${node} gives no usable answer to ${method}`;
    this.detail = detail;
    this.code = code;
  }
}

/** A node answered, but what it said cannot be the whole and current truth: a lie or an old view that shows itself. */
export class Implausible extends RpcError {
  override readonly name: string = 'Implausible';
}

/**
 * A node answered honestly for all we know, and the chain changed too fast for its answers to fit together. It is
 * asked again.
 */
export class TooFast extends RpcError {
  override readonly name: string = 'TooFast';
}

/** Nodes answered differently, and nothing decides between them. Whoever asked must not act on either answer. */
export class NodesDisagree extends RpcError {
  override readonly name: string = 'NodesDisagree';
  override readonly summary: string;
  readonly about: string;
  readonly nodes: readonly string[];
  constructor(nodes: readonly string[], about: string, detail = 'their answers differ') {
    super(nodes.join(' and '), about, detail);
    this.summary = `RPC ${nodes.join(' and ')} disagree about ${about}`;
    this.about = about;
    this.nodes = nodes;
  }
}

/** Something an operator should know of RPC nodes, named by their places. */
export interface Doubt {
  /**
   * `lied`: named and asked last. `silent`: the others' word was taken. `disagree`: nobody can decide, so nothing is
   * done.
   */
  readonly kind: 'lied' | 'silent' | 'disagree';
  readonly nodes: readonly string[];
  /** What was asked, as words: "the pool's balance". */
  readonly about: string;
  readonly detail: string;
}
