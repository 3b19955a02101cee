import type { HttpReply } from '../world/startHttpServer.ts';
import { CHANNEL_URL, HEART_URL, type Reply } from './channel.ts';
import type { Dice } from './dice.ts';
import type { Atom, AtomOf, Plan } from './faults/atoms.ts';
import { LIES } from './faults/lies.ts';
import type { Chain } from './model/chain.ts';
import { answerTruly, NodeError, type NodeView } from './model/node.ts';
import { BEACON, type createExchanges } from './model/outside.ts';
import type { Process, Scheduler } from './scheduler.ts';

/** An answer of a node. `how` says how it was made; `true` means the whole truth. */
export interface GivenAnswer {
  readonly at: number;
  readonly process: string;
  readonly node: number;
  readonly method: string;
  readonly how: string;
}

export interface NetworkInput {
  readonly plan: Plan;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly chain: Chain;
  readonly start: number;
  readonly friends: readonly string[];
  readonly exchanges: ReturnType<typeof createExchanges>;
  readonly dies: (owner: Process, name: string) => boolean;
  readonly onUse: (atom: Atom, question: string, how: string) => void;
  readonly onAnswer: (answer: GivenAnswer) => void;
  /** Called when a transaction is sent to a node. */
  readonly onSend: (bytes: string) => void;
  /** The channel that tells people, and the service that hears each minute that all is well. */
  readonly channel?: (init: RequestInit | undefined) => Reply | null;
  readonly onBeat?: () => void;
  /** Called for an error of the simulator itself. */
  readonly onFault: (error: unknown) => void;
}

export const nodeUrl = (node: number) => `https://node${node + 1}.sim`;
export const RELAYS = [1, 2].map((n) => `https://relay${n}.sim/${BEACON.hash}`);
export const EXCHANGE_URL = 'https://exchange.sim';

const MOST_LIST_MS = 300;
const MOST_WAY_MS = 60;
const BEACON_LATE_MS = 400;
/** A node that has failed to answer counts as failing for this long. */
const ALONE_MS = 5_000;

