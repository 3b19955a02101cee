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

/** After a node gave no usable answer, `read` asks the other nodes before it, for this long. */
const FAILED_MS = 30_000;
/** The same after a node said something impossible, or something that enough others contradict. */
const DOUBTED_MS = 600_000;
/** How long `agreeLately` uses an answer again: a lock, its commitment and a check of the pool may share one. */
const LATELY_MS = 10_000;

/** A question whose answer moves money. */
export interface Question<T> {
  /** In words, for alerts: "the pool's balance". */
  readonly about: string;
  /** Throws an `Implausible` for an answer that cannot be true, and another RpcError if there is no usable answer. */
  readonly ask: (node: RpcNode) => Promise<T>;
  readonly isSame?: IsSame<T>;
  /**
   * True for answers that are the same on all honest nodes, whatever their slot. Of two such answers that differ, one is
   * a lie.
   */
  readonly isFixed?: (value: T) => boolean;
}

export interface Rpc {
  readonly nodes: readonly RpcNode[];
  /** This many nodes must agree on whatever decides about money. */
  readonly enough: number;
  /**
   * Calls `read` with one node after the other, until `read` succeeds. Never used alone for a fact by which money
   * moves. `turn` grows from read to read and changes the first node, so that what a single node hides is found the
   * next time. Doubted and failing nodes still come last.
   */
  read<T>(read: (node: RpcNode) => Promise<T>, turn?: number): Promise<T>;
  /** What enough nodes say: the value of the first of them. Throws `NodesSilent` or `NodesDisagree`. */
  agree<T>(question: Question<T>): Promise<T>;
  /** As `agree`, but an answer of the last seconds to a question with the same `about` is used again. */
  agreeLately<T>(question: Question<T>): Promise<T>;
  /** As `agree`, but returns all agreeing voices. */
  agreeing<T>(question: Question<T>): Promise<readonly [Voice<T>, ...Voice<T>[]]>;
  /** As `agree`, but the caller decides what the voices mean. */
  hear<T, R>(question: Pick<Question<T>, 'about' | 'ask'> & { readonly decide: Decide<T, R> }): Promise<R>;
  /** Reports a node that said something impossible, and asks it last for ten minutes. Its answers still count. */
  lied(node: RpcNode, about: string, detail: string): void;
  /** The same for a node that enough others contradict. */
  differs(node: RpcNode, about: string, detail: string): void;
  /** A node said the same as enough others, in a question that `hear` has asked. */
  agrees(node: RpcNode, about: string): void;
  /** Reports nodes whose answers differ, where nothing decides which of them is wrong. */
  report(doubt: Doubt): void;
  /** The label of the node whose answer came last; null before the first. */
  lastNode(): string | null;
  /** Calls made so far: an event of the worker may make about a thousand. */
  calls(): number;
}

/** Enough nodes agree about something; `nodes` are the labels of some of those that do. */
export interface Agreed {
  readonly about: string;
  readonly nodes: readonly string[];
}

export interface RpcInput {
  readonly urls: readonly string[];
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** Called for every doubt about a node, also if the same doubt was reported before. */
  readonly onDoubt?: (doubt: Doubt) => void;
  /** Called whenever a question is decided. */
  readonly onAgreed?: (agreed: Agreed) => void;
  /** When nodes were doubted before this client was made, by label, unix milliseconds. These doubts count too. */
  readonly doubted?: ReadonlyMap<string, number>;
}

