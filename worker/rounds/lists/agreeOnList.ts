import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod';
import { NEAR_SLOTS, type Selection } from '../../../src/protocol/terms/entries.ts';
import { delay } from '../../chain/node/delay.ts';
import type { Rpc } from '../../chain/node/rpc.ts';
import { Implausible, NodesDisagree, RpcError } from '../../chain/node/rpcError.ts';
import type { RpcNode } from '../../chain/node/rpcNode.ts';
import { enoughOf } from '../../chain/node/voices.ts';

/** The entries and the exclusions of a draw, by one node's whole list at one slot. */
export interface ListReading extends Selection {
  readonly slot: number;
}

export interface ListQuestion {
  readonly rpc: Pick<Rpc, 'nodes' | 'hear' | 'differs' | 'agrees'>;
  /**
   * Reads one node's list; with `from`, once the node has reached that slot. Throws an RpcError for a list that is not
   * whole.
   */
  readonly read: (node: RpcNode, from?: number) => Promise<ListReading>;
  /**
   * Why a slot may not be committed, as a sentence without its full stop; null when it may. Throws an RpcError when
   * that is not known, for example for a slot without a block.
   */
  readonly refusalOf: (slot: number) => Promise<string | null>;
  /** Whether the time for a lock is over: no further reading is planned then. One that is planned still takes place. */
  readonly isOver: () => boolean;
}

/** The most readings of one node in one attempt. */
const MOST_READINGS = 8;
/**
 * All nodes are read again at a slot this far ahead of the furthest node, since a node's answer takes time to arrive.
 */
const SLOTS_AHEAD = 4;
/** A node that claims to be more than this many slots ahead of the others is not waited for. */
const MOST_SLOTS_APART = 20;
/**
 * A node that is n slots behind the chosen slot is asked after n − 1 times this: a little less than the 0.4 s of a
 * slot.
 */
const LEAST_SLOT_MS = 380;

/** A node, and a slot at which it gave a list. `givenBy` says which list. */
interface Given {
  readonly node: RpcNode;
  readonly slot: number;
}

/** A slot to be read at, and the slots of the nodes at the moment when it was chosen. */
interface Aim {
  readonly slot: number;
  readonly heads: ReadonlyMap<RpcNode, number>;
}

interface Said extends ListReading {
  readonly hash: string;
}

const ABOUT = 'the holders';

/**
 * The list that enough nodes agree on by readings at most `NEAR_SLOTS` apart. It is returned with the smallest slot of
 * these readings. So an honest node read the list at the returned slot or shortly after it, whatever slot a liar names.
 *
 * When the nodes give the same list at slots too far apart, the nodes behind are read again when they reach the others.
 * When their lists differ, a wallet has crossed the threshold between their slots: then a finalized slot a little ahead
 * is chosen, and each node is read again when it gets there. A node's earlier readings still count, since each was true
 * at its slot. The hash of every reading is kept, and the whole list only of each node's newest reading.
 *
 * A reading whose slot may not be committed does not count, so the slot of each reading is checked. The check is left
 * out if, with the reading, enough nodes agree at a slot that is known to be permitted. Throws `NodesSilent` or
 * `NodesDisagree`; where enough nodes gave one list and only that check failed, the RpcError of the check.
 */
