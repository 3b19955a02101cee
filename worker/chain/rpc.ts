import { type Answer, agreeOn, type Question } from './agree.ts';
import { createNode } from './createNode.ts';
import { type Doubt, Implausible, RpcError, TooFast } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';

/** A node that gave no usable answer is asked last for this long, and hardly waited for. */
const COOL_DOWN_MS = 30_000;
/** A node that lied is asked last for this long. */
const DISTRUST_MS = 600_000;
/** How long nodes that are cooling down may keep the others' answers waiting. */
const GRACE_MS = 300;

export interface Rpc {
  readonly nodes: readonly RpcNode[];
  /**
   * Asks one node after the other until one answers every question of `read`; a read never mixes two nodes' views.
   * For what one node's word is enough for.
   */
  read<T>(read: (node: RpcNode) => Promise<T>): Promise<T>;
  /**
   * Asks all nodes at once; every usable answer, the most trusted node's first. Throws the last RpcError when there
   * is none.
   */
  gather<T>(about: string, ask: (node: RpcNode) => Promise<T>): Promise<readonly Answer<T>[]>;
  /** For what moves money: all nodes are asked, and no single one is believed while another says otherwise. */
  agree<T>(question: Question<T>): Promise<T>;
  /** As `agree`, for answers that were gathered before. */
  weigh<T>(question: Omit<Question<T>, 'ask'>, answers: readonly Answer<T>[]): Promise<T>;
  /** Says that a node told something that cannot be true: it is named and asked last. */
  distrust(node: RpcNode, about: string, detail: string): void;
  /** Says that nodes contradict each other and nothing decides between them. */
  report(doubt: Doubt): void;
  /** The node whose answer came last, by its place; null before the first. */
  lastNode(): string | null;
  /** Calls made so far: an event of the worker may make about a thousand. */
  calls(): number;
}

export interface RpcInput {
  readonly urls: readonly string[];
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Told of every doubt about a node, each time. */
  readonly onDoubt?: (doubt: Doubt) => void;
}

/**
 * The Solana JSON-RPC client: several nodes with failover and agreement, a time limit and a schema for every answer.
 */
export function createRpc({ urls, fetch, now, onDoubt }: RpcInput): Rpc {
  let calls = 0;
  let lastNode: string | null = null;
  const counted: typeof fetch = (input, init) => {
    calls += 1;
    return fetch(input, init);
  };
  const nodes = urls.map((url, i) => createNode(url, `node ${i + 1}`, counted));
  const failedAt = new Map<RpcNode, number>();
  const liedAt = new Map<RpcNode, number>();
  const within = (times: ReadonlyMap<RpcNode, number>, node: RpcNode, ms: number) =>
    now() - (times.get(node) ?? Number.NEGATIVE_INFINITY) < ms;
  const isLate = (node: RpcNode) => within(failedAt, node, COOL_DOWN_MS);
  const isDistrusted = (node: RpcNode) => within(liedAt, node, DISTRUST_MS);
  const rank = (node: RpcNode) => (isDistrusted(node) ? 2 : 0) + (isLate(node) ? 1 : 0);
  const inOrder = () => [...nodes].sort((a, b) => rank(a) - rank(b));
  const report = (doubt: Doubt) => onDoubt?.(doubt);

  function distrust(node: RpcNode, about: string, detail: string): void {
    liedAt.set(node, now());
    console.warn(`RPC ${node.label} is not believed about ${about}: ${detail}`);
    // With one node there is nobody else to ask: what it says is refused, and that is told by whoever asked.
    if (nodes.length > 1) report({ kind: 'lied', nodes: [node.label], about, detail });
  }

  /** Keeps the books about one answer; rethrows what is no answer. */
  async function tried<T>(node: RpcNode, about: string, ask: (node: RpcNode) => Promise<T>): Promise<T> {
    try {
      const value = await ask(node);
      failedAt.delete(node);
      lastNode = node.label;
      return value;
    } catch (error) {
      if (error instanceof Implausible) distrust(node, about, error.detail);
      else if (error instanceof RpcError && !(error instanceof TooFast)) failedAt.set(node, now());
      throw error;
    }
  }

  /** Every answer of these nodes, in their order; failures beside them. */
  async function askAll<T>(order: readonly RpcNode[], about: string, ask: (node: RpcNode) => Promise<T>) {
    const results = new Map<RpcNode, PromiseSettledResult<T>>();
    const asked = order.map((node) => ({
      isPrompt: !isLate(node),
      done: Promise.allSettled([tried(node, about, ask)]).then(([result]) => void results.set(node, result)),
    }));
    const everyone = Promise.all(asked.map(({ done }) => done));
    await Promise.all(asked.map(({ isPrompt, done }) => (isPrompt ? done : null)));
    const hasAnswer = () => [...results.values()].some((result) => result.status === 'fulfilled');
    // A node that has just been silent may speak again, but the others' answers do not wait for its time limit.
    if (hasAnswer()) await Promise.race([everyone, delay(GRACE_MS)]);
    else await everyone;
    const answers: Answer<T>[] = [];
    const failures: unknown[] = [];
    for (const node of order) {
      const result = results.get(node);
      if (result?.status === 'fulfilled') answers.push({ node, value: result.value });
      if (result?.status === 'rejected') failures.push(result.reason);
    }
    return { answers, failures };
  }

  async function gather<T>(about: string, ask: (node: RpcNode) => Promise<T>): Promise<readonly Answer<T>[]> {
    const failures: unknown[] = [];
    // A node that lied has no say while one that did not gives an answer.
    const order = inOrder();
    const groups = [order.filter((node) => !isDistrusted(node)), order.filter(isDistrusted)];
    for (const group of groups) {
      const asked = await askAll(group, about, ask);
      const fault = asked.failures.find((failure) => !(failure instanceof RpcError));
      if (fault !== undefined) throw fault;
      if (asked.answers.length > 0) return asked.answers;
      failures.push(...asked.failures);
    }
    // An answer that was refused (it cannot be true, it is too much, others contradict it) says more than a silence.
    throw failures.find((failure) => failure instanceof RpcError && failure.name !== 'RpcError') ?? failures[0];
  }

  async function weigh<T>(question: Omit<Question<T>, 'ask'>, answers: readonly Answer<T>[]): Promise<T> {
    const silent = nodes.filter((node) => !isDistrusted(node) && !answers.some((answer) => answer.node === node));
    if (silent.length > 0 && answers.length === 1) {
      report({ kind: 'silent', nodes: silent.map((node) => node.label), about: question.about, detail: '' });
    }
    const { value, outvoted } = await agreeOn(question, answers, report);
    for (const { node } of outvoted) distrust(node, question.about, 'the other nodes agree on another answer');
    return value;
  }

  return {
    nodes,
    gather,
    distrust,
    report,
    calls: () => calls,
    lastNode: () => lastNode,
    async read(read) {
      let last: unknown;
      for (const node of inOrder()) {
        try {
          return await tried(node, 'a single question', read);
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
          last = error;
        }
      }
      throw last;
    },
    weigh,
    agree: async (question) => weigh(question, await gather(question.about, question.ask)),
  };
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