/** The client for Solana's JSON-RPC. It asks several nodes, of which enough must say the same. */
export function createRpc({ urls, fetch, now, onDoubt, onAgreed, doubted }: RpcInput): Rpc {
  let calls = 0;
  let lastNode: string | null = null;
  const counted: typeof fetch = (input, init) => {
    calls += 1;
    return fetch(input, init);
  };
  const nodes = urls.map((url, i) => createNode(url, `node ${i + 1}`, counted));
  const failedAt = new Map<RpcNode, number>();
  const doubtedAt = new Map(doubted);
  const lately = new Map<string, { readonly at: number; readonly value: Promise<unknown> }>();
  const within = (at: number | undefined, ms: number) => at !== undefined && isRecent(at, now(), ms);
  const rank = (node: RpcNode) =>
    (within(doubtedAt.get(node.label), DOUBTED_MS) ? 2 : 0) + (within(failedAt.get(node), FAILED_MS) ? 1 : 0);
  const report = (doubt: Doubt) => onDoubt?.(doubt);
  const agreed = (about: string, voices: readonly Pick<Voice<unknown>, 'node'>[]) =>
    onAgreed?.({ about, nodes: voices.map(({ node }) => node.label) });

  function doubt(kind: 'lied' | 'differs', node: RpcNode, about: string, detail: string): void {
    doubtedAt.set(node.label, now());
    console.warn(`RPC ${node.label} is doubted about ${about}: ${detail}`);
    // A single node cannot be compared with another. Its impossible answer is refused, and the caller reports that.
    if (nodes.length > 1) report({ kind, nodes: [node.label], about, detail });
  }

  async function tried<T>(node: RpcNode, about: string, ask: (node: RpcNode) => Promise<T>): Promise<T> {
    try {
      const value = await ask(node);
      failedAt.delete(node);
      lastNode = node.label;
      return value;
    } catch (error) {
      if (error instanceof Implausible) doubt('lied', node, about, error.detail);
      else if (error instanceof RpcError && !isNobodysFault(error) && !(error instanceof TooFast))
        failedAt.set(node, now());
      throw error;
    }
  }

  async function hear<T, R>({
    about,
    ask,
    decide,
  }: Pick<Question<T>, 'about' | 'ask'> & { readonly decide: Decide<T, R> }): Promise<R> {
    const { decided, voices, failures } = await hearVoices(nodes, (node) => tried(node, about, ask), decide);
    if (decided !== undefined) {
      agreed(about, []);
      return decided;
    }
    if (voices.length >= enoughOf(nodes.length)) {
      const said = voices.map(({ node }) => node.label);
      report({ kind: 'disagree', nodes: said, about, detail: 'their answers differ' });
      throw new NodesDisagree(said, about);
    }
    const causes = failures.map(({ error }) => error);
    const silent = silentAmong(failures);
    const [one] = causes;
    // If every failure is nobody's fault, nothing is reported here: a difference was reported where it was found.
    if (nodes.length > 1 && !causes.every(isNobodysFault)) report({ kind: 'silent', nodes: silent, about, detail: '' });
    throw new NodesSilent({ silent, about, causes, ...(nodes.length === 1 && one && { summary: one.summary }) });
  }

  async function agreeing<T>({ about, ask, isSame = isWrittenAlike, isFixed = () => false }: Question<T>) {
    let lead: Voice<T> | null = null;
    /** Answers that came before the decision. Any that it did not take into account is compared with it afterwards. */
    const early: Voice<T>[] = [];
    const differs = (from: Voice<T>, { node, value }: Voice<T>) => {
      const kind = isFixed(from.value) && isFixed(value) ? 'lied' : 'differs';
      doubt(kind, node, about, 'the other nodes agree on another answer');
    };
    /** Compares an answer that took no part in the decision with the agreed one. Doubts its node if it differs. */
    const compare = async (first: Voice<T>, late: Voice<T>) => {
      if (await isSame(first, late)) agreed(about, [late]);
      else differs(first, late);
    };
    const same = await hear({
      about,
      async ask(node) {
        const voice = { node, value: await ask(node) };
        if (lead === null) early.push(voice);
        else void compare(lead, voice).catch(() => undefined);
        return voice.value;
      },
      async decide(voices, { enough }) {
        const found = await enoughAlike(voices, enough, isSame);
        const [first] = found ?? [];
        if (found === undefined || first === undefined) return undefined;
        lead = first;
        agreed(about, found);
        for (const voice of voices) if (!found.includes(voice)) differs(first, voice);
        const counted = new Set(voices.map(({ node }) => node));
        for (const voice of early) if (!counted.has(voice.node)) void compare(first, voice).catch(() => undefined);
        return found;
      },
    });
    const [first, ...others] = same;
    if (first === undefined) throw new Error('the list of agreeing voices is empty');
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
    agrees: (node, about) => agreed(about, [{ node }]),
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
 * Whether a failure is not the fault of the node that was asked: too few nodes answered or agreed, or it is too early.
 */
const isNobodysFault = (error: RpcError): boolean =>
  error instanceof NodesDisagree || error instanceof NodesSilent || error instanceof NotYet;

/**
 * The nodes to name when too few answered. If a node failed because other nodes were silent, those others are named. A
 * node whose failure is nobody's fault is left out, unless nobody else is left to name.
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