/** Everything behind `fetch`: nodes, relays and exchanges, each with its faults. */
export function createNetwork(input: NetworkInput): (url: string, init: RequestInit | undefined) => Promise<Response> {
  const { plan, scheduler, dice, chain, start } = input;
  const since = () => scheduler.now() - start;
  const isOn = ({ from, to }: { readonly from: number; readonly to: number }) => since() >= from && since() < to;
  const atoms = <K extends Atom['kind']>(...kinds: readonly K[]) =>
    plan.atoms.filter((atom): atom is AtomOf<K> => (kinds as readonly string[]).includes(atom.kind));
  const lies = atoms('lie');
  const sick = atoms('refuse', 'silent', 'slow', 'lag');
  const [holes, forgets, relays, exchanges] = [atoms('hole'), atoms('forget'), atoms('relay'), atoms('exchange')];
  const usualLag = Array.from({ length: plan.nodes }, () => dice.between('usual lag', 0, 2));
  const failedAt = new Map<number, number>();

  const called = new Set<string>();

  type AnswerBy = (ms: number, make: () => Response | Error) => void;

  function isAlone(node: number): boolean {
    for (let other = 0; other < plan.nodes; other++)
      if (other !== node && since() - (failedAt.get(other) ?? Number.NEGATIVE_INFINITY) > ALONE_MS) return false;
    return true;
  }

  function viewOf(node: number, lag: number): NodeView {
    const missing = holes.filter(
      (atom) => atom.node === node && since() >= atom.to && since() < (atom.until ?? Infinity),
    );
    const forget = forgets.find((atom) => atom.node === node && since() >= atom.from);
    const slotAt = (ms: number) => chain.slots.behind(chain.slots.head(), Math.floor((since() - ms) / 400)).slot;
    for (const hole of missing) input.onUse(hole, 'the ledger', 'hole');
    if (forget !== undefined) input.onUse(forget, 'the ledger', 'forget');
    return {
      lag,
      holes: missing.map(({ from, to }) => ({ from: slotAt(from), to: slotAt(to) })),
      firstSlot: forget === undefined ? null : slotAt(forget.from),
    };
  }

  function askNode(node: number, owner: Process, { method, params }: Question, answerBy: AnswerBy): void {
    let extra = 0;
    let lag = plan.isBalanced ? dice.between(`lag ${node}`, 0, 2) : (usualLag[node] ?? 0);
    let how = 'true';
    const told = (is: string) => input.onAnswer({ at: since(), process: owner.name, node, method, how: is });
    const isFirst = !called.has(`${node} ${method}`);
    called.add(`${node} ${method}`);
    for (const atom of sick) {
      if (atom.isFirst && !isFirst) continue;
      if (atom.node !== node || !isOn(atom) || (atom.method !== null && atom.method !== method)) continue;
      if (!dice.chance(`sick ${node} ${atom.kind}`, atom.rate)) continue;
      input.onUse(atom, method, atom.kind);
      failedAt.set(node, since());
      if (atom.kind === 'silent') {
        told('silent');
        return;
      }
      if (atom.kind === 'refuse') {
        told('429');
        answerBy(dice.between('refuse', 5, 40), () => status(429));
        return;
      }
      how = atom.kind;
      if (atom.kind === 'slow') extra = 200 + Math.floor(atom.arg * 6_000);
      if (atom.kind === 'lag') lag = 2 + Math.floor(atom.arg * 200);
    }
    const way = dice.between(`from ${node}`, 2, method === 'getProgramAccounts' ? MOST_LIST_MS : MOST_WAY_MS) + extra;
    const lie = lies.find((atom) => {
      const asked = LIES[atom.lie]?.method;
      if (atom.node !== node || !isOn(atom) || (asked !== null && asked !== method)) return false;
      return (!atom.isOnlyAlone || isAlone(node)) && dice.chance(`lie ${node}`, atom.rate);
    });
    try {
      // A liar that swallows a transaction does not even look at it.
      const truth = lie?.lie === 'swallows' ? null : answerTruly(chain, viewOf(node, lag), method, params);
      const copy = JSON.stringify(truth);
      let body = copy;
      if (lie !== undefined) {
        const { friends } = input;
        const wrong = LIES[lie.lie]?.tell({ chain, params, truth: JSON.parse(copy), arg: lie.arg, friends });
        if (wrong !== undefined) {
          body = JSON.stringify(wrong);
          how = `lie ${lie.lie}`;
          input.onUse(lie, method, how);
        }
      }
      told(how);
      answerBy(way, () => json(`{"jsonrpc":"2.0","id":1,"result":${body}}`));
    } catch (error) {
      if (!(error instanceof NodeError)) {
        input.onFault(error);
        return;
      }
      failedAt.set(node, since());
      told(`error ${error.code}`);
      answerBy(way, () =>
        json(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: error.code, message: 'no', data: error.data } })),
      );
    }
  }

  function askRelay(path: string, answerBy: AnswerBy): void {
    const round = Number(path.split('/').at(-1));
    const fault = relays.find(isOn);
    if (fault !== undefined) input.onUse(fault, 'beacon', fault.how);
    if (fault?.how === 'silent') return;
    const dueAt = (BEACON.genesisTime + (round - 1) * BEACON.period) * 1000 + BEACON_LATE_MS;
    const isDue = scheduler.now() >= dueAt + (fault?.how === 'late' ? 20_000 : 0);
    const { signature } = BEACON.sign(fault?.how === 'forged' ? round + 1 : round);
    const body = JSON.stringify({ round, signature, randomness: '' });
    answerBy(dice.between('relay', 10, 80), () => (isDue ? json(body) : status(404)));
  }

  function askExchange(
    owner: Process,
    { pathname, searchParams }: URL,
    init: RequestInit | undefined,
    answerBy: AnswerBy,
  ): void {
    const name = pathname.startsWith('/raydium') ? 'raydium' : 'jupiter';
    const fault = exchanges.find((atom) => atom.name === name && isOn(atom));
    if (fault !== undefined) input.onUse(fault, name, fault.how);
    if (fault?.how === 'silent') return;
    if (fault?.how === 'error') {
      answerBy(50, () => status(500));
      return;
    }
    const price = fault?.how === 'cheap' ? 0.3 : fault?.how === 'dear' ? 3 : 1;
    const path = pathname.slice(name.length + 1);
    const asked = { method: init?.method ?? 'GET', path, query: searchParams, body: String(init?.body ?? '') };
    const ms = dice.between('exchange', 20, 200);
    void input
      .exchanges(name, asked, price)
      .then((reply) => scheduler.as(owner, () => answerBy(ms, () => shown(reply))), input.onFault);
  }

  function askChannel(init: RequestInit | undefined, answerBy: AnswerBy): void {
    const reply = input.channel?.(init) ?? null;
    if (reply !== null) answerBy(reply.ms, () => (reply.status === 200 ? json(reply.body) : status(reply.status)));
  }

  return (url, init) => {
    const owner = scheduler.current();
    // A process that has died sends no request and gets no answer.
    if (owner === null || owner.isDead) return new Promise(() => undefined);
    const { at, node } = placeOf(url);
    const question = node === undefined ? null : (JSON.parse(String(init?.body)) as Question);
    const name = question?.method ?? at.host;
    if (question?.method === 'sendTransaction') input.onSend(String(question.params[0]));
    return new Promise<Response>((resolve, reject) => {
      const signal = init?.signal;
      let isDone = false;
      signal?.addEventListener('abort', () => {
        if (isDone) return;
        isDone = true;
        reject(signal.reason);
      });
      const answerBy: AnswerBy = (ms, make) => {
        const answer = make();
        const arrive = () => {
          if (isDone || input.dies(owner, name)) return;
          isDone = true;
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        };
        scheduler.after(ms, `${owner.name} < ${at.host} ${name}`, arrive, { owner });
      };
      const ask = () => {
        chain.advance();
        if (question !== null) askNode(Number(node) - 1, owner, question, answerBy);
        else if (at.host.startsWith('relay')) askRelay(at.pathname, answerBy);
        else if (at.origin === CHANNEL_URL) askChannel(init, answerBy);
        else if (at.origin === HEART_URL) {
          input.onBeat?.();
          answerBy(dice.between('heart', 10, 100), () => json('ok'));
        } else askExchange(owner, at, init, answerBy);
      };
      scheduler.note(`${owner.name} > ${at.host} ${name}`, () =>
        JSON.stringify(question?.params ?? at.pathname).slice(0, 200),
      );
      scheduler.after(dice.between(`to ${at.host}`, 2, MOST_WAY_MS), '', ask, {
        owner,
        isWire: true,
        isQuiet: question !== null,
      });
    });
  };
}

