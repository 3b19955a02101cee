import { isRecent } from '../../../src/round/isRecent.ts';
import { createNode } from './createNode.ts';
import { type Doubt, Implausible, NodesDisagree, NodesSilent, NotYet, RpcError, TooFast } from './rpcError.ts';
import type { RpcNode } from './rpcNode.ts';
import {
  type Decide,
  enoughAlike,
  enoughOf,
  type Heard,
  hearVoices,
  type IsSame,
  isWrittenAlike,
  type Voice,
} from './voices.ts';

/** For so long a node that gave no usable answer is asked last for what one node's word is enough for. */
const FAILED_MS = 30_000;
/** For so long one that said what cannot be true, or what the others deny. */
const DOUBTED_MS = 600_000;
/** A lock, its commitment and a check of the pool beside them ask the same within this time. */
const LATELY_MS = 10_000;
/** A node without any usable answer for so long, and to so many questions, is named, also where others are enough. */
const OUTAGE = { ms: 60_000, questions: 10 } as const;

/** A question whose answer moves money. */
export interface Question<T> {
  /** In words, for alerts: "the pool's balance". */
  readonly about: string;
  /** Throws an `Implausible` for what cannot be true, any other RpcError for no answer. */
  readonly ask: (node: RpcNode) => Promise<T>;
  readonly isSame?: IsSame<T>;
  /** Answers about which honest nodes never differ, wherever they are: who gives another one is told of at once. */
  readonly isFixed?: (value: T) => boolean;
}

