import type { Address } from '../../src/address/address.ts';
import { readSigned, type SignedReading } from './readSigned.ts';
import type { Rpc } from './rpc.ts';
import type { RpcNode } from './rpcNode.ts';

/**
 * Look-ups at once, and more of them each second, eight at a time: under half of what providers usually allow, since
 * the round's own questions must not be refused for them. Who floods the wallet with look-alikes delays the
 * knowledge, not the round.
 */
const LOOK_UPS_AT_ONCE = 40;
const LOOK_UPS_A_SECOND = 20;
const PARALLEL = 8;
/** After a look-up without an answer, a node is spared further ones for this long. */
const REST_MS = 2_000;
/** One search takes no longer for it. */
const LOOK_UP_MS = 2_000;
/** An event of the worker may make 1,000 calls and takes 25 s: with this many behind it, no more look-ups are made. */
const CALLS_LATELY = 600;
const LATELY_MS = 30_000;
/**
 * What no node could be brought to answer about for this long is passed over: nobody may hold up the rounds with it.
 */
const MAX_WAIT_MS = 300_000;
/** What was passed over is tried again after this long. */
const PASSED_OVER_MS = 60_000;
/** What is remembered: about 300 bytes each. */
const MAX_REMEMBERED = 10_000;

/** A listed transaction with a memo that matters, if the wallet signed it. */
export interface Candidate {
  readonly signature: string;
  readonly isFinal: boolean;
  /** Those that list it are asked first. */
  readonly listedBy: readonly RpcNode[];
}

/**
 * The memos of a transaction that the wallet signed, none of a stranger's; `unreadable` when every node was asked in
 * vain.
 */
export type Verdict = readonly string[] | 'unreadable';

export interface LookUpMemos {
  verdict(signature: string): Verdict | undefined;
  /** Looks candidates up, in their order, as far as this search's share goes. `nodes` are those that answer now. */
  learn(candidates: readonly Candidate[], nodes: readonly RpcNode[]): Promise<void>;
}

export interface LookUpMemosInput {
  readonly rpc: Rpc;
  readonly wallet: Address;
  readonly now: () => number;
}

interface Remembered {
  readonly verdict: Verdict | undefined;
  /** When it was passed over, or first tried. */
  readonly at: number;
  readonly tries: number;
}

/**
 * Finds out what transactions the wallet signed. One node's bytes are enough, because they prove themselves; what was
 * learnt is kept whatever else fails. A transaction that no node can read is passed over with a warning: it is listed
 * to us and to every verifier alike, ours are also followed by their own signatures, and a stranger must not be able
 * to stop the rounds with one.
 */
export function createLookUpMemos({ rpc, wallet, now }: LookUpMemosInput): LookUpMemos {
  const remembered = new Map<string, Remembered>();
  const lately: { at: number; calls: number }[] = [];
  const restingSince = new WeakMap<RpcNode, number>();
  const share = { left: LOOK_UPS_AT_ONCE, at: now() };

  function verdict(signature: string): Verdict | undefined {
    const known = remembered.get(signature);
    if (known?.verdict === 'unreadable' && now() - known.at > PASSED_OVER_MS) return undefined;
    return known?.verdict;
  }

  function remember(signature: string, what: Remembered): void {
    remembered.delete(signature);
    remembered.set(signature, what);
    const [oldest] = remembered.keys();
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
  }

  function callsLeft(): number {
    const calls = rpc.calls();
    lately.push({ at: now(), calls });
    while (lately[1] !== undefined && lately[1].at <= now() - LATELY_MS) lately.shift();
    return Math.max(0, CALLS_LATELY - (calls - (lately[0]?.calls ?? calls)));
  }

  function lookUpsLeft(): number {
    share.left = Math.min(LOOK_UPS_AT_ONCE, share.left + ((now() - share.at) / 1000) * LOOK_UPS_A_SECOND);
    share.at = now();
    return Math.max(0, Math.floor(Math.min(share.left, callsLeft())));
  }

  const isResting = (node: RpcNode) => now() - (restingSince.get(node) ?? Number.NEGATIVE_INFINITY) < REST_MS;

  /** Asks node after node until one proves what it is. */
  async function lookUp({ signature, isFinal }: Candidate, nodes: readonly RpcNode[]): Promise<void> {
    const before = remembered.get(signature);
    const words: SignedReading['kind'][] = [];
    for (const node of nodes.filter((each) => !isResting(each))) {
      share.left -= 1;
      const reading = await readSigned(node, { signature, wallet });
      if (reading.kind === 'proven') {
        remember(signature, { verdict: reading.proof.memos, at: now(), tries: 0 });
        return;
      }
      if (reading.kind === 'failed') restingSince.set(node, now());
      if (reading.kind === 'forged')
        rpc.lied(node, `the transaction ${signature}`, 'its bytes are not of that signature');
      words.push(reading.kind);
    }
    // Listed a moment ago and not there now, and not final yet: a fork may have taken it back.
    const isAnswer = (word: SignedReading['kind']) => word !== 'failed' && (word !== 'absent' || isFinal);
    const firstTried = before?.verdict === undefined ? (before?.at ?? now()) : now();
    const isHopeless = words.filter(isAnswer).length === nodes.length || now() - firstTried > MAX_WAIT_MS;
    if (!isHopeless) {
      remember(signature, { verdict: undefined, at: firstTried, tries: (before?.tries ?? 0) + 1 });
      return;
    }
    if (before?.verdict !== 'unreadable')
      console.warn(`no node can read ${signature} (${words.join(', ')}): a memo that looks like ours is passed over`);
    remember(signature, { verdict: 'unreadable', at: now(), tries: (before?.tries ?? 0) + 1 });
  }

  return {
    verdict,
    async learn(candidates, nodes) {
      const unknown = candidates.filter(({ signature }) => verdict(signature) === undefined);
      if (unknown.length === 0) return;
      // What was tried in vain comes last, and what fewer nodes list comes later: one node alone cannot fill the line.
      const tries = ({ signature }: Candidate) => remembered.get(signature)?.tries ?? 0;
      const inLine = unknown.toSorted((a, b) => tries(a) - tries(b) || b.listedBy.length - a.listedBy.length);
      const queue = inLine.slice(0, lookUpsLeft());
      if (unknown.length > queue.length)
        console.warn(`${unknown.length} look-alike memos: ${queue.length} looked up now, the others later`);
      const state = { isOver: false };
      const lane = async (place: number) => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          if (state.isOver || nodes.every(isResting)) return;
          await lookUp(next, inTurn(next, nodes, place));
        }
      };
      const lanes = Promise.all(Array.from({ length: PARALLEL }, (_, place) => lane(place)));
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, LOOK_UP_MS);
      await Promise.race([lanes, late.promise]).finally(() => clearTimeout(timer));
      state.isOver = true;
    },
  };
}

/** Those that list it before the others, beginning with another one in each lane. */
function inTurn({ listedBy }: Candidate, nodes: readonly RpcNode[], place: number): RpcNode[] {
  const turned = nodes.map((_, i) => nodes[(i + place) % nodes.length]).filter((node) => node !== undefined);
  return [...turned.filter((node) => listedBy.includes(node)), ...turned.filter((node) => !listedBy.includes(node))];
}