interface Place {
  readonly at: URL;
  /** The node's number, counted from one. */
  readonly node: string | undefined;
}
const places = new Map<string, Place>();
const MOST_PLACES = 500;
function placeOf(url: string): Place {
  const known = places.get(url);
  if (known !== undefined) return known;
  const at = new URL(url);
  const made = { at, node: /^node(\d+)\.sim$/.exec(at.host)?.[1] };
  if (places.size >= MOST_PLACES) places.clear();
  places.set(url, made);
  return made;
}

interface Question {
  readonly method: string;
  readonly params: readonly unknown[];
}

const shown = (reply: HttpReply): Response =>
  typeof reply === 'object' && 'json' in reply && reply.status === 200 ? json(JSON.stringify(reply.json)) : status(404);

const encoder = new TextEncoder();
const nothing = async () => undefined;
const status = (code: number) => ({ ok: false, status: code, body: { cancel: nothing } }) as unknown as Response;

/** The part of a Response that the worker uses, which is cheaper to make than a real one. */
function json(body: string): Response {
  let isRead = false;
  const read = async () => {
    if (isRead) return { done: true, value: undefined };
    isRead = true;
    return { done: false, value: encoder.encode(body) };
  };
  const stream = { getReader: () => ({ read, cancel: nothing }), cancel: nothing };
  return {
    ...{ ok: true, status: 200 },
    ...{ json: async () => JSON.parse(body), text: async () => body, body: stream },
  } as unknown as Response;
}
