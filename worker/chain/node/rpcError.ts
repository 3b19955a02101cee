/** One RPC node gave no usable answer: unreachable, slow, rate-limited, an error, or garbage. Never means "absent". */
export class RpcError extends Error {
  override readonly name: string = 'RpcError';
  /** For the public health page: without the node's own words, which could repeat a key. */
  readonly summary: string;
  readonly detail: string;
  readonly code: number | null;
  constructor(node: string, method: string, detail: string, code: number | null = null) {
    super(`RPC ${node} ${method}: ${detail}`);
    this.summary = `RPC ${node} gives no usable answer to ${method}`;
    this.detail = detail;
    this.code = code;
  }
}

/** The code for: the server cannot use what it is asked with. */
export const INVALID_PARAMS = -32_602;

/** The code for: the server has not reached the slot that it is asked about. */
export const MIN_CONTEXT_SLOT_NOT_REACHED = -32_016;

/** The error for that code. `slot` is where the server is, if it says so. */
export class BeforeSlot extends RpcError {
  readonly slot: number | null;
  constructor(node: string, method: string, slot: number | null) {
    super(node, method, `only at slot ${slot ?? 'unknown'}`, MIN_CONTEXT_SLOT_NOT_REACHED);
    this.slot = slot;
  }
}

/** A node does not know the transaction after which a history is to go on. */
export class UnknownCursor extends RpcError {}

export class TooLong extends RpcError {}

/** No answer at all: no connection, a limit of time or of calls, a server's fault. */
export class Unreachable extends RpcError {}

/** A node answered, but what it said cannot be the whole and current truth: it is a lie, or an old view. */
export class Implausible extends RpcError {
  override readonly name: string = 'Implausible';
}

/** A node answered, but the chain changed too fast for its answers to fit together. It is asked again. */
export class TooFast extends RpcError {
  override readonly name: string = 'TooFast';
}

/** A node answered, but has not reached the moment that a decision needs. It is asked again, and nobody is told. */
export class NotYet extends RpcError {
  override readonly name: string = 'NotYet';
}

/** Enough nodes answered, but too few of them agree. The caller must not act on any answer. */
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

/** Too few nodes gave a usable answer. The caller must wait: what the others say is not enough. */
export class NodesSilent extends RpcError {
  override readonly name: string = 'NodesSilent';
  override readonly summary: string;
  readonly silent: readonly string[];
  /** The errors of the nodes that have no voice. */
  readonly causes: readonly RpcError[];
  constructor(of: {
    readonly silent: readonly string[];
    readonly about: string;
    readonly causes: readonly RpcError[];
    readonly summary?: string;
  }) {
    const named = of.silent.join(' and ');
    super(named, of.about, of.causes.map(({ message }) => message).join('; '));
    this.summary = of.summary ?? `RPC ${named} gave no usable answer about ${of.about}, which leaves too few nodes`;
    this.silent = of.silent;
    this.causes = of.causes;
  }
}

export const DOUBTS = ['lied', 'differs', 'silent', 'disagree'] as const;

/** Something an operator should know of RPC nodes, named by their numbers. */
export interface Doubt {
  /**
   * `lied`: a node said something impossible. `differs`: enough others said otherwise. `silent`: too few nodes answered;
   * `nodes` are those that did not. `disagree`: too few answers agree. After `silent` and `disagree`, the worker does
   * not act on the answers.
   */
  readonly kind: (typeof DOUBTS)[number];
  readonly nodes: readonly string[];
  /** What was asked, as words: "the pool's balance". */
  readonly about: string;
  readonly detail: string;
}