export interface Rpc {
  readonly nodes: readonly RpcNode[];
  /** So many of them must say what money hangs on. */
  readonly enough: number;
  /**
   * Asks one node after the other until one answers every question of `read`; a read never mixes two nodes' views.
   * For what no money hangs on. `turn` is who is asked first where none is doubted, counted round and round: what one
   * node alone can keep from happening is asked of another one the next time.
   */
  read<T>(read: (node: RpcNode) => Promise<T>, turn?: number): Promise<T>;
  /** What enough nodes say alike: the value of the first of them. Throws `NodesSilent` or `NodesDisagree`. */
  agree<T>(question: Question<T>): Promise<T>;
  /** As `agree`, of what moves so rarely that the answer of the last seconds to a question of this name holds. */
  agreeLately<T>(question: Question<T>): Promise<T>;
  /** As `agree`; all those voices, of which the least or the latest may count. */
  agreeing<T>(question: Question<T>): Promise<readonly [Voice<T>, ...Voice<T>[]]>;
  /** As `agree`, for whoever decides otherwise about the voices. */
  hear<T, R>(question: Pick<Question<T>, 'about' | 'ask'> & { readonly decide: Decide<T, R> }): Promise<R>;
  /** Names a node that told what cannot be true, and asks it last. It keeps its voice. */
  lied(node: RpcNode, about: string, detail: string): void;
  /** The same of one that enough others contradict. */
  differs(node: RpcNode, about: string, detail: string): void;
  /** Names nodes for something that nothing decides. */
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

/** The Solana JSON-RPC client: several nodes, of which enough must say a fact, a time limit and a schema for each answer. */
export function createRpc({ urls, fetch, now, onDoubt }: RpcInput): Rpc {
  let calls = 0;
  let lastNode: string | null = null;
  const counted: typeof fetch = (input, init) => {
    calls += 1;
    return fetch(input, init);
  };
  const nodes = urls.map((url, i) => createNode(url, `node ${i + 1}`, counted));
  const failing = new Map<RpcNode, { since: number; at: number; questions: number }>();
  const doubtedAt = new Map<RpcNode, number>();
  const lately = new Map<string, { readonly at: number; readonly value: Promise<unknown> }>();
  const within = (at: number | undefined, ms: number) => at !== undefined && isRecent(at, now(), ms);
  const rank = (node: RpcNode) =>
    (within(doubtedAt.get(node), DOUBTED_MS) ? 2 : 0) + (within(failing.get(node)?.at, FAILED_MS) ? 1 : 0);
  const report = (doubt: Doubt) => onDoubt?.(doubt);

  function doubt(kind: 'lied' | 'differs', node: RpcNode, about: string, detail: string): void {
    doubtedAt.set(node, now());
    console.warn(`RPC ${node.label} is doubted about ${about}: ${detail}`);
    // With one node there is nobody to compare it with: what it says is refused, and that is told by whoever asked.
    if (nodes.length > 1) report({ kind, nodes: [node.label], about, detail });
  }

  function noteFailure(node: RpcNode, about: string): void {
    const known = failing.get(node) ?? { since: now(), at: now(), questions: 0 };
    Object.assign(known, { since: Math.min(known.since, now()), at: now(), questions: known.questions + 1 });
    failing.set(node, known);
    const isOutage = now() - known.since >= OUTAGE.ms && known.questions >= OUTAGE.questions;
    if (isOutage && nodes.length > 1) report({ kind: 'silent', nodes: [node.label], about, detail: '' });
  }

  /** Keeps the books about one answer; rethrows what is no answer. */
  async function tried<T>(node: RpcNode, about: string, ask: (node: RpcNode) => Promise<T>): Promise<T> {
    try {
      const value = await ask(node);
      failing.delete(node);
      lastNode = node.label;
      return value;
    } catch (error) {
      if (error instanceof Implausible) doubt('lied', node, about, error.detail);
      else if (error instanceof RpcError && !isNobodysFault(error) && !(error instanceof TooFast))
        noteFailure(node, about);
      throw error;
    }
  }

  async function hear<T, R>({
    about,
    ask,
    decide,
  }: Pick<Question<T>, 'about' | 'ask'> & { readonly decide: Decide<T, R> }): Promise<R> {
    const { decided, voices, failures } = await hearVoices(nodes, (node) => tried(node, about, ask), decide);
    if (decided !== undefined) return decided;
    if (voices.length >= enoughOf(nodes.length)) {
      const said = voices.map(({ node }) => node.label);
      report({ kind: 'disagree', nodes: said, about, detail: 'their answers differ' });
      throw new NodesDisagree(said, about);
    }
    const causes = failures.map(({ error }) => error);
    const silent = silentAmong(failures);
    const [one] = causes;
    // What could not be told apart within an answer was told there.
    if (nodes.length > 1 && !causes.every(isNobodysFault)) report({ kind: 'silent', nodes: silent, about, detail: '' });
    throw new NodesSilent({ silent, about, causes, ...(nodes.length === 1 && one && { summary: one.summary }) });
  }

  async function agreeing<T>({ about, ask, isSame = isWrittenAlike, isFixed = () => false }: Question<T>) {
    let lead: Voice<T> | null = null;
    const differs = ({ node, value }: Voice<T>) =>
      doubt(isFixed(value) ? 'lied' : 'differs', node, about, 'the other nodes agree on another answer');
    /** An answer that comes after the decision is compared all the same, and its node named when it differs. */
    async function compare(first: Voice<T>, late: Voice<T>): Promise<void> {
      if (!(await isSame(first, late))) differs(late);
    }
    const same = await hear({
      about,
      async ask(node) {
        const value = await ask(node);
        if (lead !== null) void compare(lead, { node, value }).catch(() => undefined);
        return value;
      },
      async decide(voices, { enough }) {
        const found = await enoughAlike(voices, enough, isSame);
        if (found !== undefined) for (const voice of voices) if (!found.includes(voice)) differs(voice);
        return found;
      },
    });
    const [first, ...others] = same;
    if (first === undefined) throw new Error('enough voices are none');
    lead = first;
    return [first, ...others] as const;
  }

  const agree = async <T>(question: Question<T>): Promise<T> => (await agreeing(question))[0].value;

  async function agreeLately<T>(question: Question<T>): Promise<T> {
    const known = lately.get(question.about);
    if (known !== undefined && within(known.at, LATELY_MS)) return known.value as Promise<T>;
    const asked = { at: now(), value: agree(question) };
    lately.set(question.about, asked);
    try {
      return await asked.value;
    } catch (error) {
      if (lately.get(question.about) === asked) lately.delete(question.about);
      throw error;
    }
  }

  return {
    ...{ nodes, hear, agree, agreeing, agreeLately, report },
    lied: (node, about, detail) => doubt('lied', node, about, detail),
    differs: (node, about, detail) => doubt('differs', node, about, detail),
    enough: enoughOf(nodes.length),
    calls: () => calls,
    lastNode: () => lastNode,
    async read(read, turn = 0) {
      let last: unknown;
      const first = turn % nodes.length;
      const inTurn = [...nodes.slice(first), ...nodes.slice(0, first)];
      for (const node of inTurn.toSorted((a, b) => rank(a) - rank(b))) {
        try {
          return await tried(node, 'a single question', read);
        } catch (error) {
          if (!(error instanceof RpcError)) throw error;
          last = error;
        }
      }
      throw last;
    },
  };
}

/**
 * An answer may hang on a question to all nodes: that they do not decide it is no fault of the one that was asked. Nor is
 * it that the chain is not that far yet.
 */
const isNobodysFault = (error: RpcError): boolean =>
  error instanceof NodesDisagree || error instanceof NodesSilent || error instanceof NotYet;

/**
 * The nodes that gave no answer. One whose answer hangs on a question to all nodes is not among them for what another one
 * did not say.
 */
function silentAmong(failures: Heard<unknown, unknown>['failures']): string[] {
  const named = new Set(
    failures.flatMap(({ node, error }) => {
      if (error instanceof NodesSilent) return error.silent;
      return isNobodysFault(error) ? [] : [node.label];
    }),
  );
  return (named.size > 0 ? [...named] : failures.map(({ node }) => node.label)).sort();
}