export async function agreeOnList({ rpc, read, refusalOf, isOver }: ListQuestion): Promise<ListReading> {
  const enough = enoughOf(rpc.nodes.length);
  /** Each node's newest reading, and how often it was read. */
  const newest = new Map<RpcNode, Said>();
  const readings = new Map<RpcNode, number>();
  const open = new Set(rpc.nodes);
  /** Which nodes gave a list and at which slots, by the list's hash. */
  const givenBy = new Map<string, readonly Given[]>();
  /** The slots that may be committed. */
  const permitted = new Set<number>();
  /** The chosen slots, by the number of readings that each node had before. */
  const aims = new Map<number, Promise<Aim>>();
  let lastAimed = 0;
  let agreed: Said | null = null;
  /** Why it is not known whether a slot may be committed at which enough nodes gave one list. */
  let unsure: RpcError | null = null;
  let news = Promise.withResolvers<void>();

  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };

  /** Why a slot may not be committed; null when it may. Throws an RpcError when that is not known. */
  async function refusal(slot: number): Promise<string | null> {
    if (permitted.has(slot)) return null;
    const why = await refusalOf(slot);
    if (why === null) permitted.add(slot);
    return why;
  }

  function asUnsure(error: unknown): undefined {
    asUnknown(error);
    unsure = error as RpcError;
  }

  /**
   * The slot of the list with this hash that enough nodes agree on, and that may be committed; null when there is none.
   * Readings at a slot that may not be committed do not count. Nor do those at a slot of which that is not known, but a
   * later call asks about that slot again.
   */
  async function agreedSlot(hash: string): Promise<number | null> {
    const unfit = new Set<number>();
    for (;;) {
      const given = (givenBy.get(hash) ?? []).filter((each) => !unfit.has(each.slot));
      const slot = slotOf(given, enough);
      if (slot === null || (await refusal(slot).catch(asUnsure)) === null) return slot;
      unfit.add(slot);
    }
  }

  /**
   * Takes in one reading of a node. Throws an RpcError when the reading's slot may not be committed. While that
   * is not known, the reading is taken in all the same, because nodes that are far behind cannot tell the time of the
   * slot yet. But if enough nodes would agree with this reading, an RpcError is thrown instead.
   */
  async function take(node: RpcNode, reading: ListReading): Promise<void> {
    const hash = hashOf(reading);
    const given = () => [...(givenBy.get(hash) ?? []), { node, slot: reading.slot }];
    const common = slotOf(given(), enough);
    if (agreed === null && (common === null || !permitted.has(common))) {
      const why = await refusal(reading.slot).catch((error: unknown) => {
        if (common === null) return asUnknown(error);
        asUnsure(error);
        throw error;
      });
      if (typeof why === 'string') throw new Implausible(node.label, 'getProgramAccounts', why);
    }
    newest.set(node, { ...reading, hash });
    givenBy.set(hash, given());
    const slot = agreed === null ? await agreedSlot(hash) : null;
    if (agreed !== null) {
      // A node that has given the agreed list before may give another one at a later slot.
      compare(node, agreed.hash);
      return;
    }
    if (slot === null) return;
    // Lists with equal hashes may have different amounts. Of those in memory, the one at the agreed
    // slot or soonest after it is returned.
    const [first = reading] = [...newest.values()]
      .filter((said) => said.hash === hash && said.slot >= slot)
      .toSorted((a, b) => a.slot - b.slot);
    agreed = { ...first, slot, hash };
    for (const other of newest.keys()) compare(other, hash);
  }
  const gave = (node: RpcNode, hash: string) => givenBy.get(hash)?.some((each) => each.node === node) === true;

  function compare(node: RpcNode, hash: string): void {
    if (gave(node, hash)) rpc.agrees(node, ABOUT);
    else rpc.differs(node, ABOUT, 'the other nodes agree on another list');
  }

  /** Whether enough nodes may still agree with this one: two nodes that differ at the same slot never will. */
  function mayAgree(node: RpcNode): boolean {
    const own = newest.get(node);
    const others = rpc.nodes.filter((other) => {
      const said = newest.get(other);
      return said === undefined ? open.has(other) : said.hash === own?.hash || said.slot !== own?.slot;
    });
    return others.length >= enough;
  }

  /** Waits until enough nodes were read as often as this one; false when a further reading is not needed or no help. */
  async function isNextDue(node: RpcNode, done: number): Promise<boolean> {
    for (;;) {
      if (agreed !== null || isOver() || !mayAgree(node)) return false;
      const asOften = rpc.nodes.filter((other) => (readings.get(other) ?? 0) >= done);
      if (asOften.length >= enough) return true;
      if (new Set([...asOften, ...open]).size < enough) return false;
      await news.promise;
    }
  }

  /**
   * The slot at which nodes are read next. Only newest readings at or after the slot that was chosen last time count
   * here. If these are enough and give the same list, it is the first slot by which enough of them were made; nodes
   * whose newest reading is before that slot are read again at it. Otherwise it is a slot a little ahead of all nodes,
   * except of a node that claims to be far ahead of the others.
   */
  async function aim(): Promise<Aim> {
    const asked = [...newest].map(async ([node, { slot }]) => {
      const head = await node.call('getSlot', [{ commitment: 'finalized' }], z.int()).catch(() => slot);
      return [node, Math.max(head, slot)] as const;
    });
    const heads = new Map(await Promise.all(asked));
    lastAimed = sharedSlot() ?? slotAhead([...heads.values()]);
    return { slot: lastAimed, heads };
  }

  function sharedSlot(): number | null {
    const said = [...newest.values()].filter(({ slot }) => slot >= lastAimed).toSorted((a, b) => a.slot - b.slot);
    const last = said[enough - 1];
    return last !== undefined && said.every(({ hash }) => hash === last.hash) ? last.slot : null;
  }

  function slotAhead(heads: readonly number[]): number {
    const newestFirst = heads.toSorted((a, b) => b - a);
    const common = newestFirst[enough - 1] ?? 0;
    return Math.max(...newestFirst.filter((head) => head <= common + MOST_SLOTS_APART)) + SLOTS_AHEAD;
  }

  async function readOn(node: RpcNode): Promise<void> {
    for (let done = 1; done < MOST_READINGS && (await isNextDue(node, done)); done++) {
      const aimed = aims.get(done) ?? aim();
      aims.set(done, aimed);
      const { slot, heads } = await aimed;
      if ((newest.get(node)?.slot ?? 0) < slot) await readAt(node, slot, heads.get(node) ?? slot);
      readings.set(node, done + 1);
      tell();
    }
  }

  async function readAt(node: RpcNode, slot: number, head: number): Promise<void> {
    const left = Math.min(slot - head, MOST_SLOTS_APART);
    await delay(Math.max(0, left - 1) * LEAST_SLOT_MS);
    try {
      await take(node, await read(node, slot));
    } catch (error) {
      // A failed reading does not undo what the node said before.
      if (!(error instanceof RpcError)) throw error;
    }
  }

  async function ask(node: RpcNode): Promise<void> {
    try {
      await take(node, await read(node));
      readings.set(node, 1);
      tell();
      await readOn(node);
    } finally {
      open.delete(node);
      tell();
    }
  }

  try {
    return await rpc.hear({
      about: ABOUT,
      ask,
      decide(voices, { isOver }) {
        // Thrown here, so that nobody is told that the nodes disagree.
        if (agreed === null && isOver && voices.length >= enough && unsure !== null) throw unsure;
        return agreed ?? undefined;
      },
    });
  } catch (error) {
    if (!(error instanceof NodesDisagree)) throw error;
    const said = [...newest].map(
      ([{ label }, { slot, hash, entries }]) =>
        `${label}: ${entries.length} wallets at slot ${slot}, ${hash.slice(0, 8)}`,
    );
    throw new NodesDisagree(error.nodes, error.about, said.join('; '));
  }
}

/** Returns undefined for an RpcError, after which nothing is known. Throws any other error again. */
function asUnknown(error: unknown): undefined {
  if (!(error instanceof RpcError)) throw error;
}

/**
 * The smallest slot such that enough nodes gave a list at it or at most `NEAR_SLOTS` after it; null when there is none.
 */
function slotOf(given: readonly Given[], enough: number): number | null {
  const isAgreed = (from: number) => {
    const near = given.filter(({ slot }) => slot >= from && slot <= from + NEAR_SLOTS);
    return new Set(near.map(({ node }) => node)).size >= enough;
  };
  const slots = given.map(({ slot }) => slot).toSorted((a, b) => a - b);
  return slots.find(isAgreed) ?? null;
}

/** SHA-256 of everything that a draw depends on: the owners in their order, and who is out for which reason. */
function hashOf({ entries, excluded }: Selection): string {
  const parts = [...entries.map(({ owner }) => owner), '', ...excluded.flatMap(({ owner, reason }) => [owner, reason])];
  return bytesToHex(sha256(utf8ToBytes(parts.join('\n'))));
}
